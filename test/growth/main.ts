// What a store costs beside bare git, at several sizes and after three years of twenty machines (SYN-17, SYN-18). Writes the
// figures into docs/results/sync.md. Needs dist/.
//   node test/growth/main.ts [--sizes 1000,10000] [--syncs 2200] [--part 1] [--rounds 3] [--write] [--keep FOLDER]
// --syncs 110000 is three years day by day: five syncs a day of each machine. --part 0.05 tries the program itself.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inFolders } from "../git-edge/world.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { benchAt, CLI, synced, verb } from "../sync-bench/boxes.ts";
import { hasBackend, serve } from "../sync-bench/http.ts";
import { shown, writePage, type Years as YearsShown } from "./page.ts";
import { addOne, believe, plantFresh, replay, weigh } from "./replay.ts";
import { type Column, column, firstPush, inTurns, type Pair } from "./table.ts";

const SKIPPED = 77;
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000" },
    syncs: { type: "string", default: "2200" },
    part: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const say = (line: string): void => console.log(line);

async function ofSize(base: string, url: string, memories: number): Promise<Column> {
  const machine = benchAt(base, "a", url);
  plantFresh(machine, memories);
  const push = await firstPush(base, machine);
  return await column({ base, url, machine, rounds, trusted: [machine.machine.keys] }, push);
}

interface Old {
  readonly years: YearsShown;
  readonly column: Column;
}

async function ofYears(base: string, url: (folder: string) => string): Promise<Old> {
  const [syncs, part] = [Number(values.syncs), Number(values.part)];
  const at = (name: string): string => join(base, name);
  for (const name of ["old", "fresh", "again"]) mkdirSync(at(name));
  const { machine, years, replayed } = await replay(at("old"), url("old"), { syncs, part }, say);
  const fresh = benchAt(at("fresh"), "f", url("fresh"));
  plantFresh(fresh, years.size.memories);
  await synced(fresh);
  const verbs: Record<string, Pair> = {};
  for (const args of [["list"], ["doctor"], ["search", "bench", "note"], ["log", "--verify"]])
    verbs[args.slice(0, args[0] === "log" ? 2 : 1).join(" ")] = await inTurns(
      rounds,
      () => verb(machine, ...args),
      () => verb(fresh, ...args),
    );
  verbs["sync, no news"] = await inTurns(
    rounds,
    () => synced(machine),
    () => synced(fresh),
  );
  let n = 2_000_000;
  const changed = async (bench: typeof machine): Promise<number> => {
    await addOne(bench, n++);
    return await synced(bench);
  };
  verbs["sync, one change"] = await inTurns(
    rounds,
    () => changed(machine),
    () => changed(fresh),
  );
  const shownYears = { replayed, verbs, old: weigh(machine.machine.root), fresh: weigh(fresh.machine.root) };
  const again = benchAt(at("again"), "a", url("again"));
  believe(again, years.keys());
  for (const name of ["memories", "attest", "ledger"])
    cpSync(join(machine.machine.root, name), join(again.machine.root, name), { recursive: true, force: true });
  const push = await firstPush(at("again"), again);
  const trusted = [machine.machine.keys, ...years.keys()];
  return {
    years: shownYears,
    column: await column({ base: at("old"), url: url("old"), machine, rounds, trusted }, push),
  };
}

async function measure(base: string): Promise<void> {
  const server = await serve(base);
  const url = (folder: string): string => `${server.url}/${folder}/remote.git`;
  try {
    const columns: Record<string, Column> = {};
    for (const memories of values.sizes
      .split(",")
      .filter((each) => each !== "")
      .map(Number)) {
      mkdirSync(join(base, `n${memories}`));
      columns[memories.toLocaleString("en")] = await ofSize(join(base, `n${memories}`), url(`n${memories}`), memories);
      say(`memories=${memories} ${JSON.stringify(columns[memories.toLocaleString("en")])}`);
    }
    const old = await ofYears(base, url);
    columns["three years"] = old.column;
    const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
    const results = {
      command: `npm run proof bench:growth -- ${process.argv.slice(2).join(" ")}`.trim(),
      at: new Date().toISOString().slice(0, 10),
      machine: `Node ${process.versions.node}, ${git}, ${cpus().length} cores`,
      columns,
      years: old.years,
    };
    const { text, misses } = shown(results);
    say(text);
    if (values.write) writePage(results);
    say(`${misses.length} aims missed`);
  } finally {
    await server.close();
  }
}

async function main(): Promise<number> {
  if (!canRunAsPerson() || !hasBackend()) {
    say(`${CANNOT_RUN_AS_PERSON}, and git-http-backend`);
    return SKIPPED;
  }
  if (!existsSync(CLI)) throw new Error("dist/ is not built: npm run build");
  const { keep } = values;
  if (keep === undefined) await inFolders(async (folder) => measure(folder()));
  else {
    mkdirSync(keep);
    await measure(keep);
  }
  say(`1 passed, 0 failed`);
  return 0;
}

process.exitCode = await main();
