// What a sync costs (SYN-17): 10,000 memories, a loopback server that runs git's own HTTP program, the whole command at a
// terminal, in turns with the bare git commands that do the same without looking at anything. Needs dist/.
//   node test/sync-bench/main.ts [--memories 10000] [--runs 20] [--strict] [--json FILE]
import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { inFolders, median } from "../git-edge/world.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { type Bench, benchAt, edit, nothing, plainGit, plantMany, synced } from "./boxes.ts";
import { hasBackend, serve } from "./http.ts";

const SKIPPED = 77;
const EDITS = 50;
const AIMED_AT = 10_000;

interface Figure {
  readonly name: string;
  /** Milliseconds that the rule asks for with 10,000 memories; counted with --strict. */
  readonly aim: number;
  /** What no run may exceed over bare git, on a machine that does other work too. */
  readonly ceiling: number;
}

const NO_OP: Figure = { name: "no_op_p95", aim: 300, ceiling: 12 };
const JOINED: Figure = { name: "diverged_50_and_50", aim: 1500, ceiling: 14 };
const FIRST: Figure = { name: "first_sync", aim: 3000, ceiling: 25 };

const { values } = parseArgs({
  options: {
    memories: { type: "string", default: "10000" },
    runs: { type: "string", default: "20" },
    strict: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const memories = Number(values.memories);
const runs = Number(values.runs);
const book = notebook();
let passed = 0;
const failed: string[] = [];

/** `usual`: the median, which is what the ratio is made of. */
function report({ name, aim, ceiling }: Figure, ms: number, git: number, usual: number = ms): void {
  const ratio = usual / git;
  const missed = ms > aim ? " (aim missed)" : "";
  console.log(
    `n${memories}_${name}_ms=${ms.toFixed(0)} aim=${aim}${missed} bare_git_ms=${git.toFixed(0)} over_bare_git=${ratio.toFixed(1)} ceiling=${ceiling}`,
  );
  // The rule asks for it with 10,000 memories; fewer prove nothing.
  book.note(`${name}_ms`, ms, memories === AIMED_AT ? { most: aim } : {});
  book.note(`${name}_over_bare_git`, ratio);
  if (ratio > ceiling || (values.strict && ms > aim)) failed.push(name);
  else passed++;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function p95(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN;
}

async function measure(base: string): Promise<void> {
  const server = await serve(base);
  const url = `${server.url}/remote.git`;
  try {
    const a = benchAt(base, "a", url);
    plantMany(a, memories);
    const firstPush = await synced(a);
    book.note("first_push_ms", firstPush);
    console.log(`n${memories}_first_push_ms=${firstPush.toFixed(0)}`);
    await firstSyncs(base, url);
    await joins(base, url, a);
    await noOps(base, url, a);
  } finally {
    await server.close();
  }
}

async function firstSyncs(base: string, url: string): Promise<void> {
  const [ours, git]: [number[], number[]] = [[], []];
  for (let round = 0; round < Math.max(1, Math.floor(runs / 7)); round++) {
    git.push(
      await timed(() => plainGit(base, join(base, "plain-home"), "clone", "-q", url, join(base, `clone${round}`))),
    );
    ours.push(await synced(benchAt(base, round === 0 ? "b" : `spare${round}`, url)));
    if (round > 0) rmSync(join(base, `clone${round}`), { recursive: true });
  }
  report(FIRST, median(ours), median(git));
}

/** Both edit different memories; one has sent its own, the other joins. Beside it git commits, fetches, merges and pushes. */
async function joins(base: string, url: string, a: Bench): Promise<void> {
  const b = benchAt(base, "b", url);
  const [ours, git]: [number[], number[]] = [[], []];
  const plain = await plainPair(base);
  for (let round = 0; round < Math.max(2, Math.floor(runs / 4)); round++) {
    edit(a.machine.root, 1, EDITS, `There ${round}`);
    edit(b.machine.root, 1 + EDITS * 3, EDITS, `Here ${round}`);
    await synced(a);
    ours.push(await synced(b));
    await synced(a);
    git.push(await plain(round));
  }
  report(JOINED, median(ours), median(git));
}

async function plainPair(base: string): Promise<(round: number) => Promise<number>> {
  const [home, bare, one] = [join(base, "plain-home"), join(base, "plain.git"), join(base, "clone0")];
  cpSync(join(base, "remote.git"), bare, { recursive: true });
  const two = join(base, "plain-two");
  await plainGit(base, home, "clone", "-q", bare, two);
  await plainGit(one, home, "remote", "set-url", "origin", bare);
  return async (round) => {
    edit(two, 1, EDITS, `There ${round}`);
    await plainGit(two, home, "commit", "-qam", "there");
    await plainGit(two, home, "pull", "-q", "--no-rebase");
    await plainGit(two, home, "push", "-q");
    edit(one, 1 + EDITS * 3, EDITS, `Here ${round}`);
    const ms = await timed(async () => {
      await plainGit(one, home, "commit", "-qam", "here");
      await plainGit(one, home, "fetch", "-q");
      await plainGit(one, home, "merge", "-q", "origin/main");
      await plainGit(one, home, "push", "-q");
    });
    return ms;
  };
}

async function noOps(base: string, url: string, a: Bench): Promise<void> {
  const home = join(base, "plain-home");
  await plainGit(join(base, "clone0"), home, "remote", "set-url", "origin", url);
  await plainGit(join(base, "clone0"), home, "fetch", "-q");
  const [ours, git, bare]: [number[], number[], number[]] = [[], [], []];
  for (let round = -2; round < runs; round++) {
    const times = [await synced(a), await timed(() => noOp(join(base, "clone0"), home)), await nothing(a)] as const;
    if (round < 0) continue;
    ours.push(times[0]);
    git.push(times[1]);
    bare.push(times[2]);
  }
  book.note("no_op_median_ms", median(ours));
  console.log(
    `n${memories}_no_op_median_ms=${median(ours).toFixed(0)} bare_node_at_a_terminal_ms=${median(bare).toFixed(0)}`,
  );
  report(NO_OP, p95(ours), median(git), median(ours));
}

async function noOp(root: string, home: string): Promise<void> {
  await plainGit(root, home, "status", "--porcelain");
  await plainGit(root, home, "fetch", "-q");
}

async function main(): Promise<number> {
  if (!canRunAsPerson() || !hasBackend()) {
    console.log(`${CANNOT_RUN_AS_PERSON}, and git-http-backend`);
    return SKIPPED;
  }
  if (!existsSync(resolve(import.meta.dirname, "../../dist/cli.mjs")))
    throw new Error("dist/ is not built: npm run build");
  book.note("memories", memories);
  await inFolders(async (folder) => measure(folder()));
  book.save(values.json);
  if (failed.length > 0) console.log(`not kept: ${failed.join(", ")}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
