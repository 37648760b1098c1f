// A state that a line can hold (SYN-4), whatever was done to it. What is left out is what was seen, never what stands: who
// has not seen a dot can only be offered its text again, beside the one that stands, or be held once more; nothing is lost by
// it and no trust is raised. Nothing is left out while it fits: nobody knows which machine still holds what. An honest line
// never comes near the bounds: it has two counts for each device that exists, and few dots beside them. The lines that do
// are those in which an earlier program counted each hand edit by itself, and forged ones.
//
// What is left out is decided by the contexts, so that machines choose alike, and what stood on one of the sides stays seen.
// Where two contexts don't fit into one line, what both have seen stays, and few of it: then each fits with what the other
// made, and both come to rest.
import type { Dot } from "../attest/statement.ts";
import { adopterOf } from "./derived.ts";
import { MOST, renderLine } from "./line.ts";
import { type Context, isDerived, liveDots, makeState, type State } from "./state.ts";
import { headsOf } from "./view.ts";

/** Of dots that were adopted or found and stand for nothing any more. */
const SPENT = 128;
/** Of devices, where two contexts don't fit together. */
const FEW = 32;
/** So many entries of any kind fit, however long they are. */
const SMALL = 24;

/** `device`: this one, whose numbers are never given out twice. `sides`: what was joined, or stood before. */
export function fitted(state: State, device: string, sides: readonly State[] = []): State {
  if (Object.keys(state.context).length + liveDots(state).length <= SMALL) return state;
  const own = new Set([device, adopterOf(device)]);
  const standing = new Set([state, ...sides].flatMap(liveDots).map((dot: Dot) => dot.device));
  const bound = (each: string): boolean => own.has(each) || standing.has(each);
  const known = (each: string): boolean => sides.every(({ context }) => context[each] !== undefined);
  const steps: readonly ((at: State) => State)[] = [
    (at) => withContext(at, trimmed(at.context, bound, isDerived, SPENT)),
    (at) => {
      const shared = Object.entries(at.context).filter(([each]) => bound(each) || known(each));
      return withContext(
        at,
        trimmed(Object.fromEntries(shared), bound, () => true, FEW),
      );
    },
    (at) => fewer(at, MOST.holds, MOST.retirements),
    // It is held and retired all the same.
    (at) => fewer(at, 1, 1),
    (at) => headAlone(at, own),
  ];
  return steps.reduce((at, step) => (renderLine(at) === undefined ? step(at) : at), state);
}

function withContext(state: State, context: Context): State {
  return Object.keys(context).length === Object.keys(state.context).length ? state : makeState({ ...state, context });
}

/** At most so many of these, beside what is bound to stay. */
function trimmed(
  context: Context,
  bound: (device: string) => boolean,
  these: (device: string) => boolean,
  most: number,
): Context {
  const loose = Object.keys(context).filter((each) => these(each) && !bound(each));
  if (loose.length <= most) return context;
  const ranked = loose.toSorted((a, b) => rankIn(context, a) - rankIn(context, b) || (a < b ? -1 : 1));
  const out = new Set(ranked.slice(most));
  return Object.fromEntries(Object.entries(context).filter(([each]) => !out.has(each)));
}

/** Devices and their adopters before holds that were lifted, and those before single texts. */
function rankIn(context: Context, device: string): number {
  if (!isDerived(device)) return 0;
  if (device.startsWith("g")) return 2;
  return (context[device] ?? 0) > 1 || context[device.slice(1)] !== undefined ? 1 : 3;
}

function fewer(state: State, holds: number, retirements: number): State {
  return makeState({
    ...state,
    holds: state.holds.slice(0, holds),
    retirements: state.retirements.slice(0, retirements),
  });
}

/** Texts that stand beside it are files of their own, and their dots unseen: whoever has them keeps them. */
function headAlone(state: State, own: ReadonlySet<string>): State {
  const [head] = headsOf(state);
  const versions = state.versions.filter(({ hash }) => hash === head?.hash);
  const counting = versions.filter(({ attested }) => attested === (head?.attested ?? null));
  const context = Object.fromEntries(Object.entries(state.context).filter(([device]) => own.has(device)));
  return makeState({ ...state, versions: counting.slice(0, 1), context });
}
