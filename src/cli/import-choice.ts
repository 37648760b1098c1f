// Which of what was found is imported (IMP-5): shown in groups, chosen by numbers, none of them unless a person says so.
import { chosenBy } from "../transfer/choose.ts";
import type { ImportItem, ImportPlan } from "../transfer/import.ts";
import { creatingIn, table } from "./import-report.ts";
import type { Invocation } from "./spec.ts";

const MOST_QUESTIONS = 3;

/** Undefined: none of them. Who asked for JSON, for quiet or for all of them is not asked which. */
export async function chosenIn(call: Invocation, plan: ImportPlan): Promise<ImportPlan | undefined> {
  const { out, bench, options } = call;
  const groups = creatingIn(plan.items);
  const all = groups.flatMap(({ items }) => items);
  if (all.length === 0 || options["yes"] === true || out.options.json || out.options.quiet) return plan;
  table(out, groups);
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const answer = await bench.word("Import which? all, all but 3, 5-7, or numbers; Enter: none >");
    const numbers = chosenBy(answer, all.length);
    if (numbers?.size === 0) return undefined;
    if (numbers !== undefined) return onlyThese(plan, new Set(all.filter((_, at) => numbers.has(at + 1))));
    out.note(`Expected numbers from 1 to ${all.length}.`);
  }
  return undefined;
}

function onlyThese(plan: ImportPlan, chosen: ReadonlySet<ImportItem>): ImportPlan {
  const isLeft = (item: ImportItem): boolean => item.outcome.kind === "creates" && !chosen.has(item);
  const items = plan.items.map((item) => (isLeft(item) ? { ...item, outcome: { kind: "not-now" } as const } : item));
  return { ...plan, items };
}
