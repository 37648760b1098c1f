// holdfast search

import { knownBranches } from "../../compose/branches.ts";
import { textField } from "../../memory/fields.ts";
import { closer } from "../../recall/encoder.ts";
import { conviction, likeness } from "../../recall/evidence.ts";
import { type NearHit, nearInMeaning } from "../../recall/near-in-meaning.ts";
import type { Ranked } from "../../recall/rank.ts";
import { recall, type Silence } from "../../recall/recall.ts";
import {
  type Hit,
  type Miss,
  type SearchRequest,
  type SearchResult,
  search,
  withPutAway,
} from "../../recall/search.ts";
import { BARS, isNamed, type Level, LINE_BARS, levelOf } from "../../recall/silence.ts";
import { handleOf, type Memory, nameOf, stemOf } from "../../store/catalogue.ts";
import { suspectsBy } from "../../store/withheld.ts";
import { refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { EXIT } from "../exit.ts";
import { numberRows } from "../naming.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, memoryLine, UNDER_NAME } from "../tell.ts";

const LIMIT = 10;
/** Of the best score: what comes below is a different matter (SEA-7). The first two are always shown. */
const CUT = 0.5;
const ALWAYS = 2;

/** What was put away is in no index: of a larger store it is read where there is no answer, or the whole is asked for. */
const READ_IN_PASSING = 2000;
const NOTHING = "Nothing is remembered about that.";
const NEAR = "near in meaning:";
const NO_WORD = "No memory that is in use has these words;";
const NOTHING_IN_USE = "Nothing that is in use is remembered about that.";

export const commands: Commands = {
  search: {
    usage: "holdfast search WORD... [--explain] [--as-prompt]",
    about: [
      "The same engine that serves agents. Where words find little, up to five more that are near in meaning follow.",
      "--as-prompt prints what an agent would be given with this prompt, or why it would be given nothing.",
    ],
    options: {
      explain: { type: "boolean", help: "Scores, matched words, and why others were left out" },
      "as-prompt": { type: "boolean", help: "What an agent would be told" },
      limit: { type: "string", value: "N", help: "At most so many (default 10)" },
    },
    names: [1, 1000],
    drains: true,
    examples: ["holdfast search deploy key", 'holdfast search --as-prompt "add a column to orders"'],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const limit = limitOf(options["limit"]);
  if (limit === undefined) {
    return refuse("usage", "--limit takes a number from 1 to 100.", "holdfast search --help");
  }
  const asPrompt = options["as-prompt"] === true;
  const { act } = bench;
  const isPerson = partyOf(act.channel) === "person";
  const request: SearchRequest = {
    text: names.join(" "),
    interactive: !asPrompt,
    mayApply: asPrompt,
    ...(bench.project === undefined ? {} : { project: bench.project.id }),
    branches: knownBranches(bench.here.places.state, bench.project?.root),
    now: act.now,
    ...(asPrompt || !isPerson ? { suspects: suspectsBy(act.checks) } : {}),
  };
  const stores = await bench.searched();
  const served = search(stores, request);
  if (asPrompt) return printPrompt(call, served);
  const isQuick = served.facts.documents <= READ_IN_PASSING;
  const isWorthReading = served.hits.length === 0 || options["explain"] === true || isQuick;
  const found = isPerson && isWorthReading ? withPutAway(served, stores, request) : served;
  const best = found.hits[0]?.score ?? 0;
  const shown = found.hits.filter(({ score }, at) => at < ALWAYS || score >= CUT * best).slice(0, limit);
  const encoder = await bench.encoder((what) => out.note(what));
  const near = nearInMeaning(found, shown, await closer(stores, found, request.text, encoder), request);
  if (out.options.json) out.json(jsonOf(call, found, { shown, near }));
  else {
    numberRows(
      call,
      [...shown, ...near].map(({ memory }) => handleOf(memory)),
    );
    for (const [at, hit] of shown.entries()) print(call, hit, at + 1, found);
    const isMissed = isPerson && found.misses.length > 0;
    if (shown.length + near.length === 0) out.note(isMissed ? NOTHING_IN_USE : NOTHING);
    printNear(call, near, shown.length);
    if (options["explain"] === true) explain(call, found, shown);
    else if (isMissed) {
      const more = shown.length === 0 ? "" : " more";
      out.note(out.paint("dim", `${found.misses.length}${more} matched and may not be used: --explain says why.`));
    }
  }
  return shown.length > 0 ? EXIT.done : EXIT.findings;
}

function limitOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return LIMIT;
  const limit = Number(given);
  return Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : undefined;
}

function print({ out, options }: Invocation, hit: Hit, number: number, found: SearchResult): void {
  const { memory, matched, score } = hit;
  out.line(memoryLine(out, memory, number));
  if (options["explain"] !== true) return;
  const terms = matched.map(({ term, fields }) => `${shownTerm(found, term)} (${fields.join(", ")})`);
  const created = textField(memory.document, "created-at")?.slice(0, 10) ?? "unknown";
  out.line(`${UNDER_NAME}score ${score.toFixed(2)}, since ${created}`);
  out.line(`${UNDER_NAME}${clip(`matched: ${terms.join("; ")}`, out.columns - UNDER_NAME.length)}`);
}

function printNear({ out, options }: Invocation, near: readonly NearHit[], above: number): void {
  if (near.length > 0) out.line(out.paint("dim", above === 0 ? `${NO_WORD} ${NEAR}` : NEAR));
  for (const [at, { memory, nearness }] of near.entries()) {
    out.line(memoryLine(out, memory, above + at + 1));
    if (options["explain"] === true) out.line(`${UNDER_NAME}nearness ${nearness.toFixed(2)}`);
  }
}

function explain({ out, bench }: Invocation, found: SearchResult, shown: readonly Hit[]): void {
  out.line("");
  const { documents } = found.facts;
  out.line(`${documents} ${documents === 1 ? "memory" : "memories"} searched (${found.strategy})`);
  const person = partyOf(bench.act.channel) === "person";
  const misses = person ? found.misses : [];
  const missed = new Set(misses.flatMap(({ matched }) => matched.map(({ term }) => term)));
  for (const term of found.query.terms) {
    const holding = found.facts.frequency.get(term.term) ?? 0;
    const none = missed.has(term.term) ? "in none that is in use" : "in no memory";
    const state = holding === 0 ? out.paint("yellow", none) : `in ${holding}`;
    out.line(`  ${clip(shownTerm(found, term.term), 30).padEnd(30)} ${state}`);
  }
  if (found.query.terms.length === 0) out.line("  no word that could be searched for");
  const cut = found.hits.filter((hit) => !shown.includes(hit));
  if (cut.length > 0) out.line("left out, below half of the best score:");
  for (const hit of cut.slice(0, LIMIT)) missLine(out, hit, hit.score.toFixed(2));
  if (misses.length > 0) out.line("left out, whatever their score:");
  for (const miss of misses.slice(0, LIMIT)) missLine(out, miss, miss.reason);
}

function missLine(out: Invocation["out"], { memory }: Hit | Miss, why: string): void {
  out.line(`  ${clip(stemOf(memory), out.columns - 26)} ${out.paint("dim", `(${why})`)}`);
}

/** As it was typed, where that is known. */
function shownTerm(found: SearchResult, term: string): string {
  const forms = found.query.terms.find((each) => each.term === term)?.forms ?? [];
  return forms[0] ?? term;
}

/** Exactly what an agent would be told, byte for byte; or why nothing. */
function printPrompt({ bench, out, options }: Invocation, found: SearchResult): number {
  const { config } = bench.here;
  const told = recall(found, {
    most: config["max-inject"],
    tokens: config["prompt-tokens"],
    now: bench.act.now,
    isOutdated: bench.isOutdated,
  });
  const isPerson = partyOf(bench.act.channel) === "person";
  // Of what is withheld no agent is told, not even that there is something.
  const silence = told.silence === "withheld" && !isPerson ? "no-match" : told.silence;
  const best = found.hits[0] ?? (silence === "not-enough-known" ? found.best : undefined);
  if (out.options.json) out.json({ text: told.text, silence: silence ?? null, ...measured(best) });
  else if (told.text !== "") out.line(told.text);
  if (silence !== undefined) out.note(`Silence: ${silenceOf(silence, best)}`);
  if (options["explain"] === true) for (const hit of found.hits.slice(0, LIMIT)) out.note(weighed(hit));
  if (isPerson && found.misses.length > 0)
    out.note(`${found.misses.length} that match are withheld and not counted here.`);
  return told.text === "" ? EXIT.findings : EXIT.done;
}

function measured(best: Ranked | undefined): object {
  if (best === undefined) return { mass: 0, coverage: 0 };
  return { mass: best.mass, coverage: best.coverage, level: levelOf(best) ?? null };
}

type Row = readonly [what: string, found: number, bar: number];

/** What decides whether a memory is told so, each with what was found and its bar. */
function barsOf(hit: Ranked, level: Level): readonly Row[] {
  const bars = level === "text" ? BARS : LINE_BARS;
  return [
    ["rare words", hit.mass, bars.mass],
    ["share of the prompt", hit.coverage, bars.coverage],
    level === "text" ? ["the two together", conviction(hit), bars.both] : ["likeness", likeness(hit), bars.both],
  ];
}

function rowsOf(rows: readonly Row[]): string {
  return rows.map(([what, found, bar]) => `${what} ${found.toFixed(3)}, asked ${bar}`).join("; ");
}

/** One hit of what is told, and the bars that it passed. */
function weighed(hit: Hit): string {
  const level = levelOf(hit);
  const why = isNamed(hit) ? "a rare name of the prompt stands in it" : level && rowsOf(barsOf(hit, level));
  return `${level ?? "near the best"}: ${stemOf(hit.memory)}${why === undefined ? "" : ` (${why})`}`;
}

function silenceOf(silence: Silence, best: Ranked | undefined): string {
  switch (silence) {
    case "not-enough-known": {
      const missed = best === undefined ? [] : barsOf(best, "line").filter(([, found, bar]) => found < bar);
      return `the best match is too weak (${rowsOf(missed)}).`;
    }
    case "switched-off":
      return "max-inject is 0.";
    case "too-common":
      return "its words are too common to tell what it is about.";
    case "no-counts":
      return "without the full-text index nothing can tell how rare a word is.";
    case "nothing-fits":
      return "what matched does not fit the budget.";
    case "withheld":
      return "what matches is withheld; `holdfast search --explain` with its words says why.";
    default:
      return "nothing matches.";
  }
}

interface Listed {
  readonly shown: readonly Hit[];
  readonly near: readonly NearHit[];
}

function headOf(memory: Memory): object {
  return {
    id: memory.id ?? null,
    stem: stemOf(memory),
    name: nameOf(memory),
    tier: memory.tier,
    scope: memory.scope,
  };
}

function jsonOf({ options, bench }: Invocation, found: SearchResult, listed: Listed): object {
  const hits = listed.shown.map(({ memory, score, matched }) => ({
    ...headOf(memory),
    score,
    matched: matched.map(({ term, fields, contribution }) => ({
      term: shownTerm(found, term),
      fields,
      contribution,
    })),
  }));
  const near = listed.near.map(({ memory, nearness }) => ({ ...headOf(memory), nearness }));
  const { strategy } = found;
  if (options["explain"] !== true || partyOf(bench.act.channel) !== "person") return { hits, near, strategy };
  const misses = found.misses.map(({ memory, score, reason }) => ({
    stem: stemOf(memory),
    score,
    reason,
  }));
  return { hits, near, misses, strategy, documents: found.facts.documents };
}
