// npm run proof arrive [-- --every 6] [--sizes 75,300,500,5000] [--starts] [--no-acts] [--dist FOLDER]
// When the agent acts, is the memory that applies in its context (ARR-5)? Through the built hook: the session's start, the
// prompt, the tool call; absolute shares, by the moment that brought it, and the tokens spent where nothing answers.
import { parseArgs } from "node:util";
import { estimateTokens } from "../../src/text/tokens.ts";
import { genericPrompts } from "../search/generic-prompts.ts";
import { heldTo } from "./floors.ts";
import {
  type Act,
  decisions,
  languageWorld,
  newcomerWorld,
  ordinaryActs,
  paraphraseWorlds,
  type World,
} from "./notes.ts";
import { figuresOf, say, summary } from "./say.ts";
import { type Store, storeOf } from "./session.ts";
import { measureStarts } from "./starts.ts";
import { count, countAct, holds, type Tallies, type Tally, tallyIn } from "./tally.ts";

const SIZES = [75, 300, 500, 5000];
/** Ordinary acts are done in so many sessions, each with some of every kind: a memory comes once in a session. */
const SESSIONS = 9;
/** A store from here on does not fit a start whole. */
const SMALLEST_LARGE = 150;
/** Of each kind of everyday prompt. */
const EVERYDAY = 20;

interface Run {
  readonly dist: string;
  /** Of the questions, acts and starts every so-manieth. */
  readonly every: number;
  readonly ordinary: readonly Act[];
}

function measure(world: World, { dist, every, ordinary }: Run): Tallies {
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
  for (const [at, act] of ordinary.entries())
    if (at % every === 0) countAct(tallyIn(tallies, "ordinary act"), store.act(`ordinary-${at % SESSIONS}`, act));
  store.remove();
  return tallies;
}

function everyday(store: Store, tally: Tally, every: number): void {
  for (const [at, { text }] of genericPrompts(EVERYDAY).entries()) {
    if (at % every !== 0) continue;
    tally.asked++;
    tally.tokens += estimateTokens(store.prompt(`everyday-${at}`, text));
  }
}

interface Reached {
  readonly edit: number;
  readonly of: number;
}

/** How many of the bug reports find their decision at the prompt, and before the edit. */
function reachedDecisions({ dist, every }: Run): Reached | undefined {
  const found = decisions();
  if (found === undefined) return undefined;
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
  return reached;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      every: { type: "string", default: "1" },
      sizes: { type: "string" },
      dist: { type: "string", default: "dist" },
      starts: { type: "boolean", default: false },
      "no-acts": { type: "boolean", default: false },
    },
  });
  const run: Run = {
    dist: values.dist,
    every: Number(values.every),
    ordinary: values["no-acts"] ? [] : ordinaryActs(),
  };
  const starts = measureStarts(run.dist, run.every);
  console.log(starts?.line ?? "starts=not-run");
  const sizes = values.starts ? [] : (values.sizes?.split(",").map(Number) ?? SIZES);
  const worlds = values.starts ? [] : [newcomerWorld(), languageWorld(), ...(paraphraseWorlds(sizes) ?? [])];
  const rows = worlds.map((world) => {
    const tallies = measure(world, run);
    say(world, tallies);
    return [world, tallies] as const;
  });
  const reached = values.starts ? undefined : reachedDecisions(run);
  const figures = new Map([...(starts?.figures ?? []), ...figuresOf(rows, sizes)]);
  if (reached !== undefined) figures.set("bug reports: by the edit", (100 * reached.edit) / reached.of);
  for (const line of summary(rows, sizes)) console.log(line);
  const { passed, failed } = heldTo(figures);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

process.exitCode = main();
