// Rules that hold (RUL-1): what a verified memory forbids, decided before the tool acts. The index proposes whose lines fit; only
// a memory that is read now, is vouched for and may be served here stops anything.
import type { Intent, ToolEvent } from "../../hosts/event.ts";
import { listField } from "../../memory/fields.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { isRuleProblem, parseRule, type Rule } from "../../memory/rule.ts";
import type { IndexedStore } from "../../recall/judged.ts";
import type { InSession } from "../../recall/recall.ts";
import type { Receipt } from "../../recall/receipts.ts";
import { filterOf, freshly } from "../../recall/tool-notes.ts";
import { type Deed, isMeant, type Standing, type Verdict } from "../../rules/decide.ts";
import { type ActWorld, deedsOf, namesAny, wordsOf } from "../../rules/deeds.ts";
import type { Stopped } from "../../rules/once.ts";
import { decidePassing } from "../../rules/passing.ts";
import { isAbout } from "../../rules/scope.ts";
import { weightOf } from "../../rules/standing.ts";
import { type Fired, ruleWord } from "../../rules/told.ts";
import { reasonFor, refusalFor } from "../../rules/wording.ts";
import { handleOf, type Memory, nameOf, replacedAmong } from "../../store/catalogue.ts";
import type { Scope, Spot } from "../../store/memory-store.ts";
import { unlessFault } from "../../text/errors.ts";
import { given } from "../../text/values.ts";
import { secondOf } from "../../trust/transitions.ts";
import type { Moment } from "./session.ts";

type Proposed = { readonly store: IndexedStore; readonly spot: Spot; readonly rule: Rule };

interface Ruling extends Pick<ActWorld, "below"> {
  /** A person lets it through for now (RUL-5); asked only of what would be stopped. */
  isAllowed(stopped: Stopped, scope: Scope): boolean;
  /** An organisation asks for it (HUB-10): its rules are taken back by nobody else's word. */
  readonly keepsRules: boolean;
}

export async function ruled(
  event: ToolEvent,
  { indexed, about, keep: keepReceipt }: Moment,
  { below, isAllowed, keepsRules }: Ruling,
): Promise<Intent> {
  const words = wordsOf(event, { below });
  const proposed = indexed.flatMap((store) => rulesIn(store, words, about));
  if (proposed.length === 0) return NOTHING;
  const clauses = proposed.flatMap(({ rule }) => rule.stops.map(({ clause }) => clause));
  const readShell = namesAny(event, clauses, words) ? (await import("./shell.ts")).readShell : () => UNREAD;
  const deeds = deedsOf(event, { below, readShell });
  // What its own exception lets through, and a call that no line means, need no look at a file.
  if (!proposed.some(({ rule }) => wouldStop(rule, deeds))) return NOTHING;
  const concerned = proposed.filter(({ rule }) => concerns(rule, deeds));
  const where = (paths: readonly string[]) => (deed: Deed) => isAbout(paths, deed, event.cwd, below);
  const counting = standing(concerned, indexed, { moment: about, keepsRules }).map((each) => ({
    ...each,
    applies: where(pathsOf(each.source)),
  }));
  const passes = (verdict: Verdict<Memory>): boolean => isAllowed(stoppedBy(verdict, about), verdict.source.scope);
  const { passed, verdict } = decidePassing(counting, deeds, passes);
  // A disk that is full takes no receipt; the rule holds all the same.
  const keep = (receipt: Receipt): void =>
    unlessFault(
      () => keepReceipt(receipt),
      () => undefined,
    );
  for (const each of passed) keep(receiptFor(each, "allowed", { event, about }));
  // A host that can't be told before a tool is reminded of nothing, and nothing is kept of it.
  if (verdict === undefined || (verdict.stop.effect === "remind" && event.takesReminders === false)) return NOTHING;
  keep(receiptFor(verdict, verdict.stop.effect, { event, about }));
  return intentOf(verdict, about);
}

