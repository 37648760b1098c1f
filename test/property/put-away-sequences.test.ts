// Any sequence of imports, adds in other spellings, proposals, demotions, retirements and forgetting, through every channel,
// over the real use cases and a real store: no text and no tier comes back without a person (TRU-20, TRU-23, STO-24, STO-33).
// HOLDFAST_PUT_AWAY sets the count (10000 in the long form), HOLDFAST_SEED repeats a run; a failure prints its seed.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { forget } from "../../src/forget/apply.ts";
import { openForgetJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { planForget } from "../../src/forget/plan.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { add, propose, type Standing } from "../../src/store/add.ts";
import { type Memory, readCatalogue, stemOf } from "../../src/store/catalogue.ts";
import type { Act, Plan } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { applyAssert, assertable } from "../../src/transfer/assert.ts";
import { applyImport, planImport } from "../../src/transfer/import.ts";
import { CHANNELS, type Channel } from "../../src/trust/channels.ts";
import { actOf, type Chance, chance } from "../support/acts.ts";
import { SPELLINGS } from "../support/spellings.ts";
import { emptyBox, makeBox, openBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

const numRuns = Number(process.env.HOLDFAST_PUT_AWAY ?? 60);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
const START = Date.parse("2026-06-01T12:00:00Z");
const DAY = 86_400_000;
const IMPORT = "01K9ZQ3V5N8XW2YB7C4D6E0FGH" as MemoryId;

const base = makeBox("memory");
const open = openBox(base);
afterAll(() => removeBox(base));

const WORDS = ["Café rule: deploy from the second host, always.", "Use npm here.", "Mañana the valve opens at 7:30."];
const WAYS = Object.values(SPELLINGS);
const PERSONS: readonly Channel[] = ["terminal", "editor", "web"];

/** By another way than the product's: what is left of letters without marks, in lower case. */
function lettersIn(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const ACTS = [
  "add",
  "import",
  "assert",
  "propose",
  "demote",
  "retire",
  "archive",
  "forget",
  "restore",
  "unretire",
] as const;
type ActName = (typeof ACTS)[number];
/** A person's own acts that bring words back; an import is none, whoever runs it. */
const BRINGS_BACK: readonly ActName[] = ["add", "assert", "restore", "unretire"];
const PUTS_AWAY: readonly ActName[] = ["demote", "retire", "archive", "forget"];

interface Operation {
  readonly name: ActName;
  readonly channel: Channel;
  readonly word: number;
  readonly way: number;
  readonly which: number;
  readonly standing: Standing | undefined;
  readonly named: boolean;
  readonly day: number;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<ActName>("add", "import") },
    { weight: 2, arbitrary: fc.constantFrom<ActName>("demote", "retire", "forget") },
    { weight: 3, arbitrary: fc.constantFrom(...ACTS) },
  ),
  channel: fc.oneof(fc.constantFrom(...PERSONS), fc.constantFrom(...CHANNELS)),
  word: fc.nat(WORDS.length - 1),
  way: fc.nat(WAYS.length - 1),
  which: fc.nat(5),
  standing: fc.constantFrom<Standing | undefined>(
    undefined,
    undefined,
    { kind: "retired" },
    { kind: "quarantined", reason: "wrong" },
  ),
  named: fc.boolean(),
  day: fc.integer({ min: 0, max: 400 }),
});

function spelt({ word, way }: Operation): string {
  return WAYS[way]?.(WORDS[word] ?? "") ?? "";
}

async function perform(each: Operation, act: Act): Promise<void> {
  const { memories } = readCatalogue(open.store);
  const fitting = memories.filter((memory) => suits(each.name, memory));
  const memory = fitting[each.which % Math.max(1, fitting.length)];
  switch (each.name) {
    case "add":
      await add(open, { text: spelt(each), global: true, ...(each.named ? { name: "Another name" } : {}) }, act);
      return;
    case "import":
    case "assert":
      return imported(each, act);
    case "propose":
      if (memory !== undefined)
        await propose([open], { name: stemOf(memory), change: "edit", text: spelt(each), reason: "It is so." }, act);
      return;
    case "forget":
      if (memory !== undefined) await forgotten(memory, act);
      return;
    default: {
      const plan = memory && planned(each.name, memory, act);
      if (plan?.kind === "plan") await write(open, plan as Plan, act);
    }
  }
}

function suits(name: ActName, { tier, document }: Memory): boolean {
  if (name === "archive" || name === "restore") return tier === "quarantined";
  if (name === "unretire") return document.fields.has("status");
  return name === "forget" || tier !== "quarantined";
}

function planned(name: ActName, memory: Memory, act: Act): { readonly kind: string } {
  if (name === "demote" || name === "restore") return planTierChange(memory, { verb: name, reason: "wrong" }, act);
  return name === "archive" ? planArchive(memory, act) : planRetire(memory, act, name === "unretire");
}

async function imported(each: Operation, act: Act): Promise<void> {
  const candidate = {
    kind: "candidate",
    source: "backfill",
    text: `${spelt(each)}\n`,
    ...(each.named ? { name: "Of another tool" } : {}),
    stated: false,
    gesture: true,
    from: "/notes.md",
    atMs: START,
    ...(each.standing === undefined ? { verified: "person" as const } : { standing: each.standing }),
  } as const;
  const file: Act = { ...act, channel: "import" };
  const request = { id: IMPORT, candidates: [candidate], by: act.channel };
  const plan = await planImport(open, request, file, async () => true);
  if (each.name === "assert") await applyAssert(open, assertable(plan, act.now), act);
  else await applyImport(open, plan, file, async () => true);
}

