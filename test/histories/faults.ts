// What happens to machines and to their remote: syncs, kills, backups, copied disks, files that vanish or move, a remote that
// is rolled back or written anew.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { choose, fileOf, oneOf } from "./acts.ts";
import { type Computer, computer, type World } from "./world.ts";

type Step = (world: World, on: Computer) => Promise<string>;

const LONGEST_MS = 900;

export const syncs: Step = async (world, on) => {
  const { code, transcript } = await on.type("sync", [/Take them\?/, "y\n"]);
  world.said.push(transcript);
  const head = on.head();
  if (code === 0 && head !== undefined) world.model.carried(on, head);
  return `sync: ${code === 0 ? "done" : transcript.slice(-400)}`;
};

/** Whether it came as far as a commit is told by git; what was done before is in it. */
export const killedSync: Step = async (world, on) => {
  const before = on.head();
  const ms = await killed(world, on, "sync");
  const head = on.head();
  if (head !== undefined && head !== before) world.model.committed(on, head);
  return `sync, killed after ${ms} ms`;
};

export const killedVerb: Step = async (world, on) => {
  const chosen = await choose(world, on);
  if (chosen === undefined) return "nothing to do";
  world.model.unsure.add(chosen.memory.id);
  return `${chosen.command}, killed after ${await killed(world, on, chosen.command)} ms`;
};

async function killed(world: World, on: Computer, command: string): Promise<number> {
  const started = on.start(command);
  const ms = Math.floor(world.next() * LONGEST_MS);
  await Promise.race([sleep(ms), started.ended]);
  started.kill();
  await started.ended;
  return ms;
}

export const backsUp: Step = async (world, on) => {
  rmSync(backupOf(world, on), { recursive: true, force: true });
  cpSync(on.home, backupOf(world, on), { recursive: true, verbatimSymlinks: true });
  world.backups.set(on.name, world.model.snapshot(on));
  return "backup";
};

export const setBack: Step = async (world, on) => {
  const then = world.backups.get(on.name);
  if (then === undefined) return backsUp(world, on);
  rmSync(on.home, { recursive: true, force: true });
  cpSync(backupOf(world, on), on.home, { recursive: true, verbatimSymlinks: true });
  world.model.returned(on, then);
  world.model.isDoubled = true;
  return "set back to the backup";
};

function backupOf({ base }: World, { name }: Computer): string {
  return join(base, `backup-of-${name}`);
}

/** One disk in two machines; once in a history. */
export const copiesDisk: Step = async (world, on) => {
  if (world.mine.some(({ name }) => name === "copy")) return "there is a copy already";
  const copy = computer(world.base, "copy", 0);
  cpSync(on.home, copy.home, { recursive: true, verbatimSymlinks: true });
  world.mine.push(copy);
  world.model.returned(copy, world.model.snapshot(on));
  world.model.isDoubled = true;
  return "its disk is copied into another machine";
};

export const vanishes: Step = async (world, on) => {
  const memories = await on.list();
  if (memories.length === 0) return "nothing to remove";
  const gone = world.next() < 0.4 ? memories : [oneOf(memories, world)];
  for (const each of gone) {
    rmSync(fileOf(on, each), { force: true });
    // What no commit has yet is nowhere else.
    if (!world.model.isCarried(each.id)) world.model.unsure.add(each.id);
  }
  return `rm of ${gone.length === 1 ? gone[0]?.id : `all ${gone.length}`}`;
};

/** Out of quarantine by a plain mv: no act. */
export const movesOut: Step = async (_world, on) => {
  const folder = join(on.store, "quarantine");
  const [name] = existsSync(folder) ? readdirSync(folder).filter((each) => each.endsWith(".md")) : [];
  if (name === undefined) return "nothing in quarantine";
  renameSync(join(folder, name), join(on.store, "memories", name));
  return `mv quarantine/${name} memories/`;
};

function onRemote({ remote }: World, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", remote, ...args], { encoding: "utf8" }).trim();
}

export const rollsBack: Step = async (world) => {
  const commits = onRemote(world, "rev-list", "--first-parent", "--max-count=4", "main").split("\n");
  const to = commits.at(-1);
  if (to === undefined) return "nothing to roll back";
  onRemote(world, "update-ref", "refs/heads/main", to);
  world.model.isRewritten = true;
  return `the remote is rolled back by ${commits.length - 1}`;
};

/** All of it in one commit without a parent, as a rewritten history is. */
export const writesAnew: Step = async (world) => {
  const tree = onRemote(world, "rev-parse", "main^{tree}");
  const held = new Set(onRemote(world, "rev-list", "main").split("\n"));
  const identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
  const root = onRemote(world, ...identity, "commit-tree", tree, "-m", "anew");
  onRemote(world, "update-ref", "refs/heads/main", root);
  for (const act of world.model.acts) if ([...act.commits].some((each) => held.has(each))) act.commits.add(root);
  world.model.isRewritten = true;
  return "the remote is written anew";
};
