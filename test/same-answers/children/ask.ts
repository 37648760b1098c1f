// One store asked everything, twice: with an index that grew with the store, and with one built anew. Prints a line for
// each answer: ids and scores of what was found, ids of what was told, and the digest of the very text.
//   node ask.ts STORE DATA HOME QUESTIONS      HOME is an empty folder for the copy and its index
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { withIndex } from "../../../src/compose/indexed.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import type { IndexedStore } from "../../../src/recall/judged.ts";
import { recall } from "../../../src/recall/recall.ts";
import { search } from "../../../src/recall/search.ts";
import { sessionStart } from "../../../src/recall/session-start.ts";
import { deviceKeys } from "../../../src/store/io/device-key.ts";
import { openStore } from "../../../src/store/io/open-store.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { sha256Hex } from "../../../src/text/digest.ts";
import { CHECKS } from "../../support/acts.ts";

const [source = "", data = "", home = "", questions = ""] = process.argv.slice(2);
const NOW = new Date("2026-06-01T10:00:00Z");
const { config } = effectiveConfig(parseConfig(undefined, "user"));
const root = `${home}/store`;
const places = { store: root, config: `${home}/c`, state: `${home}/s`, data, cache: `${home}/cache` };
const suspects = suspectsBy(CHECKS);
const texts = JSON.parse(readFileSync(questions, "utf8")) as readonly { readonly id: string; readonly text: string }[];

function opened(): IndexedStore {
  const searched = withIndex({ store: openStore(root, { scope: "personal", keys: deviceKeys(data) }) }, places, config);
  if (searched.index?.refresh() !== "current") throw new Error("The index is not up to date.");
  return searched;
}

function answer(searched: IndexedStore, id: string, text: string): string {
  const found = search([searched], { text, interactive: false, now: NOW, suspects });
  const told = recall(found, { most: config["max-inject"], tokens: config["prompt-tokens"], now: NOW });
  const hits = found.hits.slice(0, 10).map(({ memory, score }) => `${memory.id}=${score}`);
  const shown = told.selection.shown.map(({ candidate }) => candidate.id);
  return `${id} ${found.strategy} hits=${hits.join(",")} shown=${shown.join(",")} text=${sha256Hex(told.text)}`;
}

async function answers(how: string): Promise<void> {
  const searched = opened();
  const start = { session: "s", host: "claude", source: "startup", now: NOW, config, notices: [] };
  const { intent } = await sessionStart([searched], {
    ...start,
    judge: { name: "test", suspects: async () => suspects },
  });
  const lines = [`session-start ${sha256Hex(JSON.stringify(intent))}`];
  for (const { id, text } of texts) lines.push(answer(searched, id, text));
  searched.index?.close();
  for (const line of lines) process.stdout.write(`${how} ${line}\n`);
}

cpSync(source, root, { recursive: true });
const files = readdirSync(`${root}/memories`).sort();
const late = files.filter((_, at) => at % 2 === 0).reverse();
for (const file of late) rmSync(`${root}/memories/${file}`);
opened().index?.close();
for (const file of late) cpSync(`${source}/memories/${file}`, `${root}/memories/${file}`);
await answers("grown");
rmSync(places.cache, { recursive: true });
await answers("rebuilt");
