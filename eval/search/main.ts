// Search and silence measured (EVA-1, EVA-2). Ends with 1 when a floor is missed.
//   node eval/search/main.ts [--quick] [--peers] [--silence] [--only CORPUS]... [--json FILE] [--write]
// The index on disk ranks; an index in memory checks it, and serves the silence part, which opens hundreds of stores.
// --quick leaves the baselines, the encoder in a large store and a second padding out and puts only some corpora through the index on disk. --peers asks peers/ in their
// place, and leaves out the sessions, the padding and the poison, which have no peers. --silence measures silence
// alone. --write puts the figures of a full run into docs/results/search.md.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { heldEncoder } from "../../test/support/encoder.ts";
import { BASELINES } from "./baselines/index.ts";
import { PORTER } from "./baselines/plain.ts";
import { ON_DISK } from "./disk-index.ts";
import { encodingFigures } from "./encoding.ts";
import {
  atLeast,
  atMost,
  type Check,
  ENCODER_FLOORS,
  MEANING_FLOORS,
  NDCG_FLOORS,
  NEAR_POISON_MOST,
  OWN_FLOORS,
  PADDING_MOST,
  POISON_ALONE_MOST,
  POISON_MOST,
  SESSION_FLOORS,
  SILENCE_FLOORS,
} from "./floors.ts";
import { type MeaningFigures, meaningFigures, smallFigures } from "./meaning.ts";
import { noteResults } from "./note.ts";
import { IN_MEMORY } from "./ours.ts";
import { ownFigures } from "./own.ts";
import { toMarkdown } from "./page.ts";
import { memoryGraft, poisonedRag, type Shares, stuffedAsks } from "./poison.ts";
import {
  CORPORA,
  loadOnce,
  type Padding,
  paddingOf,
  type Ranking,
  rankingOf,
  type Sessions,
  sessionsOf,
} from "./ranking.ts";
import { ownCorpus } from "./read.ts";
import type { Results } from "./results.ts";
import * as say from "./say.ts";
import { FULL, QUICK, type SilenceFigures, silenceFigures } from "./silence-figures.ts";
import type { Written } from "./told.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    silence: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

/** Small enough to be written to disk and scanned in every run. */
const ALWAYS_ON_DISK: ReadonlySet<string> = new Set(["locomo-obs", "codinglife", "agentmemory-quality", "own"]);

/** Where honest memories about the same questions stand beside the poisoned ones; elsewhere nothing else could win. */
const HONEST_RIVALS: ReadonlySet<string> = new Set([
  "MemoryGraft, both",
  "asks made of the store's names",
  "asks made of other questions",
]);

const baselines = values.peers ? (await import("./peers/index.ts")).PEERS : values.quick ? [] : BASELINES;
const checks: Check[] = [];
let notRun = 0;

function wants(name: string): boolean {
  return values.only.length === 0 || values.only.includes(name);
}

function check(made: Check): void {
  checks.push(made);
  if (!made.passed) console.log(`MISSED ${made.name}: ${made.value.toFixed(3)}, floor ${made.bound}`);
}

function missing(name: string): undefined {
  console.log(`NOT RUN: ${name} is not here.`);
  notRun++;
  return undefined;
}

function rankings(): readonly Ranking[] {
  return CORPORA.filter(wants).flatMap((name) => {
    const groups = loadOnce(name);
    if (groups === undefined) return missing(name) ?? [];
    const onDisk = !values.quick || ALWAYS_ON_DISK.has(name);
    const ranking = rankingOf(name, groups, {
      ours: onDisk ? ON_DISK : IN_MEMORY,
      other: onDisk ? IN_MEMORY : undefined,
      baselines,
    });
    say.ranking(ranking);
    const floor = NDCG_FLOORS[name];
    if (floor !== undefined) check(atLeast(`nDCG@10 on ${name}`, ranking.ours.all.ndcg, floor));
    return [ranking];
  });
}

