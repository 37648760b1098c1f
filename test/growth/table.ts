// A store beside bare git that carries the same files and looks at none of them: the same run for every size.
import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Keys } from "../../src/store/io/statements.ts";
import { fileAt, memoryText } from "../bench/generate.ts";
import { median } from "../git-edge/world.ts";
import { type Bench, benchAt, edit, plainEnv, plainGit, synced, verb } from "../sync-bench/boxes.ts";
import { addOne, believe, packed, weigh } from "./replay.ts";

/** Milliseconds, or bytes of growth. */
export interface Pair {
  readonly ours: number;
  readonly git: number;
}

export interface Column {
  readonly nothing: Pair;
  readonly joined: Pair;
  readonly change: Pair;
  readonly clone: Pair;
  readonly push: Pair;
  readonly list: number;
  readonly doctor: number;
  /** What a repository grew by one change, and what git's own pack adds for it; then with the store's own packing. */
  readonly growth: Pair;
  readonly packed: Pair;
}

export interface Measured {
  /** Holds `remote.git`, which `machine` has synced with. */
  readonly base: string;
  readonly url: string;
  readonly machine: Bench;
  readonly rounds: number;
  /** Whom a second machine believes from the start. */
  readonly trusted: readonly Keys[];
}

const EDITS = 50;
/** Enough for the background's packing to be worth its work. */
const CHANGES = 20;

export async function column(at: Measured, push: Pair): Promise<Column> {
  const { base, url, machine } = at;
  const home = join(base, "plain-home");
  const [list, doctor] = [
    await times(at.rounds, () => verb(machine, "list")),
    await times(1, () => verb(machine, "doctor")),
  ];
  const clone = await cloned(at, home);
  const plain = join(base, "clone0");
  const nothing = await inTurns(
    at.rounds,
    () => synced(machine),
    () =>
      timed(async () => {
        await plainGit(plain, home, "status", "--porcelain");
        await plainGit(plain, home, "fetch", "-q");
      }),
  );
  const bare = join(base, "plain.git");
  cpSync(join(base, "remote.git"), bare, { recursive: true });
  const { change, growth, packed: gathered } = await changes(at, plain, bare, home);
  const other = benchAt(base, "b", url);
  const joined = await joins(at, { other, plain, bare, home });
  return { nothing, joined, change, clone, push, list, doctor, growth, packed: gathered };
}

/** The first sync of a second machine, beside `git clone`. The last of each stay. */
async function cloned({ base, url, trusted, rounds }: Measured, home: string): Promise<Pair> {
  const [ours, git]: [number[], number[]] = [[], []];
  for (let round = Math.min(rounds, 2) - 1; round >= 0; round--) {
    git.push(await timed(() => plainGit(base, home, "clone", "-q", url, join(base, `clone${round}`))));
    const bench = benchAt(base, round === 0 ? "b" : "spare", url);
    believe(bench, trusted);
    ours.push(await synced(bench));
    if (round > 0) rmSync(join(base, `clone${round}`), { recursive: true });
    if (round > 0) rmSync(join(base, "spare"), { recursive: true });
  }
  return { ours: median(ours), git: median(git) };
}

async function changes(
  { machine }: Measured,
  plain: string,
  bare: string,
  home: string,
): Promise<Pick<Column, "change" | "growth" | "packed">> {
  await plainGit(plain, home, "remote", "set-url", "origin", bare);
  // The second machine has asked to join meanwhile.
  await plainGit(plain, home, "pull", "-q", "--ff-only");
  const [ours, git]: [number[], number[]] = [[], []];
  await packed(machine);
  const before = weigh(machine.machine.root).git;
  const from = machine.machine.git("rev-parse", "HEAD");
  for (let n = 1; n <= CHANGES; n++) {
    await addOne(machine, 1_000_000 + n);
    ours.push(await synced(machine));
    edit(plain, n, 1, `Changed ${n}.`);
    git.push(
      await timed(async () => {
        await plainGit(plain, home, "commit", "-qam", "change");
        await plainGit(plain, home, "push", "-q");
      }),
    );
  }
  const loose = weigh(machine.machine.root).git - before;
  const pack = packOf(machine.machine.root, plainEnv(home), `${from}..HEAD`);
  await packed(machine);
  const gathered = weigh(machine.machine.root).git - before;
  return {
    change: { ours: median(ours), git: median(git) },
    growth: { ours: loose / CHANGES, git: pack / CHANGES },
    packed: { ours: gathered / CHANGES, git: pack / CHANGES },
  };
}

