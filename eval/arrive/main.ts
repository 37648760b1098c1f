// npm run proof arrive [-- --every 6] [--sizes 75,300,500,5000] [--dist FOLDER] [--starts]
// When the agent acts, is the memory that applies in its context (ARR-5)? Through the built hook: the session's start, the
// prompt, the tool call; absolute shares, by the moment that brought it, and the tokens spent where nothing answers.
import { parseArgs } from "node:util";
import { estimateTokens } from "../../src/text/tokens.ts";
import { genericPrompts } from "../search/generic-prompts.ts";
import {
  type Asked,
  decisions,
  languageWorld,
  newcomerWorld,
  ordinaryActs,
  paraphraseWorlds,
  type World,
} from "./notes.ts";
import { type Store, storeOf } from "./session.ts";
import { measureStarts } from "./starts.ts";

const SIZES = [75, 300, 500, 5000];
/** Of a text so many characters are looked for: a longer one is shown in part. */
const LOOKED_FOR = 60;
/** Ordinary acts are done in so many sessions, each with some of every kind: a memory comes once in a session. */
const SESSIONS = 9;
/** A store from here on does not fit a start whole. */
const SMALLEST_LARGE = 150;
/** Of each kind of everyday prompt. */
const EVERYDAY = 20;

interface Tally {
  asked: number;
  /** In the context when the agent acts, in a folder that says nothing about the work. */
  arrived: number;
  atStart: number;
  /** The same in a repository at work on the matter. */
  arrivedAtWork: number;
  atStartAtWork: number;
  /** In a session of its own, without what the start had shown. */
  byPrompt: number;
  tokens: number;
}

type Tallies = Map<string, Tally>;

function tallyIn(tallies: Tallies, key: string): Tally {
  const found = tallies.get(key) ?? {
    asked: 0,
    arrived: 0,
    atStart: 0,
    arrivedAtWork: 0,
    atStartAtWork: 0,
    byPrompt: 0,
    tokens: 0,
  };
  tallies.set(key, found);
  return found;
}

function holds(context: string, wants: readonly string[]): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/&#?\w+;/g, " ")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const seen = bare(context);
  return wants.some((text) => seen.includes(bare(text).slice(0, LOOKED_FOR)));
}

function measure(world: World, dist: string, every: number): Tallies {
  const store = storeOf(world.notes, dist);
  const tallies: Tallies = new Map();
  const start = store.start("start");
  const starts = new Map<string, string>();
  const startAt = (about: readonly string[]): string => {
    const key = about.join("\n");
    const told = starts.get(key) ?? store.startAt(`work-${starts.size}`, about);
    starts.set(key, told);
    return told;
  };
  const isWhole = world.notes.length < SMALLEST_LARGE;
  for (const [at, asked] of world.asked.entries()) {
    if (at % every !== 0) continue;
    const prompt = store.prompt(`prompt-${at}`, asked.text);
    const atWork = isWhole || asked.wants.length === 0 || asked.about === undefined ? start : startAt(asked.about);
    for (const key of [asked.cat, `${asked.cat} ${asked.lang ?? (asked.isHeldOut ? "held-out" : "development")}`])
      count(tallyIn(tallies, key), asked, { start, atWork, prompt });
  }
  everyday(store, tallyIn(tallies, "everyday"), every);
  for (const [at, { wants, isHeldOut, ...act }] of (world.acts ?? []).entries()) {
    const brought = store.act(`act-${at}`, act);
    for (const key of ["act", `act ${isHeldOut ? "held-out" : "development"}`])
      countAct(tallyIn(tallies, key), brought, wants);
  }
  for (const [at, act] of ordinaryActs().entries())
    if (at % every === 0) countAct(tallyIn(tallies, "ordinary act"), store.act(`ordinary-${at % SESSIONS}`, act));
  store.remove();
  return tallies;
}

interface Given {
  readonly start: string;
  readonly atWork: string;
  readonly prompt: string;
}

function count(tally: Tally, asked: Asked, given: Given): void {
  const atStart = holds(given.start, asked.wants);
  const atWork = holds(given.atWork, asked.wants);
  const byPrompt = holds(given.prompt, asked.wants);
  tally.asked++;
  tally.atStart += Number(atStart);
  tally.atStartAtWork += Number(atWork);
  tally.arrivedAtWork += Number(atWork || byPrompt);
  tally.byPrompt += Number(byPrompt);
  tally.arrived += Number(atStart || byPrompt);
  tally.tokens += estimateTokens(given.prompt);
}

/** By the act alone; of an ordinary one anything that it brings counts. */
function countAct(tally: Tally, brought: string, wants?: readonly string[]): void {
  tally.asked++;
  tally.arrived += Number(wants === undefined ? brought !== "" : holds(brought, wants));
  tally.tokens += estimateTokens(brought);
}

