// Two states of one memory become one (SYN-2), without a merge base. A dot stands if it stands in both, or in one and the
// other never saw it. Commutative, associative and idempotent, so that order and repetition of exchanges don't matter.
// Texts are never merged (SYN-3): one dot that two machines used (a restored backup, a cloned machine) keeps all it stands
// for, be it two texts or a text and a hold.
//
// `join` believes every context; a forged line, or a machine that was set back to a backup, can claim to have seen what it
// never saw. What another machine sent is therefore taken in by `admit`, and four things are never lost to another's word
// (SYN-2, SYN-11): what this device wrote; a hold, a retirement and a text that no act of a device that counts took away.
// What is given back has a dot derived from what was lost: machines that find the same make the same one, and whoever took
// it away has not seen it, so that a second exchange adds nothing.
import type { Standing } from "../attest/standing.ts";
import type { Dot } from "../attest/statement.ts";
import { nextDot, withRetirement } from "./act.ts";
import { adopterOf, findingDevice, holdAgain } from "./derived.ts";
import { covers, dotKey, joinContexts, makeState, type State, sameDot, type Version } from "./state.ts";

export function join(a: State, b: State): State {
  const context = joinContexts(a.context, b.context);
  if (a.forgotten || b.forgotten) return makeState({ context, forgotten: true });
  const [stands, alsoStands] = [standingBeside(b), standingBeside(a)];
  return makeState({
    context,
    versions: [...a.versions.filter(({ dot }) => stands(dot)), ...b.versions.filter(({ dot }) => alsoStands(dot))],
    holds: [...a.holds.filter(({ dot }) => stands(dot)), ...b.holds.filter(({ dot }) => alsoStands(dot))],
    retirements: [...a.retirements.filter(stands), ...b.retirements.filter(alsoStands)],
  });
}

function standingBeside({ context, versions, holds, retirements }: State): (dot: Dot) => boolean {
  const live = new Set([...versions, ...holds].map(({ dot }) => dotKey(dot)).concat(retirements.map(dotKey)));
  return (dot) => !covers(context, dot) || live.has(dotKey(dot));
}

export interface Local {
  readonly device: string;
  /** What this device is called from now on, should it find itself behind its own mark. */
  readonly fresh: string;
  /** Whether a restore (or an undo) that is vouched for had seen this dot. */
  readonly restored: (hold: Dot) => boolean;
  /** Whether an archiving that counts had seen this version. */
  readonly removed: (version: Dot) => boolean;
  /** Whether a way back that counts had seen this retirement. */
  readonly unretired: (retirement: Dot) => boolean;
}

export interface Admitted {
  readonly state: State;
  /** Others have seen more of this device than it knows itself: it takes the fresh id for good. */
  readonly behind: boolean;
  /** Holds that were taken away without a right, and stand again. */
  readonly heldAgain: readonly Dot[];
  /** It was taken away without a right, and stands again. */
  readonly cameBack: boolean;
}

export function admit(mine: State, theirs: State, local: Local): Admitted {
  const behind = isBehind(mine, theirs, local.device);
  const ours = behind ? reissued(mine, theirs, local) : mine;
  const joined = join(ours, theirs);
  const lost = joined.forgotten ? [] : ours.holds.filter(({ dot }) => isLost(dot, joined, local));
  const held = lost.reduce((state, { dot, reason, at }) => holdAgain(state, dot, reason, at), joined);
  const state = retiredAgain(giveBack(held, ours, theirs, local), ours, local);
  const cameBack = joined.versions.length === 0 && state.versions.length > 0;
  return { state, behind, heldAgain: lost.map(({ dot }) => dot), cameBack };
}

/**
 * The texts of `ours` that went although `theirs` has no other in their place, and nobody with a right to it took them away.
 * Where it has another, that was written over them: an edit, not a removal.
 */
export function giveBack(joined: State, ours: State, theirs: State, { removed }: Pick<Local, "removed">): State {
  const isEdit = theirs.versions.some(({ dot }) => !covers(ours.context, dot));
  if (joined.forgotten || isEdit) return joined;
  const gone = ours.versions.filter(
    (each) => !joined.versions.some(({ dot, hash }) => hash === each.hash && sameDot(dot, each.dot)),
  );
  return gone.filter(({ dot }) => !removed(dot)).reduce(standAgain, joined);
}

function standAgain(state: State, version: Version): State {
  const device = findingDevice("unremoved", version.hash, version.attested ?? version.under);
  if (state.versions.some(({ dot }) => dot.device === device)) return state;
  return makeState({ ...state, versions: [...state.versions, { ...version, dot: nextDot(state, { device }) }] });
}

function retiredAgain(joined: State, { retirements }: State, { unretired }: Local): State {
  if (joined.forgotten || joined.retirements.length > 0) return joined;
  const lost = retirements.find((dot) => !unretired(dot));
  return lost === undefined ? joined : retireAgain(joined, lost);
}

/** A retirement is gone that nobody with a right to it took back. */
function retireAgain(state: State, { device, n }: Dot): State {
  const again = findingDevice("unretired", device, String(n));
  if (state.forgotten || state.retirements.some((dot) => dot.device === again)) return state;
  return withRetirement(state, nextDot(state, { device: again }));
}

/** Holds and retirements that were signed: neither a file that was moved, changed or put back lifts them, nor a line. */
export function asSaid(state: State, { holds, retirements }: Pick<Standing, "holds" | "retirements">): State {
  const [hold] = state.holds.length > 0 ? [] : holds;
  // Its own day, so that every machine writes the same.
  const held = hold === undefined ? state : holdAgain(state, hold.dot, "demoted", `${hold.date}T00:00:00Z`);
  const [retirement] = held.retirements.length > 0 ? [] : retirements;
  return retirement === undefined ? held : retireAgain(held, retirement.dot);
}

/** Nobody can have seen more of a device than the device itself. */
export function isBehind(mine: State, theirs: State, device: string): boolean {
  return [device, adopterOf(device)].some((own) => (theirs.context[own] ?? 0) > (mine.context[own] ?? 0));
}

function isLost(hold: Dot, { holds }: State, { restored }: Local): boolean {
  return !restored(hold) && !holds.some(({ dot }) => sameDot(dot, hold));
}

/** Own dots that the other has seen and does not hold may be other texts under the same number: they get new numbers. */
function reissued(mine: State, theirs: State, { device, fresh }: Local): State {
  const own = [device, adopterOf(device)];
  let n = mine.context[fresh] ?? 0;
  const renumber = (dot: Dot, live: readonly Dot[]): Dot => {
    if (!own.includes(dot.device) || !covers(theirs.context, dot) || live.some((each) => sameDot(each, dot)))
      return dot;
    n++;
    return { device: fresh, n };
  };
  const versions = theirs.versions.map(({ dot }) => dot);
  const holds = theirs.holds.map(({ dot }) => dot);
  return makeState({
    ...mine,
    versions: mine.versions.map((each) => ({ ...each, dot: renumber(each.dot, versions) })),
    holds: mine.holds.map((each) => ({ ...each, dot: renumber(each.dot, holds) })),
    retirements: mine.retirements.map((each) => renumber(each, theirs.retirements)),
  });
}
