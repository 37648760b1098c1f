// What of the memories that apply is told, and in which form (CTX-2, CTX-4). A pure function of its arguments; at a session
// start the answer does not depend on the order of the candidates (CTX-6). Everything left out has a reason, for
// `holdfast why` (CTX-7).
import { isMirrored, SCOPES } from "../memory/kinds.ts";
import { forContextBody } from "../text/sanitise.ts";
import type { Candidate, Here, Selection, Withheld } from "./candidate.ts";
import { byKindAndAge, byText, isRule } from "./order.ts";
import { BODY_MAX, CEILING } from "./render.ts";
import { among, type Budget, capped, carriesSecret, Room, reasonAgainst, selectionOf, withhold } from "./serve.ts";

/**
 * Where unconfirmed ones compete for room, or come with a repository: so many where nothing is verified, else as many as verified
 * ones (CTX-9).
 */
const UNCONFIRMED_ALONE = 5;
/** Where not all that somebody confirmed has room: at most this share of the lines, and no more than are left out anyway. */
const UNCONFIRMED_SHARE = 0.2;
/** Where not every memory has room for a line, the texts of rules take no more of the budget than this. */
const WHOLE_SHARE = 2 / 3;

/** Why a memory comes before others: its place among those that are near or were useful, and the rule for `why`. */
export interface Pulled {
  readonly at: number;
  readonly rule: string;
}

/** What is known of the session (ARR-2, ARR-3). */
export interface About extends Here {
  readonly pull?: (candidate: Candidate) => Pulled | undefined;
  /** The agent loads a file that says it (ARR-3). */
  readonly isRead?: (candidate: Candidate) => boolean;
}

export function selectForSessionStart(candidates: readonly Candidate[], here: About, budget: Budget): Selection {
  const pulled = new Map(candidates.map((each) => [each, here.pull?.(each)]));
  const sorted = [...candidates].sort((a, b) => compare(a, b, { here, pulled }));
  const others = among(sorted);
  const withheld: Withheld[] = [];
  const applicable: Candidate[] = [];
  for (const candidate of sorted) {
    const reason = reasonAgainst(candidate, here, others) ?? (here.isRead?.(candidate) ? "read-already" : undefined);
    if (reason === undefined) applicable.push(candidate);
    else withheld.push(withhold(candidate, reason));
  }
  const room = new Room(budget);
  const secret = fill(room, applicable, { here, pulled, tokens: budget.tokens });
  const taken = new Set(room.shown.map((each) => each.candidate));
  for (const candidate of applicable) {
    if (!taken.has(candidate)) withheld.push(withhold(candidate, secret.has(candidate) ? "secret" : "over-budget"));
  }
  return selectionOf(room.shown, withheld);
}

interface Moment {
  readonly selection: Selection;
  /** How many had a slot, shown or not. What the caps left out is for the receipt, not for the agent to go and fetch. */
  readonly chosen: number;
}

export interface MomentLimits {
  readonly most: number;
  readonly tokens: number;
  /** Every one as a line before any is whole: a long text takes no other's place, such as its amendment's (ARR-6). */
  readonly linesFirst?: boolean;
}

/** At a prompt or a tool call: a few that match, the best first, each whole if it fits and else as a line. */
export function selectForMoment(
  fitting: readonly Candidate[],
  { most, tokens, linesFirst = false }: MomentLimits,
): Moment {
  const chosen = capped(fitting, most);
  const room = new Room({ tokens, characters: CEILING });
  for (const candidate of chosen) {
    const rule = candidate.rule ?? "";
    const isWhole = !linesFirst && candidate.mayApply !== true && room.place(candidate, "full", rule);
    if (!isWhole) room.place(candidate, "line", rule);
  }
  if (linesFirst) for (const candidate of chosen) room.widen(candidate);
  const kept = new Set(room.shown.map(({ candidate }) => candidate.id));
  const near = new Set([...fitting.slice(0, most), ...chosen]);
  const cut = room.shown.length === 0 ? [] : [...near].filter(({ id }) => !kept.has(id));
  const withheld = cut.map((candidate) => withhold(candidate, "over-budget"));
  return { selection: selectionOf(room.shown, withheld), chosen: chosen.length };
}

interface Filling {
  readonly here: Here;
  readonly pulled: ReadonlyMap<Candidate, Pulled | undefined>;
  readonly tokens: number;
}

/**
 * All verified ones as lines, as many rules whole as there is room for, then unconfirmed lines (CTX-2). Where not even the
 * lines fit, the rules come whole and first, then lines of what is near, then of what was useful, until one has no room: one
 * more memory then changes its own line and those at the end (ARR-2). Gives those that a secret keeps out.
 */