function ownPart(): Results["own"] {
  const groups = ownCorpus();
  if (groups === undefined) return missing("the own corpus");
  const ranking = rankingOf("own", groups, {
    ours: ON_DISK,
    other: IN_MEMORY,
    baselines,
  });
  const figures = ownFigures(IN_MEMORY, groups);
  say.ranking(ranking);
  say.own(figures);
  check(atLeast("hit@5 on the held-out part of the own corpus", figures.heldOut.hit5, OWN_FLOORS.hit5));
  for (const { name, hit5 } of figures.languages) check(atLeast(`hit@5 in ${name}`, hit5, OWN_FLOORS.eachLanguage));
  const kind = (name: string): number => figures.kinds.find((row) => row.name === name)?.hit5 ?? 0;
  check(atLeast("hit@5 of two-character questions", kind("short-cjk"), OWN_FLOORS.shortCjk));
  check(atLeast("hit@5 of identifier forms", kind("identifier"), OWN_FLOORS.identifier));
  return { figures, ranking };
}

function sessionPart(): readonly Sessions[] {
  const groups = loadOnce("locomo-session");
  if (groups === undefined) return missing("locomo-session") ?? [];
  const all = [ON_DISK, ...(values.quick ? [] : [PORTER])].map((engine) => sessionsOf(engine, groups));
  for (const each of all) say.sessions(each);
  const [{ r1, r5, r10 }] = all as [Sessions];
  check(atLeast("LoCoMo sessions R@1", r1, SESSION_FLOORS.r1));
  check(atLeast("LoCoMo sessions R@5", r5, SESSION_FLOORS.r5));
  check(atLeast("LoCoMo sessions R@10", r10, SESSION_FLOORS.r10));
  return all;
}

function paddingPart(): readonly Padding[] {
  return ["locomo-obs", ...(values.quick ? [] : ["beam-user"])].flatMap((name) => {
    const groups = loadOnce(name);
    if (groups === undefined) return missing(`padding on ${name}`) ?? [];
    const cost = paddingOf(name, IN_MEMORY, groups, 200);
    say.padding(cost);
    check(atMost(`points of R@5 lost to 200 words of output on ${name}`, cost.bare - cost.padded, PADDING_MOST));
    check(atMost(`points of R@5 lost to 200 words in one line on ${name}`, cost.bare - cost.flat, PADDING_MOST));
    return [cost];
  });
}

function silencePart(): SilenceFigures | undefined {
  const figures = silenceFigures(IN_MEMORY, ownCorpus() ?? [], values.quick ? QUICK : FULL);
  if (figures === undefined) return missing("silence");
  say.silence(figures);
  const { generic, foreign, sameDomain } = SILENCE_FLOORS;
  for (const { name, rates } of figures.generic)
    if (name.startsWith("all, ")) check(atMost(`generic prompts, ${name.slice(5)}`, rates.wrong, generic.wrong));
  for (const { name, rates } of figures.foreign) {
    check(atMost(`questions of other groups, ${name}`, rates.wrong, foreign.wrong));
    check(atLeast(`useful injections kept, ${name}`, rates.kept, foreign.kept));
  }
  check(atMost("questions about another project", figures.sameDomain.rates.wrong, sameDomain.wrong));
  check(atLeast("useful injections kept, coding", figures.sameDomain.rates.kept, sameDomain.kept));
  check(atLeast("useful injections kept, pasted errors", figures.errors.rates.kept, SILENCE_FLOORS.errors.kept));
  return figures;
}

