// What the rules say of an act once what a person lets through for now is taken out (RUL-5): a line that passes takes neither its
// rule's other lines nor other rules with it.
import { type Deed, decide, type Standing, type Verdict } from "./decide.ts";

export interface Passing<Source> {
  readonly passed: readonly Verdict<Source>[];
  /** Of what does not pass. */
  readonly verdict: Verdict<Source> | undefined;
}

/** `passes` is asked only of what would be stopped. */
export function decidePassing<Source>(
  standing: readonly Standing<Source>[],
  deeds: readonly Deed[],
  passes: (verdict: Verdict<Source>) => boolean,
): Passing<Source> {
  const passed: Verdict<Source>[] = [];
  let left = standing;
  for (;;) {
    const verdict = decide(left, deeds);
    if (verdict === undefined || verdict.stop.effect === "remind" || !passes(verdict)) return { passed, verdict };
    passed.push(verdict);
    left = left.map((each) => without(each, verdict));
  }
}

function without<Source>(each: Standing<Source>, { stop }: Verdict<Source>): Standing<Source> {
  return { ...each, rule: { ...each.rule, stops: each.rule.stops.filter((one) => one !== stop) } };
}
