// What must hold: of a machine after each of its syncs, and of all of them when nobody has anything new any more. A sentence
// for each thing that is wrong.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../src/memory/document.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import type { SyncOutcome } from "../../src/sync/run.ts";
import { type Machine, treeOf } from "../support/sync-machines.ts";
import { historyOf, nameOf } from "./ghost.ts";
import { homeOf, type World } from "./world.ts";

export function afterSync(world: World, on: Machine, isEnd = false): readonly string[] {
  const { ghost } = world;
  const wrong: string[] = [];
  const history = historyOf(on);
  const held = ghost.held(on, isEnd, history);
  const forgotten = new Set(ghost.known(on, "forget", undefined, history).map(({ id }) => id));
  for (const { id, tier, document, stored } of readCatalogue(on.open().store).memories) {
    const name = `${nameOf(on)}: ${stored.place}/${stored.file}`;
    if (tier === "verified" && !ghost.permits(id ?? "", contentHash(document)))
      wrong.push(`${name} is verified, and nobody confirmed this text`);
    if (held.has(id ?? "") && tier !== "quarantined")
      wrong.push(`${name} is ${tier}, and a hold of it was never lifted`);
    // The signed word holds it wherever it lies (STO-5); a sync leaves it where it belongs all the same.
    if (held.has(id ?? "") && stored.place === "memories") wrong.push(`${name} is held, and lies in memories/`);
    if (forgotten.has(id ?? "")) wrong.push(`${name} was forgotten and is back`);
    if (stored.place === "memories" && /^(?:<{7}|>{7}) /m.test(document.text)) wrong.push(`${name} holds a conflict`);
    for (const secret of [...world.secrets, ...world.foreignSecrets])
      if (document.text.includes(secret)) wrong.push(`${name} still shows a secret`);
  }
  return wrong;
}

export function atTheEnd(world: World, last: ReadonlyMap<Machine, SyncOutcome>): readonly string[] {
  const wrong: string[] = [];
  const trees = new Set(world.machines.map(treeOf));
  if (trees.size > 1) wrong.push(`${trees.size} different trees at the end`);
  for (const on of world.machines) {
    wrong.push(...afterSync(world, on, true), ...cleanBut(on, last.get(on)), ...untouchedThere(world, on));
    if (on.git("fsck", "--no-dangling", "--no-progress") !== "") wrong.push(`${nameOf(on)}: git finds damage`);
    if (leftIn(homeOf(on)).length > 0) wrong.push(`${nameOf(on)}: left running: ${leftIn(homeOf(on)).join(", ")}`);
  }
  const shown = [world.bare, ...world.machines.map(({ root }) => join(root, ".git"))];
  for (const folder of shown) {
    const objects = everyObject(folder);
    for (const secret of world.secrets)
      if (objects.includes(secret)) wrong.push(`a secret that was typed here is an object of ${folder}`);
  }
  return wrong;
}

/** Of what git calls changed, each file was told as left out. */
function cleanBut(on: Machine, outcome: SyncOutcome | undefined): readonly string[] {
  const refused = new Set(outcome?.kind === "synced" ? outcome.refused.map(({ path }) => path) : []);
  const rows = on.git("status", "--porcelain", "-z", "--untracked-files=all").split("\0");
  const changed = rows.filter((row) => row !== "").map((row) => (row[2] === " " ? row.slice(3) : row.slice(2)));
  return changed
    .filter((path) => !refused.has(path) && !path.includes(".md.damaged-"))
    .map((path) => `${nameOf(on)}: git status shows ${path}`);
}

function untouchedThere(world: World, on: Machine): readonly string[] {
  const { memories } = readCatalogue(on.open().store);
  return world.ghost.untouched(on).flatMap(({ id, hash, byPerson }) => {
    const memory = memories.find((each) => each.id === id);
    if (memory === undefined) return [`${nameOf(on)}: ${id} was added, never changed, and is gone`];
    if (contentHash(memory.document) !== hash) return [`${nameOf(on)}: ${memory.stored.file} has other words`];
    const tier = byPerson ? "verified" : "inferred";
    return memory.tier === tier ? [] : [`${nameOf(on)}: ${memory.stored.file} is ${memory.tier}, not ${tier}`];
  });
}

/** Packed or loose, reachable or not. */
function everyObject(folder: string): Buffer {
  const args = ["--git-dir", folder, "cat-file", "--batch-all-objects", "--batch"];
  return execFileSync("git", args, { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

function leftIn(home: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || !existsSync(`/proc/${pid}/environ`)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`HOME=${home}`);
    } catch {
      return false; // it ended while the table was read, or is not ours
    }
  });
}
