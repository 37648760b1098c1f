// kill -9 at many points of a forget, then the same command again: gone, with its tombstone, and nothing else harmed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileNameFor } from "../../src/memory/slug.ts";
import { filesWith } from "./search.ts";
import type { World } from "./world.ts";

const PRELOAD = fileURLToPath(new URL("./children/kill-at.ts", import.meta.url));
/** No forget changes the file system so often. */
const MOST = 600;

export interface Kills {
  readonly killed: number;
  readonly faults: readonly string[];
}

export async function killAndRepeat(world: World, every: number): Promise<Kills> {
  const faults: string[] = [];
  let killed = 0;
  for (let at = 1; at < MOST; at += every) {
    const word = `brindlewick${at}`;
    const text = `the ${word} key hangs behind the third door`;
    const file = fileNameFor("reference", text).replace(/\.md$/, "");
    await world.person(`holdfast add "${text}" -q && holdfast search ${word} -q >/dev/null`);
    const before = tombstones(world);
    const run = await world.person(
      `NODE_OPTIONS="--import=${PRELOAD} --disable-warning=ExperimentalWarning" KILL_AT=${at} holdfast forget ${file} --yes`,
    );
    const finished = run.code === 0;
    if (!finished) killed += 1;
    const stands = existsSync(join(world.store, "memories", `${file}.md`));
    if (!stands && tombstones(world) === before) faults.push(`step ${at}: gone without a tombstone`);
    if (!finished) {
      const again = await world.person(`holdfast forget ${file} --yes`);
      if (again.code !== 0) faults.push(`step ${at}: the second run ended with ${again.code}: ${again.transcript}`);
    }
    const left = filesWith(world.ours, [word]);
    if (left.length > 0) faults.push(`step ${at}: still in ${left.join(", ")}`);
    const back = world.agent("add", text);
    if (back.code !== 2) faults.push(`step ${at}: it came back: ${back.out}`);
    const verified = await world.person("holdfast log --verify");
    if (verified.code !== 0) faults.push(`step ${at}: ${verified.transcript}`);
    if (finished) break;
  }
  return { killed, faults };
}

function tombstones({ store }: World): number {
  const folder = join(store, "tombstones");
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce(
    (sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length,
    0,
  );
}
