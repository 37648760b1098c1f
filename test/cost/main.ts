// What a write with history, ledger and attestation costs beside the bare durable write, in one run, interleaved
// (STO-20, STO-30, STO-32). The waits for the disk are counted, and there the bound holds on every machine; the ratio of
// the times is printed, and depends on how fast the disk answers beside the processor.
//   node test/cost/main.ts [--rounds N] [--json FILE]

import fs, { mkdirSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { openDirectory, within } from "../../src/disk/directory.ts";
import { replaceFile } from "../../src/disk/durable-write.ts";
import { readMemory } from "../../src/store/catalogue.ts";
import { planEdit } from "../../src/store/confirm.ts";
import { write } from "../../src/store/write.ts";
import { actOf, chance } from "../support/acts.ts";
import { idOf, plant } from "../support/memories.ts";
import { makeBox, openBox, removeBox } from "../support/store-box.ts";

const LIMIT = 2;
const { values } = parseArgs({ options: { rounds: { type: "string", default: "80" }, json: { type: "string" } } });
const rounds = Number(values.rounds);

const base = makeBox();
const open = openBox(base);
const act = actOf("terminal", new Date("2026-06-01T10:00:00Z"), chance(1));
plant(base, "user_measured", { tier: "verified", id: idOf(1), body: "x".repeat(2000) });
mkdirSync(`${base}/bare`, { mode: 0o700 });

let syncs = 0;
const sync = fs.fsyncSync;
fs.fsyncSync = (fd) => {
  syncs++;
  sync(fd);
};
syncBuiltinESMExports();

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function bare(round: number): void {
  const directory = openDirectory(`${base}/bare`);
  if (directory === undefined) throw new Error("the folder is gone");
  within(directory, (opened) => replaceFile(opened, "file.md", Buffer.from(`${round} ${"x".repeat(2400)}`), 0o600));
}

/** Planned outside of what is timed: a bare write needs no plan. */
function planned(round: number): () => Promise<void> {
  const memory = readMemory(open.store, { place: "memories", file: "user_measured.md" });
  if (memory?.kind !== "memory") throw new Error("the memory is gone");
  const plan = planEdit(open, memory, memory.document.text.replace(/x+\d*\n$/, `${"x".repeat(2000)}${round}\n`), act);
  if (plan.kind !== "plan") throw new Error(`no plan: ${JSON.stringify(plan)}`);
  return async () => {
    const done = await write(open, plan, act);
    if (done.kind !== "written") throw new Error(done.message);
  };
}

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const bares: number[] = [];
const wholes: number[] = [];
const counts = { bare: 0, whole: 0 };
for (let round = 1; round <= rounds + 5; round++) {
  const whole = planned(round);
  syncs = 0;
  const bareMs = await timed(() => bare(round));
  counts.bare = Math.max(counts.bare, syncs);
  syncs = 0;
  const wholeMs = await timed(whole);
  if (round <= 5) continue;
  counts.whole = Math.max(counts.whole, syncs);
  bares.push(bareMs);
  wholes.push(wholeMs);
}
removeBox(base);
const [one, all] = [median(bares), median(wholes)];
const passed = counts.bare > 0 && counts.whole <= LIMIT * counts.bare;
console.log(`durable-write-ms=${one.toFixed(2)} whole-write-ms=${all.toFixed(2)} time-ratio=${(all / one).toFixed(2)}`);
console.log(`durable-write-syncs=${counts.bare} whole-write-syncs=${counts.whole} limit=${LIMIT}x`);
const book = notebook();
book.note("durable_write_ms", one);
book.note("whole_write_over_durable_write", all / one);
book.note("durable_write_syncs", counts.bare);
book.note("whole_write_syncs", counts.whole, { most: LIMIT * counts.bare });
book.save(values.json);
console.log(`${passed ? 1 : 0} passed, ${passed ? 0 : 1} failed`);
process.exitCode = passed ? 0 : 1;
