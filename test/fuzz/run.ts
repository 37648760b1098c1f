// Runs cases: hostile memories through selection and the renderer, hostile labels through every other exit.
import type { Candidate, Selection, Shown } from "../../src/recall/candidate.ts";
import { bodyGiven, bodyOf, renderContext, renderWhole, totalApplicable } from "../../src/recall/render.ts";
import { selectForSessionStart } from "../../src/recall/select.ts";
import { forContext, forContextBody, forFile, forLog, forTerminal, forTerminalLine } from "../../src/text/sanitise.ts";
import { estimateTokens } from "../../src/text/tokens.ts";
import { hostileCandidate, hostileText, type Random, randomFor } from "./cases.ts";
import { Fallen, type Fault, judgeBody, judgeContext, judgeLine } from "./judge.ts";

export interface Share {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
  readonly step: number;
}

export type Tally = Record<Fault, number> & { cases: number; examples: string[] };

const MAX_EXAMPLES = 3;

export function runCases({ seed, first, end, step }: Share): Tally {
  const tally: Tally = { cases: 0, breakouts: 0, strippable: 0, broken: 0, examples: [] };
  for (let number = first; number < end; number += step) {
    tally.cases++;
    try {
      runCase(randomFor(seed, number));
    } catch (cause) {
      tally[cause instanceof Fallen ? cause.fault : "breakouts"]++;
      if (tally.examples.length < MAX_EXAMPLES) {
        tally.examples.push(`case ${number} of seed ${seed}: ${(cause as Error).message}`);
      }
    }
  }
  return tally;
}

const COUNTS = [0, 1, 1, 1, 1, 1, 2, 3];

function runCase(random: Random): void {
  const kind = random(8);
  const count = kind === 0 ? 0 : (COUNTS[random(COUNTS.length)] ?? 1);
  const candidates = Array.from({ length: count }, () => hostileCandidate(random));
  if (kind === 0) runExits(random);
  else if (kind < 3) runSelected(candidates, random);
  else runRendered(candidates, random);
}

/** What is no part of the fence yet, or goes elsewhere: evidence, quotes, labels from the configuration, log, screen. */
function runExits(random: Random): void {
  const text = hostileText(random, 8);
  const max = 1 + random(60);
  judgeLine(forContext(text, { max }));
  judgeLine(forTerminalLine(text, { max }));
  judgeLine(forLog(text));
  judgeBody(forContextBody(text, { max }));
  judgeBody(forTerminal(text));
  judgeBody(forFile(text));
  judgeValue(text);
}

/** A body that stands beside its trust as a value of JSON (MCP-1). */
function judgeValue(text: string): void {
  const value = bodyOf(text);
  judgeBody(value);
  if (!value.split("\n").every((line) => line.startsWith("  "))) throw new Fallen("breakouts", "a line of its own");
  if (bodyGiven(value) !== forContextBody(text, { max: 20_000 })) throw new Fallen("broken", "a body taken back");
}

function runRendered(candidates: readonly Candidate[], random: Random): void {
  const shown = candidates.map(
    (candidate): Shown => ({
      candidate,
      form: random(2) === 0 ? "full" : "line",
      outdated: random(2) === 0,
      tokens: 0,
      rule: "",
    }),
  );
  const selection: Selection = { shown, withheld: [], tokens: 0 };
  const extra = random(3);
  judgeContext(renderContext(selection, { totalApplicable: shown.length + extra }), shown, extra);
  for (const each of shown) judgeContext(renderWhole(each.candidate), [{ ...each, form: "full", outdated: false }], 0);
}

function runSelected(candidates: readonly Candidate[], random: Random): void {
  const tokens = random(4000);
  const project = candidates.find((each) => each.project !== undefined)?.project;
  const here = project === undefined ? {} : { project };
  const budget = { tokens, characters: 9000 };
  const look = { suspicion: () => undefined, secret: () => false, outdated: () => tokens % 2 === 0 };
  const asked = candidates.map((candidate) => ({ ...candidate, look }));
  const selection = selectForSessionStart(asked, here, budget);
  const output = renderContext(selection);
  judgeContext(output, selection.shown, totalApplicable(selection) - selection.shown.length);
  if (estimateTokens(output) > tokens) throw new Fallen("breakouts", "within the budget");
}
