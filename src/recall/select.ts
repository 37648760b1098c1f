// What applies here, and what of it fits (CTX-2, CTX-4, CTX-9). A pure function of its arguments whose answer does
// not depend on the order of the candidates (CTX-6). Everything left out has a reason, for `holdfast why` (CTX-7).
import { KINDS } from "../memory/kinds.ts";
import { replacedBy } from "../store/superseded.ts";
import { forContextBody } from "../text/sanitise.ts";
import { estimateTokens } from "../text/tokens.ts";
import type { Candidate, Form, Here, Selection, Shown, Suspect, Withheld, WithheldReason } from "./candidate.ts";
import { BODY_MAX, CEILING, LARGEST_FRAME, renderMemory } from "./render.ts";
import { OUTDATED } from "./wording.ts";

export type { Candidate, Here, Selection, Suspect } from "./candidate.ts";

export interface Budget {
  readonly tokens: number;
  readonly characters: number;
}

/** Where nothing is verified, so many unconfirmed memories are shown; else as many as verified ones (CTX-9). */
const UNCONFIRMED_ALONE = 5;

const PATIENCE = 8;

export function selectForSessionStart(
  candidates: readonly Candidate[],
  here: Here,
  budget: Budget,
  suspect: Suspect,
  isOutdated: (candidate: Candidate) => boolean,
): Selection {
  const sorted = [...candidates].sort((a, b) => compare(a, b, here));
  const isReplaced = replacedBy(sorted.filter((each) => each.place !== "quarantine"));
  const held = quarantinedIn(sorted);
  const withheld: Withheld[] = [];
  const applicable: Candidate[] = [];
  for (const candidate of sorted) {
    const reason = reasonAgainst(candidate, here, isReplaced, held) ?? reasonInText(candidate, suspect);
    if (reason === undefined) applicable.push(candidate);
    else withheld.push(withhold(candidate, reason));
  }
  const secret = new Set<Candidate>();
  const isClean = (candidate: Candidate): boolean => {
    if (suspect.secret(candidate)) secret.add(candidate);
    return !secret.has(candidate);
  };
  const shown = fill(applicable, here, budget, isClean, isOutdated);
  const taken = new Set(shown.map((each) => each.candidate));
  for (const candidate of applicable) {
    if (!taken.has(candidate)) withheld.push(withhold(candidate, secret.has(candidate) ? "secret" : "over-budget"));
  }
  const tokens = shown.reduce((sum, each) => sum + each.tokens, 0);
  return { shown, withheld, tokens: shown.length === 0 ? 0 : tokens + estimateTokens(LARGEST_FRAME) };
}

function reasonAgainst(
  candidate: Candidate,
  here: Here,
  isReplaced: (candidate: Candidate) => boolean,
  held: ReadonlySet<string>,
): WithheldReason | undefined {
  if (isQuarantined(candidate) || held.has(keyOf(candidate.scope, candidate.id))) return "quarantined";
  if (candidate.status === "retired") return "retired";
  if (isReplaced(candidate)) return "superseded";
  if (candidate.expired) return "expired";
  if (candidate.proposes !== undefined) return "proposal";
  if (candidate.project !== undefined && candidate.project !== here.project) return "other-project";
  if (candidate.branch !== undefined && here.branches?.includes(candidate.branch) !== true) return "branch";
  return undefined;
}

function reasonInText(candidate: Candidate, suspect: Suspect): WithheldReason | undefined {
  return candidate.tier === "verified" ? undefined : suspect.suspicion(candidate);
}

function isQuarantined(candidate: Candidate): boolean {
  return candidate.tier === "quarantined" || candidate.place === "quarantine";
}

/** While one id stands in both directories, the file in quarantine counts (STO-20). */
function quarantinedIn(candidates: readonly Candidate[]): ReadonlySet<string> {
  return new Set(
    candidates.filter((each) => isQuarantined(each) && each.id !== "").map((each) => keyOf(each.scope, each.id)),
  );
}

function keyOf(scope: Candidate["scope"], id: string): string {
  return `${scope} ${id}`;
}