function everyday(store: Store, tally: Tally, every: number): void {
  for (const [at, { text }] of genericPrompts(EVERYDAY).entries()) {
    if (at % every !== 0) continue;
    tally.asked++;
    tally.tokens += estimateTokens(store.prompt(`everyday-${at}`, text));
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : ((100 * part) / whole).toFixed(1));

function say(world: World, tallies: Tallies): void {
  for (const [key, tally] of tallies) {
    const { asked, arrived, atStart, byPrompt, tokens } = tally;
    if (/\bact\b/.test(key)) {
      const share = `${key.startsWith("ordinary") ? "brought" : "arrived"}=${percent(arrived, asked)}`;
      console.log(
        `${world.name} "${key}" n=${asked} ${share} tokens-per-act=${(tokens / Math.max(1, asked)).toFixed(1)}`,
      );
      continue;
    }
    const work = `at-work=${percent(tally.arrivedAtWork, asked)} start-at-work=${percent(tally.atStartAtWork, asked)}`;
    const bare = `arrived=${percent(arrived, asked)} start=${percent(atStart, asked)}`;
    const shares = `${bare} ${work} prompt=${percent(byPrompt, asked)}`;
    const cost = `tokens-per-prompt=${(tokens / Math.max(1, asked)).toFixed(1)}`;
    const isAnswered = !/^(unanswerable|everyday)/.test(key);
    console.log(`${world.name} "${key}" n=${asked} ${isAnswered ? `${shares} ` : ""}${cost}`);
  }
}

/** How many of the bug reports find their decision at the prompt, and before the edit. */
function reachedDecisions(dist: string, every: number): string {
  const found = decisions();
  if (found === undefined) return "not-run";
  const store = storeOf(found.notes, dist);
  const reached = { prompt: 0, edit: 0, amended: 0, of: 0 };
  for (const [at, { prompt, path, wants, amended }] of found.tasks.entries()) {
    if (at % every !== 0) continue;
    const told = store.prompt(`bug-${at}`, prompt);
    const edit = { tool: "Edit", input: { file_path: path, old_string: "a", new_string: "b" } };
    const both = `${told}\n${store.act(`bug-${at}`, edit)}`;
    reached.of++;
    reached.prompt += Number(holds(told, wants));
    reached.edit += Number(holds(both, wants));
    reached.amended += Number(amended.length > 0 && holds(both, amended) && !holds(both, wants));
  }
  store.remove();
  console.log(
    `sde-bench n=${reached.of} prompt=${reached.prompt} edit=${reached.edit} amended-alone=${reached.amended}`,
  );
  return `${reached.edit}/${reached.of}`;
}

/** Of a size: all its stores together, all questions of a kind. */
function sumOf(rows: readonly (readonly [World, Tallies])[], size: number, key: string): Tally {
  const total = tallyIn(new Map(), key);
  for (const [world, tallies] of rows) {
    const of = tallies.get(key);
    if (world.notes.length !== size || of === undefined || !world.name.startsWith("paraphrase-")) continue;
    for (const field of Object.keys(total) as (keyof Tally)[]) total[field] += of[field];
  }
  return total;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      every: { type: "string", default: "1" },
      sizes: { type: "string" },
      dist: { type: "string", default: "dist" },
      starts: { type: "boolean" },
    },
  });
  const every = Number(values.every);
  console.log(measureStarts(values.dist, every) ?? "starts=not-run");
  if (values.starts === true) return 0;
  const sizes = values.sizes?.split(",").map(Number) ?? SIZES;
  const worlds = [newcomerWorld(), languageWorld(), ...(paraphraseWorlds(sizes) ?? [])];
  const rows = worlds.map((world) => {
    const tallies = measure(world, values.dist, every);
    say(world, tallies);
    return [world, tallies] as const;
  });
  const sde = reachedDecisions(values.dist, every);
  const bySize = sizes.map((size) => {
    const [shared, none] = [sumOf(rows, size, "shared"), sumOf(rows, size, "none-shared")];
    const bare = `shared=${percent(shared.arrived, shared.asked)} none-shared=${percent(none.arrived, none.asked)}`;
    const [some, others] = [percent(shared.arrivedAtWork, shared.asked), percent(none.arrivedAtWork, none.asked)];
    return `size=${size} ${bare} at-work: shared=${some} none-shared=${others}`;
  });
  const wasted = sizes.map((size) => sumOf(rows, size, "unanswerable"));
  const [spent, asked] = wasted.reduce(([t, n], each) => [t + each.tokens, n + each.asked], [0, 0]);
  const acts = sizes.map((size) => sumOf(rows, size, "ordinary act"));
  const [brought, done] = acts.reduce(([b, n], each) => [b + each.arrived, n + each.asked], [0, 0]);
  const costs = `wasted-tokens=${(spent / Math.max(1, asked)).toFixed(1)}; ordinary-acts=${percent(brought, done)}`;
  console.log(`${bySize.join("; ")}; ${costs}; sde=${sde}`);
  return 0;
}

process.exitCode = main();
