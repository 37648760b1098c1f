// What of the memories that apply is told, and in which form (CTX-2, CTX-4). A pure function of its arguments; at a session
// start the answer does not depend on the order of the candidates (CTX-6). Everything left out has a reason, for
// `holdfast why` (CTX-7).
import { forContextBody } from "../text/sanitise.ts";
import type { Candidate, Here, Selection, Withheld } from "./candidate.ts";
import { byKindAndAge, byText } from "./order.ts";
import { BODY_MAX, CEILING } from "./render.ts";
import { among, type Budget, capped, carriesSecret, Room, reasonAgainst, selectionOf, withhold } from "./serve.ts";

/** Where nothing is verified, so many unconfirmed memories are shown; else as many as verified ones (CTX-9). */
const UNCONFIRMED_ALONE = 5;

const PATIENCE = 8;

export function selectForSessionStart(candidates: readonly Candidate[], here: Here, budget: Budget): Selection {
  const sorted = [...candidates].sort((a, b) => compare(a, b, here));
  const others = among(sorted);
  const withheld: Withheld[] = [];
  const applicable: Candidate[] = [];
  for (const candidate of sorted) {
    const reason = reasonAgainst(candidate, here, others);
    if (reason === undefined) applicable.push(candidate);
    else withheld.push(withhold(candidate, reason));
  }
  const room = new Room(budget);
  const secret = fill(room, applicable, here);
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

/** At a prompt or a tool call: a few that match, the best first, each whole if it fits and else as a line. */
export function selectForMoment(
  fitting: readonly Candidate[],
  { most, tokens }: { readonly most: number; readonly tokens: number },
): Moment {
  const chosen = capped(fitting, most);
  const room = new Room({ tokens, characters: CEILING });
  for (const candidate of chosen) {
    const rule = candidate.rule ?? "";
    const isWhole = candidate.mayApply !== true && room.place(candidate, "full", rule);
    if (!isWhole) room.place(candidate, "line", rule);
  }
  const kept = new Set(room.shown.map(({ candidate }) => candidate.id));
  const near = new Set([...fitting.slice(0, most), ...chosen]);
  const cut = room.shown.length === 0 ? [] : [...near].filter(({ id }) => !kept.has(id));
  const withheld = cut.map((candidate) => withhold(candidate, "over-budget"));
  return { selection: selectionOf(room.shown, withheld), chosen: chosen.length };
}

/**
 * All verified ones as lines, as many rules of conduct whole as there is room for, then unconfirmed lines (CTX-2): what nobody
 * has confirmed takes no room from what somebody has. Where not even the lines fit, the rules come whole and first. Gives
 * those that a secret keeps out.
 */
function fill(room: Room, applicable: readonly Candidate[], here: Here): ReadonlySet<Candidate> {
  const secret = new Set<Candidate>();
  const isClean = (candidate: Candidate): boolean => {
    if (carriesSecret(candidate)) secret.add(candidate);
    return !secret.has(candidate);
  };
  const asLine = (candidate: Candidate): boolean => room.place(candidate, "line", ruleOf(candidate, here));
  const whole = (candidate: Candidate): boolean =>
    fitsWhole(candidate) && room.place(candidate, "full", ruleOf(candidate, here));
  const verified = applicable.filter((each) => each.tier === "verified");
  const conduct = verified.filter(isConduct);
  if (![...conduct, ...verified.filter((each) => !isConduct(each))].every(asLine)) {
    room.clear();
    const inFull = new Set(placeInOrder(conduct, conduct.length, whole));
    const rest = verified.filter((each) => !inFull.has(each));
    placeInOrder(rest, rest.length, asLine);
    return secret;
  }
  for (const candidate of conduct.filter(fitsWhole)) room.widen(candidate);
  const slots = verified.length > 0 ? verified.length : UNCONFIRMED_ALONE;
  const unconfirmed = applicable.filter((each) => each.tier !== "verified");
  placeInOrder(unconfirmed, slots, (each) => isClean(each) && asLine(each));
  return secret;
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

function ruleOf(candidate: Candidate, here: Here): string {
  return isOfProject(candidate, here) ? "applies to this project" : "applies everywhere";
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
    byKindAndAge(a, b) ||
    byText(a.scope, b.scope) ||
    byText(a.place, b.place) ||
    byText(a.file, b.file)
  );
}