function stoppedBy({ stop, source }: Verdict<Memory>, { host, session }: InSession): Stopped {
  return { id: source.id as MemoryId, line: stop.said, host, session };
}

const NOTHING: Intent = { kind: "nothing" };
const UNREAD = { sure: false, commands: [], steps: 0 };

/** A store that grew by more since the last prompt waits for the next one. */
const MOST_CHANGES = 64;

/** Where the index can't be used no rule is known. What came since it was last asked counts at once: a folder's stamp tells. */
function rulesIn(store: IndexedStore, words: ReadonlySet<string>, moment: InSession): readonly Proposed[] {
  const { index } = store;
  const said = unlessFault(
    () => {
      const state = index?.refresh({ depth: "places", most: MOST_CHANGES });
      return index === undefined || state === "empty" ? [] : index.rules(filterOf(moment), words);
    },
    () => [],
  );
  return said.flatMap(({ spot, lines }) => {
    const rule = parseRule(lines);
    return isRuleProblem(rule) ? [] : [{ store, spot, rule }];
  });
}

function wouldStop({ stops, unless }: Rule, deeds: readonly Deed[]): boolean {
  return deeds.some(
    (deed) => stops.some(({ clause }) => isMeant(clause, deed)) && !unless.some((clause) => isMeant(clause, deed)),
  );
}

function concerns({ stops, unless }: Rule, deeds: readonly Deed[]): boolean {
  const clauses = [...stops.map(({ clause }) => clause), ...unless];
  return deeds.some((deed) => clauses.some((clause) => isMeant(clause, deed)));
}

function standing(
  proposed: readonly Proposed[],
  stores: readonly IndexedStore[],
  { moment, keepsRules }: { readonly moment: InSession; readonly keepsRules: boolean },
): readonly Standing<Memory>[] {
  const memories = proposed.flatMap(({ store, spot }) => freshly(store, spot, moment) ?? []);
  const verified = memories.filter(({ tier }) => tier === "verified");
  const isKept = ({ scope }: Pick<Memory, "scope">): boolean => keepsRules && scope === "org";
  const [kept, others] = [verified.filter(isKept), verified.filter((memory) => !isKept(memory))];
  const replaced = new Set([
    ...(others.length === 0 ? [] : replacedAmong(others, stores)),
    ...(kept.length === 0
      ? []
      : replacedAmong(
          kept,
          stores.filter(({ store }) => isKept(store.info)),
        )),
  ]);
  return verified.flatMap((memory) => {
    const rule = parseRule(listField(memory.document, "rule"));
    if (isRuleProblem(rule) || replaced.has(memory)) return [];
    return [{ rule, source: memory, ...weightOf(memory), isKept: isKept(memory) }];
  });
}

function pathsOf({ document }: Memory): readonly string[] {
  return listField(document, "paths");
}

function intentOf({ stop, instead, source }: Verdict<Memory>, { session }: InSession): Intent {
  const { effect: kind, said } = stop;
  const hasSession = session !== "";
  const told = { effect: kind, said, instead, name: nameOf(source), handle: handleOf(source), hasSession };
  const reason = reasonFor(told);
  if (kind === "remind") return { kind: "context", event: "PreToolUse", text: reason };
  return kind === "ask" ? { kind, reason, refusal: refusalFor(told) } : { kind, reason };
}

/** What fired, for `rules` and `why` (RUL-6). */
function receiptFor(
  { stop, source }: Verdict<Memory>,
  form: Fired,
  { event: { tool }, about }: { readonly event: ToolEvent; readonly about: InSession },
): Receipt {
  const { session, host, project, now } = about;
  const { tier, scope, id = "", stored } = source;
  const rule = ruleWord(stop.said);
  const item = { id, file: stored.file, name: nameOf(source), tier, scope, form, tokens: 0, rule };
  return {
    at: secondOf(now),
    session,
    host,
    event: `PreToolUse:${tool}`,
    ...given({ project }),
    tokens: 0,
    shown: [item],
    withheld: [],
  };
}
