// Two states of one memory become one (SYN-2), without a merge base. A dot stands if it stands in both, or in one and the
// other never saw it. Commutative, associative and idempotent, so that order and repetition of exchanges don't matter.
// Texts are never merged (SYN-3): one dot that two machines used (a restored backup, a cloned machine) keeps all it stands
// for, be it two texts or a text and a hold.
import type { Dot } from "../attest/statement.ts";
import { covers, dotKey, joinContexts, makeState, type State } from "./state.ts";

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
