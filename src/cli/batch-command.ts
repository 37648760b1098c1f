// The shape of every command that changes stored memories: plan all, show, ask once, apply, report per item (SUR-7).

import { applyEach, type Done, type Item, type Planned, unreadable } from "../store/batch.ts";
import type { OpenStore } from "../store/context.ts";
import type { TakenOver } from "../store/raise.ts";
import type { Written } from "../store/write.ts";
import { EXIT, ended, isDeclined } from "./exit.ts";
import type { Ended, Invocation } from "./spec.ts";
import { alarms, doneRecord, planLine } from "./tell.ts";
import { type Shown, shownOf, unlessTyped } from "./typed-yes.ts";

export interface Wording {
  readonly question: string;
  readonly done: string;
  /** What happens to each, where it is not a change of tier. */
  readonly change?: string;
  /** Shown between the plan and the question. */
  readonly more?: readonly string[];
}

/** `apply` where the items are not independent of each other. */
export async function runBatch(
  call: Invocation,
  items: readonly Item<Planned>[],
  words: Wording,
  apply: typeof applyEach = applyEach,
): Promise<Ended> {
  const { out, bench, options, verb } = call;
  const isReady = ({ kind }: Planned): boolean => kind === "target" || kind === "raw-target";
  const ready = items.filter(({ result }) => isReady(result) || canBeTakenOut(result, verb));
  for (const item of items) {
    if (ready.includes(item) || item.result.kind === "unchanged") out.note(planLine(item, words.change));
  }
  const isPlanned = items.some(({ result }) => result.kind === "target");
  if (isPlanned) for (const line of words.more ?? []) out.note(line);
  for (const { result } of items) if (result.kind === "target") alarms(out, result.plan.warnings);
  if (options["dry-run"] === true) {
    if (out.options.json) out.json(items.map(planRecord));
    else out.note("Nothing was changed (--dry-run).");
    return refusals(call, items);
  }
  const stopped = await unlessAgreed(call, ready, words.question);
  if (stopped !== undefined) return stopped;
  return report(call, await apply(items, verb, bench.act), words);
}

/** What raises trust is shown, and a yes to it typed; anything else is asked, or agreed to beforehand. */
async function unlessAgreed(
  call: Invocation,
  ready: readonly Item<Planned>[],
  question: string,
): Promise<Ended | undefined> {
  const shown: Shown[] = [];
  for (const { result } of ready)
    if ("plan" in result) shown.push(...(await shownOf(call, result.open, result.plan, takenOver(call, result))));
  if (shown.length > 0) return unlessTyped(call, shown);
  return ready.length > 0 && (await isDeclined(call, question)) ? EXIT.findings : undefined;
}

/** Own words of a memory that stays in the shared store (TRU-3): what was signed of it was signed there. */
function takenOver({ bench }: Invocation, planned: Planned): TakenOver | undefined {
  if (planned.kind !== "target" || planned.memory.id === undefined) return undefined;
  const { id, scope, stored, document } = planned.memory;
  if (scope === planned.open.store.info.scope) return undefined;
  const isHere = ({ store }: OpenStore): boolean => {
    const read = store.info.scope === scope ? store.read(stored) : undefined;
    return read?.kind === "file" && read.sha256 === stored.sha256;
  };
  const open = bench.stores().find(isHere) ?? bench.storeOf(scope);
  return { open, id, file: stored.file, document };
}

/** What can't be read can still be demoted, if it can be opened. */
function canBeTakenOut(result: Planned, verb: string): boolean {
  return result.kind === "found-broken" && verb === "demote" && result.broken.stored !== undefined;
}

function report(call: Invocation, done: readonly Item<Done>[], words: Wording): number {
  const { out } = call;
  if (out.options.json) out.json(done.map(doneRecord));
  let exit: number = EXIT.done;
  for (const item of done) {
    const { name, result } = item;
    if (result.kind === "written") out.note(`${out.paint("green", words.done)}  ${name}${nowCalled(result)}`);
    else if (result.kind === "kept-raw") {
      out.note(`${out.paint("green", "taken out")}  ${name}; its bytes are at`);
      out.note(`           ${result.path}`);
      if (result.local) out.note("           on this machine alone; they are not synced");
    } else exit = Math.max(exit, refusals(call, [item]));
  }
  return exit;
}

/** A person's own words are a new memory with a name of its own. */
function nowCalled({ plan }: Written): string {
  const [first] = plan.steps;
  return first?.action === "create" ? `, as ${first.change.file.replace(/\.md$/, "")}` : "";
}

/** Each refusal is told; the worst decides how the command ends. */
function refusals({ out, bench, verb }: Invocation, items: readonly Item<Planned | Done>[]): number {
  let exit: number = EXIT.done;
  for (const { result } of items) {
    const refused = result.kind === "found-broken" && verb !== "demote" ? unreadable(result) : result;
    if (refused.kind === "refusal") exit = Math.max(exit, ended(refused, out, bench, "reported"));
  }
  return exit;
}

function planRecord({ name, result }: Item<Planned>): Record<string, unknown> {
  if (result.kind === "refusal" || result.kind === "unchanged") return doneRecord({ name, result });
  if (result.kind === "found-broken") return { name, outcome: "unreadable" };
  const steps = result.plan.steps.map(({ id, action, from, to, change }) => ({
    id,
    action,
    from,
    to,
    file: change.file,
  }));
  return { name, outcome: "planned", steps };
}
