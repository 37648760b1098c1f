// What an agent is told with a prompt: nothing, unless the store knows something about it (CTX-3); then a few memories
// inside the fence and the budget (CTX-4), none that the session was given already (CTX-2).

import type { Config } from "../config/config.ts";
import type { Intent } from "../hosts/event.ts";
import { textField } from "../memory/fields.ts";
import { handleOf, type Memory } from "../store/catalogue.ts";
import type { Candidate, Selection, Withheld } from "./candidate.ts";
import { type IndexedStore, type Judge, judged } from "./judged.ts";
import type { IsOutdated } from "./outdated.ts";
import type { ReadAlready } from "./read-already.ts";
import { type ClaimIds, claimed, lineKey, type Receipt, receiptOf } from "./receipts.ts";
import { renderContext } from "./render.ts";
import { type Hit, type SearchResult, search, withoutSuspects } from "./search.ts";
import { selectForMoment } from "./select.ts";
import { candidateOf, type Looking, withhold } from "./serve.ts";
import { couldTell, type Level, levelOf, worthTelling } from "./silence.ts";

export interface Limits extends Looking {
  /** `max-inject`; 0 says nothing. */
  readonly most: number;
  readonly tokens: number;
  readonly linesFirst?: boolean;
  /** What this session was given already, by id (CTX-2). */
  readonly shown?: ReadonlySet<string>;
  /** Asked of what is about to be told; absent outside a session. */
  readonly claim?: ClaimIds | undefined;
  /** Asked last: a file that the agent loads says it (ARR-3). */
  readonly readAlready?: ReadAlready | undefined;
}

export interface Told {
  /** Empty when nothing is said. */
  readonly text: string;
  readonly selection: Selection;
}

export type Silence =
  | "no-match"
  | "not-enough-known"
  | "switched-off"
  | "no-counts"
  | "too-common"
  | "withheld"
  | "shown-before"
  | "nothing-fits";

export interface Recalled extends Told {
  readonly silence?: Silence;
}

export function recall(found: SearchResult, limits: Limits): Recalled {
  const best = found.hits[0] ?? found.best;
  if (limits.most <= 0) return silent(found, limits, "switched-off");
  // Without the counts of developer text every word looks rare, and everything would pass.
  if (found.facts.backgroundSize === 0 && found.query.terms.length > 0) return silent(found, limits, "no-counts");
  if (!couldTell(found.query, found.facts)) return silent(found, limits, "too-common");
  if (best === undefined) return silent(found, limits, "no-match");
  const level = levelOf(best);
  if (level === undefined) return silent(found, limits, "not-enough-known");
  const matching = worthTelling(found.hits, found.hits.length);
  if (matching.length === 0) return silent(found, limits, found.misses.length > 0 ? "withheld" : "no-match");
  const fresh = matching.filter(
    ({ memory }) => isNew(memory, limits) && (level === "text" || isNoLine(memory, limits)),
  );
  const unread = fresh.filter(({ memory }) => !isRead(memory, limits));
  if (unread.length === 0) return silent(found, limits, "shown-before");
  const read = fresh.filter((hit) => !unread.includes(hit));
  const told = tell(
    unread.map((hit) => matchOf(hit, level, limits)),
    [...missed(found, limits), ...read.map(({ memory }) => withhold(candidateOf(memory, limits), "read-already"))],
    limits,
  );
  return told.text === "" ? { ...told, silence: "nothing-fits" } : told;
}

function matchOf({ memory, score }: Hit, level: Level, limits: Limits): Candidate {
  const rule = `${level === "text" ? "matches" : "may apply to"} the prompt, score ${score.toFixed(1)}`;
  return { ...candidateOf(memory, limits), rule, ...(level === "line" ? { mayApply: true } : {}) };
}

export function isNew(memory: Memory, { shown }: Pick<Limits, "shown">): boolean {
  return shown?.has(handleOf(memory)) !== true;
}

/** The agent has it already, by a file that it loads by itself (ARR-3). */
export function isRead({ document }: Memory, { readAlready }: Pick<Limits, "readAlready">): boolean {
  const text = document.body.trim() === "" ? (textField(document, "description") ?? "") : document.body;
  return readAlready?.(text) === true;
}

/** The session has not read its line yet. */
function isNoLine(memory: Memory, { shown }: Pick<Limits, "shown">): boolean {
  return shown?.has(lineKey(handleOf(memory))) !== true;
}

/** What of these finds a place, and is not told by somebody else at this very moment. */
export function tell(fitting: readonly Candidate[], misses: readonly Withheld[], limits: Limits): Told {
  const { selection, chosen } = selectForMoment(fitting, limits);
  const whole = { ...selection, withheld: [...selection.withheld, ...misses] };
  if (whole.shown.length === 0) return { text: "", selection: whole };
  const left = claimed(whole, limits.claim);
  const applicable = chosen - (whole.shown.length - left.shown.length);
  return { text: renderContext(left, { totalApplicable: applicable }), selection: left };
}

function silent(found: SearchResult, limits: Limits, silence: Silence): Recalled {
  return { text: "", selection: { shown: [], withheld: missed(found, limits), tokens: 0 }, silence };
}

function missed(found: SearchResult, limits: Limits): readonly Withheld[] {
  return found.misses.map(({ memory, reason }) => withhold(candidateOf(memory, limits), reason));
}

// What an agent is told with a prompt, and the receipt of it: found, filtered, capped and rendered (CTX-2, CTX-3, CTX-7).

/** What is known at any moment of a session but its start. */
export interface InSession {
  readonly session: string;
  readonly host: string;
  readonly project?: string;
  /** Whose memories hold here, as the start of the session found out. */
  readonly branches?: readonly string[];
  readonly now: Date;
  readonly config: Config;
  readonly shown: ReadonlySet<string>;
  readonly claim: ClaimIds;
  /** Asked of what is about to be shown (CTX-8); absent where no project is at hand. */
  readonly isOutdated?: IsOutdated | undefined;
  /** Asked where an unconfirmed memory matches. */
  readonly judge: Judge;
  readonly readAlready?: ReadAlready | undefined;
}

export interface Prompt extends InSession {
  readonly prompt: string;
}

export interface PromptContext {
  readonly intent: Intent;
  /** Absent where nothing was given. */
  readonly receipt?: Receipt;
}

const NOTHING: PromptContext = { intent: { kind: "nothing" } };

export async function promptContext(stores: readonly IndexedStore[], prompt: Prompt): Promise<PromptContext> {
  const { project, branches = [], now, config } = prompt;
  const request = { text: prompt.prompt, interactive: false, mayApply: true, branches, now, project };
  const all = search(stores, request);
  const suspects = await judged(
    all.hits.map(({ memory }) => memory),
    stores,
    prompt.judge,
  );
  const found = withoutSuspects(all, { ...request, suspects });
  const limits = {
    most: config["max-inject"],
    tokens: config["prompt-tokens"],
    now,
    shown: prompt.shown,
    claim: prompt.claim,
    isOutdated: prompt.isOutdated,
    readAlready: prompt.readAlready,
  };
  const { text, selection } = recall(found, limits);
  if (text === "") return NOTHING;
  return {
    intent: { kind: "context", event: "UserPromptSubmit", text },
    receipt: receiptOf(selection, { ...prompt, event: "UserPromptSubmit" }),
  };
}