function poisonPart(): readonly Shares[] {
  const own = ownCorpus();
  const patient: Written = "on a day of its own";
  // A poisoner who takes their time is the harder one.
  const both: readonly Written[] = values.quick ? [patient] : ["on one day", patient];
  const floored = [
    ...(poisonedRag(IN_MEMORY) ?? missing("PoisonedRAG") ?? []),
    ...both.flatMap((written) => memoryGraft(IN_MEMORY, written) ?? missing("MemoryGraft") ?? []),
    ...both.flatMap((written) => (own === undefined ? [] : stuffedAsks(IN_MEMORY, own, written))),
  ];
  for (const each of floored) {
    say.poison(each);
    check(atMost(`slots taken, ${each.name}`, each.ofSlots, POISON_MOST));
    if (HONEST_RIVALS.has(each.name)) check(atMost(`share of the injected, ${each.name}`, each.injected, POISON_MOST));
  }
  // Nobody else has a word to say about these questions, so half of the slots is all that the caps promise.
  const alone = poisonedRag(IN_MEMORY, patient) ?? [];
  for (const each of alone) {
    say.poison(each);
    check(atMost(`slots taken, ${each.name}`, each.ofSlots, POISON_ALONE_MOST));
  }
  return [...floored, ...alone];
}

async function meaningPart(): Promise<MeaningFigures | undefined> {
  const figures = await meaningFigures();
  if (figures === undefined) return missing("meaning");
  say.meaning(figures);
  meaningChecks("table", figures, MEANING_FLOORS);
  const held = await heldEncoder();
  if (held === undefined) return missing("the package of the encoder (.ci/setup meaning)") ?? figures;
  if (values.quick) {
    const near = await smallFigures(held.encoder);
    if (near !== undefined) meaningChecks("encoder", near, ENCODER_FLOORS);
  } else {
    const encoded = await meaningFigures(held.encoder);
    if (encoded !== undefined) {
      console.log("meaning by the encoder:");
      say.meaning(encoded);
      meaningChecks("encoder", encoded, ENCODER_FLOORS);
    }
  }
  held.close();
  return figures;
}

/** By hand, for it watches a clock: dist/ and the package must be there. */
async function encodingPart(): Promise<void> {
  const figures = await encodingFigures(10_000, 15);
  if (figures === undefined)
    return missing("what embeds memories in the background (.ci/setup meaning, npm run build)");
  say.encoding(figures);
}

type Checked = Pick<MeaningFigures, "rows" | "sameOrder"> & Partial<Pick<MeaningFigures, "poison">>;

function meaningChecks(by: string, figures: Checked, floors: Readonly<Record<string, number>>): void {
  for (const { name, withNear } of figures.rows) {
    const floor = floors[name];
    if (floor !== undefined) check(atLeast(`right one shown by the ${by}, ${name}`, withNear, floor));
  }
  check(atLeast(`lexical order the same with the ${by}`, Number(figures.sameOrder), 1));
  if (figures.poison === undefined) return;
  const { oneDay, ownDays } = figures.poison;
  check(atMost(`near places taken by ten memories of one day, ${by}`, oneDay, NEAR_POISON_MOST.oneDay));
  check(atMost(`near places taken by ten of a day each, ${by}`, ownDays, NEAR_POISON_MOST.ownDays));
}

async function main(): Promise<number> {
  const whole = !values.silence && values.only.length === 0;
  const rest = whole && !values.peers;
  const results: Results = {
    rankings: values.silence ? [] : rankings(),
    own: whole || values.only.includes("own") ? ownPart() : undefined,
    sessions: rest || values.only.includes("locomo-session") ? sessionPart() : [],
    paddings: rest || values.only.includes("padding") ? paddingPart() : [],
    silence: whole || values.silence ? silencePart() : undefined,
    poison: rest || values.only.includes("poison") ? poisonPart() : [],
    meaning: rest || values.only.includes("meaning") ? await meaningPart() : undefined,
    checks,
  };
  if (values.only.includes("encoding")) await encodingPart();
  const book = notebook();
  noteResults(book, results);
  book.save(values.json);
  if (values.write && whole && !values.quick && !values.peers)
    writeFileSync(new URL("../../docs/results/search.md", import.meta.url), toMarkdown(results));
  const passed = checks.filter((each) => each.passed).length;
  console.log(`not-run=${notRun} seconds=${process.uptime().toFixed(0)}`);
  console.log(`${passed} passed, ${checks.length - passed} failed`);
  return passed === checks.length ? 0 : 1;
}

process.exitCode = await main();
