// What the edge costs beside plain git on the same machine in the same minutes (SYN-10): ratios, because milliseconds don't
// travel.
import { execFileSync } from "node:child_process";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { commitOf, type GitBox, gitBox } from "../support/git-store.ts";
import { daemon } from "./servers.ts";
import { median, type World } from "./world.ts";

const FILES = 10_000;
const MOST_NO_OP = 4;
const MOST_COMMIT = 1.5;
const ROUNDS = 3;

export async function figures(world: World): Promise<void> {
  const base = world.folder();
  const box = gitBox(base);
  const git = await daemon(base);
  try {
    await noOp(world, box, `git://127.0.0.1:${git.port}/remote.git`, world.long ? 60 : 15);
  } finally {
    await git.close();
  }
  for (const memories of world.long ? [1000, FILES] : [800]) await manyFiles(world, memories);
}

async function noOp(world: World, box: GitBox, url: string, rounds: number): Promise<void> {
  const repository = await openGitRepository(box.root, box.env);
  await repository.setRemote(box.bare);
  const commit = await commitOf(repository, { "memories/a.md": "one" });
  await repository.move(undefined, commit);
  await repository.push(commit, 20_000);
  await repository.setRemote(url);
  const ours: number[] = [];
  const plain: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(async () => void (await repository.fetchRemote(20_000))));
    plain.push(
      await timed(async () => {
        box.git("fetch", "-q", url, "+refs/heads/main:refs/holdfast/plain");
        box.git("rev-parse", "refs/holdfast/plain", "HEAD");
      }),
    );
    // Everything of git's that a run with nothing to do needs.
    whole.push(
      await timed(async () => {
        const opened = await openGitRepository(box.root, box.env);
        await opened.recover(Date.now());
        await opened.status();
        await opened.fetchRemote(20_000);
      }),
    );
  }
  const ratio = median(ours) / median(plain);
  world.say(
    `  no-op fetch: ${ms(ours)}, git fetch and rev-parse: ${ms(plain)}, ratio ${ratio.toFixed(2)}; open, recover, status, fetch: ${ms(whole)}`,
  );
  world.check(`SYN-10 a no-op fetch costs at most ${MOST_NO_OP} times git's own`, ratio < MOST_NO_OP, ratio);
}

async function manyFiles(world: World, memories: number): Promise<void> {
  const text = (at: number): string =>
    `---\nname: memory ${at}\n---\n${`line ${at * 7919} of a memory that says something. `.repeat(12)}\n`;
  const files = Object.fromEntries(Array.from({ length: memories }, (_, at) => [`memories/m${at}.md`, text(at)]));
  const ours = async (): Promise<{ box: GitBox; commit: string; made: number; moved: number }> => {
    const box = gitBox(world.folder());
    for (const [path, content] of Object.entries(files)) box.put(path, content);
    const repository = await openGitRepository(box.root, box.env);
    let commit = "";
    const made = await timed(async () => {
      commit = await commitOf(repository, files);
    });
    const moved = await timed(async () => void (await repository.move(undefined, commit)));
    return { box, commit, made, moved };
  };
  const plain = (fsync: string): Promise<number> => {
    const other = gitBox(world.folder());
    for (const [path, content] of Object.entries(files)) other.put(path, content);
    return timed(async () => {
      other.git("-c", `core.fsync=${fsync}`, "add", "-A");
      other.git("-c", `core.fsync=${fsync}`, "-c", "gc.auto=0", "commit", "-q", "-m", "x");
    });
  };
  // In turns: one that fell into a busy moment of the machine is not the figure.
  const rounds: { made: number; moved: number; asUsual: number; asSafe: number }[] = [];
  let last = await ours();
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) last = await ours();
    const { made, moved } = last;
    rounds.push({ made, moved, asUsual: await plain("default"), asSafe: await plain("all") });
  }
  const { box, commit } = last;
  world.check(
    "SYN-10 the files of a commit were there, and git calls it clean",
    box.git("status", "--porcelain") === "",
  );
  const of = (what: "made" | "moved" | "asUsual" | "asSafe"): number =>
    Math.round(median(rounds.map((each) => each[what])));
  const ratio = median(rounds.map(({ made, moved, asSafe }) => (made + moved) / asSafe));
  const figuresOf = `commit ${of("made")} ms, index and branch ${of("moved")} ms`;
  world.say(
    `  ${memories} files: ${figuresOf}; git add and commit: ${of("asUsual")} ms, with every file synced ${of("asSafe")} ms; ratio ${ratio.toFixed(2)} of the latter`,
  );
  world.check(`SYN-10 ${memories} files cost at most ${MOST_COMMIT} times git's own`, ratio < MOST_COMMIT, ratio);
  await arrive(world, box, commit, memories);
}

/** A second machine gets all of them: each file is made durable, which git's own checkout does not do. */
async function arrive(world: World, box: GitBox, commit: string, memories: number): Promise<void> {
  box.git("push", "-q", box.bare, `${commit}:refs/heads/main`);
  const other = gitBox(box.base, "b");
  const repository = await openGitRepository(other.root, other.env);
  await repository.setRemote(box.bare);
  const fetched = await timed(async () => void (await repository.fetchRemote(60_000)));
  const moved = await timed(async () => void (await repository.move(undefined, commit)));
  const clone = await timed(async () => {
    execFileSync(
      "git",
      ["-c", "protocol.file.allow=always", "clone", "-q", "--no-local", box.bare, `${box.base}/clone`],
      { env: other.env },
    );
  });
  world.say(
    `  ${memories} files arrive: fetch ${Math.round(fetched)} ms, files ${Math.round(moved)} ms; git clone ${Math.round(clone)} ms`,
  );
  const half = Math.floor(memories / 2);
  const entries = await repository.entries(commit);
  const blobs = await repository.write(Array.from({ length: half }, (_, at) => Buffer.from(`changed ${at}\n`)));
  const files = entries.map(({ path, blob }, at) => ({ path, blob: blobs[at] ?? blob }));
  const next = await repository.commit({ files, parents: [commit], message: "x", device: "0123456789abcdef", at: 1 });
  const changed = await timed(async () => void (await repository.move(commit, next)));
  await repository.push(next, 60_000);
  const clonedGit = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", `${box.base}/clone`, "-c", "protocol.file.allow=always", ...args], {
      env: other.env,
      encoding: "utf8",
    });
  clonedGit("fetch", "-q");
  const merged = await timed(async () => void clonedGit("merge", "-q", "--ff-only", next));
  world.say(
    `  ${half} files changed by a move: ${Math.round(changed)} ms; git merge --ff-only: ${Math.round(merged)} ms`,
  );
  world.check(
    "SYN-10 all of them arrived",
    other.git("status", "--porcelain") === "" && other.git("ls-files").split("\n").length === memories,
  );
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function ms(taken: readonly number[]): string {
  const p95 = taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? Number.NaN;
  return `${Math.round(median(taken))} ms (p95 ${Math.round(p95)})`;
}
