// SYN-16: a run that is killed while it moves the branch. At no moment is there half a file or a conflict, and the
// next run ends what was begun.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { commitOf, type GitBox, gitBox } from "../support/git-store.ts";
import { leftWithHome, type World } from "./world.ts";

const MOST_ROUNDS = 60;
const CHILD = fileURLToPath(new URL("./children/move.ts", import.meta.url));
const FILES = 60;

type Files = Readonly<Record<string, string>>;

/** A third of the files changes, some go and some come. */
function filesOf(round: number): Files {
  const files: Record<string, string> = {};
  for (let at = 0; at < FILES; at++) {
    if ((at + round) % 7 === 0) continue;
    files[`memories/m${at}.md`] = `memory ${at}, version ${at % 3 === 0 ? round : 0}\n`.repeat(40);
  }
  return files;
}

export async function kills(world: World): Promise<void> {
  const box = gitBox(world.folder());
  const repository = await openGitRepository(box.root, box.env);
  let head = await commitOf(repository, filesOf(0));
  await repository.move(undefined, head);
  const rounds = world.long ? 120 : 8;
  const seen = { before: 0, amid: 0, after: 0 };
  // How long a move takes depends on the machine: the moment is narrowed down between too early and too late.
  let [early, late] = [0, 260];
  let round = 0;
  while (round < rounds || (seen.amid === 0 && round < MOST_ROUNDS)) {
    round++;
    const delay = world.long ? (round / rounds) * 260 : early + (late - early) * ((round % 4) + 1) * 0.2;
    const next = await commitOf(repository, filesOf(round), [head]);
    repository.rest();
    await killedMove(box, head, next, delay);
    const torn = Object.keys({ ...filesOf(round - 1), ...filesOf(round) }).filter((path) => isTorn(box, path, round));
    world.check("STO-20 a killed move leaves no half file", torn.length === 0, torn);
    const before = box.git("rev-parse", "main");
    const status = await repository.status();
    const unfinished = status.unfinished.length > 0 || status.changed.some(({ how }) => how === "conflict");
    world.check("SYN-10 and no conflict state", !unfinished, status);
    const recovered = await repository.recover(Date.now());
    const now = box.git("rev-parse", "main");
    const when = before === next ? "after" : recovered.length > 0 ? "amid" : "before";
    seen[when] += 1;
    if (when === "after") late = Math.max(delay, early + 10);
    if (when === "before") early = Math.min(delay, late - 10);
    if (now !== next) await repository.move(now, next);
    const clean = box.git("status", "--porcelain");
    const same = Object.entries(filesOf(round)).every(([path, text]) => box.text(path) === text);
    world.check("SYN-10 the next run finishes, and git calls it clean", clean === "" && same, [clean, same]);
    head = next;
  }
  world.say(`  ${round} kills: ${seen.before} before the move, ${seen.amid} in it, ${seen.after} after it`);
  world.check("SYN-10 the kills hit the move itself", seen.amid > 0, seen);
  world.check("SYN-16 nothing is broken", box.git("fsck", "--no-dangling") === "");
}

async function killedMove(box: GitBox, from: string, to: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, box.root, from, to], {
    env: box.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await ended;
  // A git that was running is no child of anybody's now, and ends by itself.
  await leftWithHome(box.env.HOME ?? "");
}

function isTorn(box: GitBox, path: string, round: number): boolean {
  let text: string;
  try {
    text = readFileSync(join(box.root, path), "utf8");
  } catch {
    return false; // not there: before or after, as the two commits say
  }
  return text !== filesOf(round - 1)[path] && text !== filesOf(round)[path];
}
