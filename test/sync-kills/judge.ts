// After a kill: the next run of the program ends well, both machines come to the same, nothing that was acknowledged is gone,
// and git calls everything clean.
import { existsSync, globSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { type Machine, treeOf } from "../support/sync-machines.ts";
import { type Kill, runSync } from "./program.ts";
import type { Prepared } from "./situations.ts";

export interface Judged {
  readonly killed: boolean;
  /** Something was left half done, and the next run said that it mended it. */
  readonly mended: boolean;
  readonly wrong: readonly string[];
}

const ENDED_WELL = [0, 1];

export async function killedThen(base: string, cli: string, prepared: Prepared, kill: Kill): Promise<Judged> {
  const { a, b, reset, over } = prepared;
  await reset();
  const { killed } = await runSync(base, cli, a, kill, over?.line);
  unlock(prepared.work);
  const wrong: string[] = [];
  const torn = unreadable(a);
  if (torn.length > 0) wrong.push(`half a file: ${torn.join(", ")}`);
  const again = await runSync(base, cli, a, { kind: "none" }, over?.line);
  if (!ENDED_WELL.includes(again.code ?? -1)) wrong.push(`the next run ended with ${again.code}: ${again.transcript}`);
  for (const on of [b, a]) {
    const outcome = await on.sync();
    if (outcome.kind !== "synced") wrong.push(`${on.device.nickname}: ${JSON.stringify(outcome)}`);
  }
  if (wrong.length === 0) wrong.push(...atTheEnd(prepared), ...((await over?.wrong([a, b])) ?? []));
  return { killed, mended: again.transcript.includes("cut off"), wrong };
}

/** The remote is a folder here, so its git dies with ours; where it is a server, that lives on and takes its lock away. */
function unlock(work: string): void {
  for (const lock of globSync(join(work, "remote.git", "**", "*.lock"))) rmSync(lock);
}

function atTheEnd({ a, b, known }: Prepared): readonly string[] {
  const wrong: string[] = [];
  if (treeOf(a) !== treeOf(b)) wrong.push("the trees are not the same");
  for (const on of [a, b]) {
    const name = on.device.nickname;
    const memories = readCatalogue(on.open().store).memories;
    const found = new Map(memories.map(({ document, tier }) => [String(document.fields.get("name")), tier]));
    for (const [each, tier] of known)
      if (found.get(each) !== tier) wrong.push(`${name}: ${each} is ${found.get(each) ?? "gone"}, not ${tier}`);
    if (memories.length !== known.size) wrong.push(`${name}: ${memories.length} memories, not ${known.size}`);
    const status = on.git("status", "--porcelain");
    if (status !== "") wrong.push(`${name}: git status: ${status}`);
    if (on.git("fsck", "--no-dangling", "--no-progress", "--connectivity-only") !== "") wrong.push(`${name}: fsck`);
    const left = leftovers(on);
    if (left.length > 0) wrong.push(`${name}: left behind: ${left.join(", ")}`);
  }
  return wrong;
}

function unreadable(on: Machine): readonly string[] {
  return readCatalogue(on.open().store).broken.map(({ spot }) => `${spot.place}/${spot.file}`);
}

/** Locks and notes that would stop or confuse somebody. */
function leftovers({ root }: Machine): readonly string[] {
  const git = join(root, ".git");
  const all = readdirSync(git, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("objects/"));
  const moving = existsSync(join(git, "refs", "holdfast", "moving")) ? ["refs/holdfast/moving"] : [];
  return [...all.filter((name) => name.endsWith(".lock") || /holdfast-(?:index|writing)/.test(name)), ...moving];
}
