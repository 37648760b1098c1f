// Everything of ours that calls git in a folder which is not the personal store.

import { commitsHolding, topOf } from "../../../src/forget/io/holding.ts";
import { gitHistory } from "../../../src/store/io/git-history.ts";

const [folder = "", file = ""] = process.argv.slice(2);
const top = await topOf(folder);
const holding = await commitsHolding(top ?? folder, folder, (bytes) => Buffer.from(bytes).includes("pelican"));
const changes = await gitHistory.changes(folder, file);
const [latest] = changes;
const bytes =
  latest?.place === undefined ? undefined : await gitHistory.bytes(folder, latest.commit, latest.place, file);
process.stdout.write(
  JSON.stringify({ top, holding: holding.commits.length, changes: changes.length, bytes: bytes?.length }),
);
