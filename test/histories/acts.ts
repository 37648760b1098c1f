// What the owner and the owner's agents do on a machine, through the program.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../support/person.ts";
import type { Act, What } from "./model.ts";
import type { Computer, Listed, World } from "./world.ts";

const ANIMALS = ["heron", "pelican", "badger", "otter", "lynx", "marten", "gannet", "adder", "newt", "vole"];
const PLACES = ["Oslo", "Quito", "Kyoto", "Turin", "Dakar", "Perth", "Lima", "Riga", "Cork", "Bergen"];
const SAVE: Answer = [/Save it\?/, "\n"];

export function oneOf<T>(items: readonly T[], { next }: Pick<World, "next">): T {
  const item = items[Math.floor(next() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

/** Words that no other memory of this history has, and that no other could be meant to replace. */
export function newWords(world: World): string {
  world.count++;
  const [animal, other] = [`${oneOf(ANIMALS, world)}${world.count}`, `${oneOf(PLACES, world)}${world.count}`];
  return `The ${animal} cluster keeps ${2 + Math.floor(world.next() * 7)} replicas near ${other}.`;
}

export function fileOf(on: Computer, { stem, tier }: Pick<Listed, "stem" | "tier">): string {
  return join(on.store, tier === "quarantined" ? "quarantine" : "memories", `${stem}.md`);
}

/** The words of a file, as a person reads them. */
export function wordsIn(text: string): string {
  return text.slice(text.indexOf("\n---\n", 4) + 5).trim();
}

export function wordsOf(on: Computer, memory: Listed): string {
  return wordsIn(readFileSync(fileOf(on, memory), "utf8"));
}

type Step = (world: World, on: Computer) => Promise<string>;

export const personAdds: Step = async (world, on) => {
  const words = newWords(world);
  const { code, transcript } = await on.type(`add "${words}"`, SAVE);
  if (code !== 0) throw new Error(`add by a person: ${transcript}`);
  return `person adds ${noted(world, on, { words, byPerson: true })}: ${words}`;
};

export const agentAdds: Step = async (world, on) => {
  const words = newWords(world);
  const { code, out } = await on.asAgent("add", words);
  if (code !== 0) throw new Error(`add by an agent: ${out}`);
  return `agent adds ${noted(world, on, { words, byPerson: false })}: ${words}`;
};

/** What was added is found by its words, which no other memory has. */
function noted({ model }: World, on: Computer, { words, byPerson }: Pick<Act, "words" | "byPerson">): string {
  const folder = join(on.store, "memories");
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const text = texts.find((each) => wordsIn(each).includes(words));
  const id = /^id: (\S+)$/m.exec(text ?? "")?.[1];
  if (text === undefined || id === undefined) throw new Error(`nothing was added: ${words}`);
  model.note(on, { what: "write", id, words: wordsIn(text), byPerson });
  return id;
}

/** Which act fits which memory, and the command of it. */
const VERBS: readonly { readonly what: What; fits(memory: Listed): boolean; command(id: string): string }[] = [
  { what: "confirm", fits: isLive("inferred", "unattested"), command: (id) => `confirm ${id}` },
  { what: "demote", fits: isLive("verified", "inferred", "unattested"), command: (id) => `demote ${id} --yes` },
  { what: "restore", fits: ({ tier }) => tier === "quarantined", command: (id) => `restore ${id}` },
  { what: "retire", fits: isLive("verified"), command: (id) => `retire ${id} --yes` },
  { what: "back", fits: ({ status }) => status === "retired", command: (id) => `retire ${id} --back --yes` },
  { what: "archive", fits: ({ tier }) => tier === "quarantined", command: (id) => `archive ${id} --yes` },
  { what: "forget", fits: () => true, command: (id) => `forget ${id} --yes` },
];

function isLive(...tiers: readonly string[]): (memory: Listed) => boolean {
  return ({ tier, status }) => status === "active" && tiers.includes(tier);
}

export interface Chosen {
  readonly what: What;
  /** What there was before. */
  readonly ids: ReadonlySet<string>;
  readonly memory: Listed;
  readonly command: string;
}

export async function choose(world: World, on: Computer): Promise<Chosen | undefined> {
  const memories = await on.list();
  if (memories.length === 0) return undefined;
  const memory = oneOf(memories, world);
  // Forgetting is rare, and must not empty the world.
  const verbs = VERBS.filter(({ what, fits }) => fits(memory) && (what !== "forget" || world.next() < 0.15));
  if (verbs.length === 0) return undefined;
  const { what, command } = oneOf(verbs, world);
  return { what, memory, command: command(memory.id), ids: new Set(memories.map(({ id }) => id)) };
}

export const personDecides: Step = async (world, on) => {
  const chosen = await choose(world, on);
  if (chosen === undefined) return personAdds(world, on);
  const { what, memory, command, ids } = chosen;
  const words = wordsOf(on, memory);
  const { code, transcript } = await on.type(command);
  // What is refused was not done; the next one may be.
  if (code !== 0) return `${command} is refused: ${transcript.slice(0, 300)}`;
  world.model.note(on, { what, id: memory.id, words, byPerson: true });
  // A proposal that is taken up becomes a memory of its own, with the words that the person saw.
  const made = (await on.list()).filter((each) => what === "confirm" && !ids.has(each.id));
  for (const each of made)
    if (wordsOf(on, each) === words) world.model.note(on, { what, id: each.id, words, byPerson: true });
  return command;
};

export const personEdits: Step = async (world, on) => {
  const live = (await on.list()).filter(isLive("verified", "inferred"));
  if (live.length === 0) return personAdds(world, on);
  const memory = oneOf(live, world);
  const [over, words] = [wordsOf(on, memory), newWords(world)];
  const { code, transcript } = await on.type(`edit ${memory.id} --body "${words}"`, SAVE);
  if (code !== 0) return `edit is refused: ${transcript.slice(0, 300)}`;
  const after = (await on.list()).find(({ id }) => id === memory.id);
  if (after === undefined) throw new Error(`an edited memory is gone: ${transcript}`);
  world.model.note(on, { what: "edit", id: memory.id, words: wordsOf(on, after), over, byPerson: true });
  return `edit ${memory.id}: ${words}`;
};

/** An editor that knows nothing of Holdfast. */
export const handEdits: Step = async (world, on) => {
  const memories = await on.list();
  if (memories.length === 0) return agentAdds(world, on);
  const memory = oneOf(memories, world);
  const file = fileOf(on, memory);
  const text = readFileSync(file, "utf8");
  const words = newWords(world);
  writeFileSync(file, text.replace(wordsIn(text), words));
  world.model.note(on, { what: "edit", id: memory.id, words, byPerson: false });
  return `by hand ${memory.id}: ${words}`;
};