/** Texts in full, then lines, then unconfirmed lines; the last only when every verified memory found room. */
function fill(
  applicable: readonly Candidate[],
  here: Here,
  budget: Budget,
  isClean: (candidate: Candidate) => boolean,
  isOutdated: (candidate: Candidate) => boolean,
): readonly Shown[] {
  const shown: Shown[] = [];
  const room = {
    tokens: budget.tokens - estimateTokens(LARGEST_FRAME),
    characters: Math.min(budget.characters, CEILING) - LARGEST_FRAME.length,
  };
  const place = (candidate: Candidate, form: Form): boolean => {
    const outdated = isOutdated(candidate);
    const element = renderMemory(candidate, form, outdated);
    const tokens = estimateTokens(`${element}\n`);
    if (tokens > room.tokens || element.length + 1 > room.characters) return false;
    room.tokens -= tokens;
    room.characters -= element.length + 1;
    shown.push({ candidate, form, outdated, tokens, rule: ruleOf(candidate, here, outdated) });
    return true;
  };
  const verified = applicable.filter((each) => each.tier === "verified");
  const conduct = verified.filter(isConduct);
  const inFull = new Set(placeInOrder(conduct, conduct.length, (each) => fitsWhole(each) && place(each, "full")));
  const rest = verified.filter((each) => !inFull.has(each));
  const asLines = placeInOrder(rest, rest.length, (each) => place(each, "line"));
  if (asLines.length < rest.length) return shown;
  const slots = verified.length > 0 ? verified.length : UNCONFIRMED_ALONE;
  const unconfirmed = applicable.filter((each) => each.tier !== "verified");
  placeInOrder(unconfirmed, slots, (each) => isClean(each) && place(each, "line"));
  return shown;
}

/** What found a place, in order. After some misses in a row the room is as good as used up: large stores stay cheap. */
function placeInOrder(
  candidates: readonly Candidate[],
  slots: number,
  place: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  const placed: Candidate[] = [];
  let misses = 0;
  for (const candidate of candidates) {
    if (placed.length >= slots || misses >= PATIENCE) break;
    if (place(candidate)) {
      placed.push(candidate);
      misses = 0;
    } else misses++;
  }
  return placed;
}

/** Rules of conduct help only when they are read whole; the rest is an index. */
function isConduct(candidate: Candidate): boolean {
  return candidate.kind === "constraint" || candidate.kind === "preference" || candidate.type === "feedback";
}

function fitsWhole(candidate: Candidate): boolean {
  const whole = forContextBody(candidate.body, { max: Number.MAX_SAFE_INTEGER });
  return whole !== "" && whole === forContextBody(candidate.body, { max: BODY_MAX });
}

function ruleOf(candidate: Candidate, here: Here, outdated: boolean): string {
  const rule = isOfProject(candidate, here) ? "applies to this project" : "applies everywhere";
  return outdated ? `${rule}, ${OUTDATED}` : rule;
}

/** A shared store is the project's own, so what it holds is about the project. */
function isOfProject(candidate: Candidate, here: Here): boolean {
  return candidate.scope === "shared" || (candidate.project !== undefined && candidate.project === here.project);
}

/** Verified first, then this project, then by kind, then newest; the rest only makes the order total. */
function compare(a: Candidate, b: Candidate, here: Here): number {
  return (
    Number(a.tier !== "verified") - Number(b.tier !== "verified") ||
    Number(!isOfProject(a, here)) - Number(!isOfProject(b, here)) ||
    kindRank(a) - kindRank(b) ||
    byText(madeAt(b), madeAt(a)) ||
    byText(a.id, b.id) ||
    byText(a.scope, b.scope) ||
    byText(a.place, b.place) ||
    byText(a.file, b.file)
  );
}

function kindRank(candidate: Candidate): number {
  const kinds: readonly string[] = KINDS;
  const at = kinds.indexOf(candidate.kind ?? "");
  return at === -1 ? KINDS.length : at;
}

/** The first ten characters of a ULID are its time. */
function madeAt(candidate: Candidate): string {
  return candidate.id.slice(0, 10);
}

/** By code unit: a locale's order differs between machines. */
function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function withhold(candidate: Candidate, reason: WithheldReason): Withheld {
  return { id: candidate.id, name: candidate.name, reason };
}
