// The end of a history: everybody syncs until nobody has anything new, and then what each machine shows is held against the
// model.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wordsOf } from "./acts.ts";
import { syncs } from "./faults.ts";
import { expected } from "./model.ts";
import type { Computer, Listed, World } from "./world.ts";

/** Each machine has its say, and each must hear of all others' answers to it. */
const ROUNDS = 6;

export async function judge(world: World): Promise<readonly string[]> {
  const wrong = [...(await rest(world)), ...(world.model.isRewritten ? [] : falseAlarms(world))];
  const views = await Promise.all(world.mine.map(async (on) => ({ on, list: await on.list() })));
  for (const { on, list } of views) wrong.push(...judgeOne(world, on, list).map((text) => `${on.name}: ${text}`));
  const [first, ...others] = views.map(({ on, list }) => shown(on, list));
  for (const [at, other] of others.entries())
    if (other !== first) wrong.push(`${world.mine[at + 1]?.name} shows something else:\n${other}\nthan\n${first}`);
  if (!world.model.isTampered && !world.model.isDoubled) wrong.push(...(await chains(world)));
  return wrong;
}

async function rest(world: World): Promise<readonly string[]> {
  for (let round = 1; round <= ROUNDS; round++) {
    const before = head(world);
    let last = "";
    for (const on of world.mine) {
      const told = await syncs(world, on);
      if (told !== "sync: done") last = `${on.name}: ${told}`;
    }
    world.said.push(`round ${round}: ${last}`);
    if (last === "" && head(world) === before) return [];
    if (round === ROUNDS) return [`no rest after ${ROUNDS} rounds${last === "" ? "" : `: ${last}`}`];
  }
  return [];
}

function head({ remote }: World): string {
  return execFileSync("git", ["-C", remote, "rev-parse", "main"], { encoding: "utf8" });
}

function falseAlarms({ said }: World): readonly string[] {
  return said.filter((text) => /rewritten/.test(text)).map((text) => `a false alarm: ${text}`);
}

function shown(on: Computer, list: readonly Listed[]): string {
  return list
    .map((each) => `${each.id} ${each.tier} ${each.status} ${wordsOf(on, each)}`)
    .sort()
    .join("\n");
}

function judgeOne({ model }: World, on: Computer, list: readonly Listed[]): readonly string[] {
  const wrong: string[] = [];
  for (const memory of list) {
    const words = wordsOf(on, memory);
    if (memory.tier === "verified" && !model.permits(memory.id, words))
      wrong.push(`${memory.id} is verified, and nobody stood behind: ${words}`);
  }
  const known = model.known(on);
  const texts = textsOf(on);
  for (const id of new Set(known.map((act) => act.id))) {
    if (model.unsure.has(id)) continue;
    const must = expected(
      known.filter((act) => act.id === id),
      known,
      model.writtenOver.has(id),
    );
    const memory = list.find((each) => each.id === id);
    const inUse = memory !== undefined && memory.tier !== "quarantined" && memory.status === "active";
    if (must.forgotten) {
      if (memory !== undefined) wrong.push(`${id} was forgotten and is there`);
      continue;
    }
    if (must.held && inUse) wrong.push(`${id} was demoted and is ${memory?.tier}`);
    if (must.retired && inUse) wrong.push(`${id} was retired and is in use`);
    // A remote that was written anew has lost the commit of it, and the signed word goes on.
    if (memory === undefined && model.isRewritten && model.isForgotten(id)) continue;
    if (must.archived) continue;
    if (memory === undefined) wrong.push(`${id} is gone, and nobody removed it`);
    for (const words of must.words)
      if (!texts.some((text) => text.includes(words))) wrong.push(`${id}: nobody replaced these words: ${words}`);
  }
  return wrong;
}

function textsOf({ store }: Computer): readonly string[] {
  const folders = ["memories", "quarantine"].map((each) => join(store, each)).filter((each) => existsSync(each));
  return folders.flatMap((folder) => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")));
}

async function chains({ mine }: World): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const on of mine) {
    const { code, transcript } = await on.type("log --verify");
    if (code !== 0) wrong.push(`${on.name}: log --verify: ${transcript}`);
  }
  return wrong;
}