async function forgotten(memory: Memory, act: Act): Promise<void> {
  const tools = { traces: openTraces(placesOf(base)), journal: openForgetJournal(placesOf(base).state) };
  const plan = planForget([open], [memory.id ?? stemOf(memory)], tools.traces, act);
  if (!isRefusal(plan)) await forget({ stores: [open], ...tools, act }, plan.job);
}

interface Stands {
  readonly bytes: string;
  readonly word: number;
  readonly tier: string;
  readonly inUse: boolean;
  readonly isProposal: boolean;
}

/** Read by itself, file by file. */
function snapshot(): ReadonlyMap<string, Stands> {
  const found = new Map<string, Stands>();
  for (const place of ["memories", "quarantine"]) {
    for (const file of readdirSync(`${rootOf(base)}/${place}`)) {
      const bytes = readFileSync(`${rootOf(base)}/${place}/${file}`, "utf8");
      const letters = lettersIn(bytes.slice(bytes.indexOf("\n---\n") + 5));
      const tier = /^trust-level: (\w+)$/m.exec(bytes)?.[1] ?? "none";
      const isProposal = /^proposes:/m.test(bytes);
      const inUse = place === "memories" && !/^status: retired$/m.test(bytes) && !isProposal;
      const word = WORDS.findIndex((each) => letters.includes(lettersIn(each)));
      found.set(`${place}/${file}`, { bytes, word, tier, inUse, isProposal });
    }
  }
  return found;
}

const inUse = (stands: ReadonlyMap<string, Stands>, word: number): number =>
  [...stands.values()].filter((each) => each.inUse && each.word === word).length;

const count = new Map<string, number>();
const tally = (what: string): void => void count.set(what, (count.get(what) ?? 0) + 1);

/** What is wrong with an act; the words that are away are kept count of. */
function judge(
  { name, channel, word, standing }: Operation,
  before: ReadonlyMap<string, Stands>,
  after: ReadonlyMap<string, Stands>,
  away: Set<number>,
): readonly string[] {
  const isPerson = PERSONS.includes(channel);
  const wrong: string[] = [];
  const made = [...after].filter(([at]) => !before.has(at));
  const isImport = name === "import" || (name === "assert" && !isPerson);
  if (!isPerson) {
    for (const [at, { bytes }] of before) if (after.get(at)?.bytes !== bytes) wrong.push(`${channel} changed ${at}`);
    if (isImport && made.length > 0) wrong.push(`${channel} imported ${made.map(([at]) => at).join()}`);
    if (made.some(([, { tier }]) => tier !== "inferred")) wrong.push(`${channel} made more than inferred by ${name}`);
  }
  if (name === "import" && made.some(([, each]) => each.tier === "verified")) wrong.push("an import made verified");
  if (name === "import" && standing !== undefined && made.some(([, each]) => each.inUse))
    wrong.push(`what was ${standing.kind} came into use`);
  const mayBringBack = isPerson && BRINGS_BACK.includes(name);
  for (const each of away) {
    if (inUse(after, each) <= inUse(before, each)) continue;
    if (mayBringBack) away.delete(each);
    else wrong.push(`${name} by ${channel} brought back "${WORDS[each]}"`);
  }
  if (!mayBringBack && away.has(word) && ["add", "import", "propose"].includes(name) && !isPerson) tally("refused");
  if (made.length > 0) tally(name);
  if (isPerson && PUTS_AWAY.includes(name)) {
    for (const [at, { word: put, isProposal }] of before) {
      // A proposal goes with its memory, and was never anybody's word.
      if (after.get(at)?.bytes === before.get(at)?.bytes || put < 0 || isProposal) continue;
      away.add(put);
      tally(name);
    }
  }
  // What arrived out of use is put away as well.
  for (const [, each] of made) if (name === "import" && !each.inUse && each.word >= 0) away.add(each.word);
  return wrong;
}

async function run(operations: readonly Operation[], next: Chance): Promise<readonly string[]> {
  emptyBox(base);
  rmSync(`${rootOf(base)}/tombstones`, { recursive: true, force: true });
  const away = new Set<number>();
  let before = snapshot();
  for (const each of operations) {
    await perform(each, actOf(each.channel, new Date(START + each.day * DAY), next));
    const after = snapshot();
    const wrong = judge(each, before, after, away);
    if (wrong.length > 0) return wrong;
    before = after;
  }
  return [];
}

test(`TRU-20, TRU-23, STO-24, STO-33: ${numRuns} sequences through every channel`, { timeout: 3_600_000 }, async () => {
  const next = chance(seed);
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 12, size: "max" }), async (operations) => {
      expect(await run(operations, next)).toEqual([]);
    }),
    { numRuns, seed },
  );
  // A run in which an act hardly ever succeeded would have proved nothing about it; among a few sequences the rarest may be missing.
  const least = Math.floor(numRuns / 100);
  const rare = ["add", "import", "assert", "demote", "retire", "forget", "refused"].filter(
    (each) => (count.get(each) ?? 0) < least,
  );
  expect(rare).toEqual([]);
});