/** As a push would send it: what git itself needs for these commits. */
function packOf(root: string, env: NodeJS.ProcessEnv, range: string): number {
  const [from = "", to = ""] = range.split("..");
  const args = ["-C", root, "pack-objects", "--revs", "--thin", "--stdout", "-q"];
  return execFileSync("git", args, { env, input: `${to}\n^${from}\n`, maxBuffer: 1 << 30 }).length;
}

/** Notes that nobody signed: a hand's edit of signed words stands beside them, and waits for its person (SYN-3). */
const [NOTES, HOW_MANY] = [800_001, EDITS * 5];

function plantNotes(root: string): void {
  for (let n = NOTES; n < NOTES + HOW_MANY; n++) {
    writeFileSync(join(root, "memories", fileAt(n)), memoryText(n, 20), { mode: 0o600 });
  }
}

/** Both edit different memories; one has sent its own, the other joins. Beside it git commits, fetches, merges and pushes. */
async function joins(
  { base, machine, rounds }: Measured,
  {
    other,
    plain,
    bare,
    home,
  }: { readonly other: Bench; readonly plain: string; readonly bare: string; readonly home: string },
): Promise<Pair> {
  const two = join(base, "plain-two");
  plantNotes(machine.machine.root);
  await synced(machine);
  await synced(other);
  plantNotes(plain);
  await plainGit(plain, home, "add", "-A");
  await plainGit(plain, home, "commit", "-qm", "notes");
  await plainGit(plain, home, "push", "-q");
  await plainGit(base, home, "clone", "-q", bare, two);
  const [ours, git]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    edit(machine.machine.root, NOTES, EDITS, `There ${round}`);
    edit(other.machine.root, NOTES + EDITS * 3, EDITS, `Here ${round}`);
    await synced(machine);
    ours.push(await synced(other));
    await synced(machine);
    edit(two, NOTES, EDITS, `There ${round}`);
    await plainGit(two, home, "commit", "-qam", "there");
    await plainGit(two, home, "pull", "-q", "--no-rebase");
    await plainGit(two, home, "push", "-q");
    edit(plain, NOTES + EDITS * 3, EDITS, `Here ${round}`);
    git.push(
      await timed(async () => {
        await plainGit(plain, home, "commit", "-qam", "here");
        await plainGit(plain, home, "fetch", "-q");
        await plainGit(plain, home, "merge", "-q", "origin/main");
        await plainGit(plain, home, "push", "-q");
      }),
    );
  }
  return { ours: median(ours), git: median(git) };
}

/** A store that was never synced, beside git that adds, commits and pushes the same files. */
export async function firstPush(base: string, bench: Bench): Promise<Pair> {
  const home = join(base, "plain-home");
  const [files, bare] = [join(base, "first"), join(base, "first.git")];
  cpSync(bench.machine.root, files, { recursive: true, filter: (path) => !path.includes("/.git") });
  await plainGit(base, home, "init", "-q", "--bare", "--initial-branch=main", bare);
  const git = await timed(async () => {
    await plainGit(files, home, "init", "-q", "--initial-branch=main");
    await plainGit(files, home, "remote", "add", "origin", bare);
    await plainGit(files, home, "add", "-A");
    await plainGit(files, home, "commit", "-qm", "first");
    await plainGit(files, home, "push", "-q", "origin", "main");
  });
  const ours = await synced(bench);
  rmSync(files, { recursive: true });
  rmSync(bare, { recursive: true });
  return { ours, git };
}

export async function inTurns(rounds: number, ours: () => Promise<number>, git: () => Promise<number>): Promise<Pair> {
  const found: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const both = [await ours(), await git()] as const;
    if (round < 0) continue;
    found[0].push(both[0]);
    found[1].push(both[1]);
  }
  return { ours: median(found[0]), git: median(found[1]) };
}

async function times(rounds: number, act: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const ms = await act();
    if (round >= 0) found.push(ms);
  }
  return median(found);
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