function fill(room: Room, applicable: readonly Candidate[], filling: Filling): ReadonlySet<Candidate> {
  const { here, pulled, tokens } = filling;
  const secret = new Set<Candidate>();
  const isClean = (candidate: Candidate): boolean => {
    if (carriesSecret(candidate)) secret.add(candidate);
    return !secret.has(candidate);
  };
  const asLine = (candidate: Candidate): boolean => room.place(candidate, "line", ruleOf(candidate, here, pulled));
  const verified = applicable.filter(isVerified);
  const rules = verified.filter(isRule);
  const rest = verified.filter((each) => !isRule(each));
  const placeVerified = (): boolean => {
    room.clear();
    if (![...rules, ...rest].every(asLine)) return false;
    for (const candidate of rules.filter(fitsWhole)) room.widen(candidate);
    return true;
  };
  if (placeVerified()) {
    const slots = verified.length > 0 ? verified.length : UNCONFIRMED_ALONE;
    const unsure = voices(
      applicable.filter((each) => !isVerified(each) && isClean(each)),
      slots,
    );
    const fitting = countWhile(unsure, asLine);
    const beyond = unsure.length - fitting;
    // The more of them find no room, the fewer are shown: a flood gets its slots, and a store that grows loses line by line.
    const most = Math.max(slots, fitting - Math.floor(beyond / 2));
    if (beyond > 0 && placeVerified()) unsure.slice(0, most).every(asLine);
    return secret;
  }
  const slots = Math.min(Math.floor(UNCONFIRMED_SHARE * room.shown.length), verified.length - room.shown.length);
  room.clear();
  for (const each of rules) if (!asLine(each)) return secret;
  for (const each of rules.filter(fitsWhole)) if (spentBy(room) < WHOLE_SHARE * tokens) room.widen(each);
  const near = applicable.filter((each) => !isVerified(each) && pulled.get(each) !== undefined);
  let left = slots;
  for (const each of [...rest, ...near].sort((a, b) => placeOf(a, pulled) - placeOf(b, pulled))) {
    if (!isVerified(each) && (left === 0 || !isClean(each))) continue;
    if (!asLine(each)) break;
    if (!isVerified(each)) left--;
  }
  return secret;
}

/** All of the person's own store, where nothing competes; of what a repository brings no more than the slots. */
function voices(unsure: readonly Candidate[], slots: number): readonly Candidate[] {
  let left = slots;
  return unsure.filter(({ scope }) => scope === "personal" || left-- > 0);
}

function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  const end = items.findIndex((each) => !holds(each));
  return end === -1 ? items.length : end;
}

function isVerified({ tier }: Candidate): boolean {
  return tier === "verified";
}

function spentBy({ shown }: Room): number {
  return shown.reduce((sum, { tokens }) => sum + tokens, 0);
}

function fitsWhole(candidate: Candidate): boolean {
  const whole = forContextBody(candidate.body, { max: Number.MAX_SAFE_INTEGER });
  return whole !== "" && whole === forContextBody(candidate.body, { max: BODY_MAX });
}

function ruleOf(candidate: Candidate, here: Here, pulled: Filling["pulled"]): string {
  const applies = isOfProject(candidate, here) ? "applies to this project" : "applies everywhere";
  const pull = pulled.get(candidate);
  return pull === undefined ? applies : `${applies}, ${pull.rule}`;
}

/** A shared store is the project's own, so what it holds is about the project. */
function isOfProject(candidate: Candidate, here: Here): boolean {
  return candidate.scope === "shared" || (candidate.project !== undefined && candidate.project === here.project);
}

/** What is nearer to the work comes first: the project and the person, the team, the organisation (HUB-2). */
function widthOf({ scope }: Candidate): number {
  return isMirrored(scope) ? SCOPES.indexOf(scope) : 0;
}

function placeOf(candidate: Candidate, pulled: Filling["pulled"]): number {
  return pulled.get(candidate)?.at ?? Number.MAX_SAFE_INTEGER;
}

/** Verified first, then what is near or was useful, then this project, by kind, newest; the rest only makes the order total. */
function compare(a: Candidate, b: Candidate, { here, pulled }: Pick<Filling, "here" | "pulled">): number {
  return (
    Number(!isVerified(a)) - Number(!isVerified(b)) ||
    placeOf(a, pulled) - placeOf(b, pulled) ||
    Number(!isOfProject(a, here)) - Number(!isOfProject(b, here)) ||
    widthOf(a) - widthOf(b) ||
    byKindAndAge(a, b) ||
    byText(a.scope, b.scope) ||
    byText(a.place, b.place) ||
    byText(a.file, b.file)
  );
}
