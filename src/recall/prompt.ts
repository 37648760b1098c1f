// What an agent is told with a prompt, and the receipt of it: found, filtered, capped and rendered (CTX-2, CTX-3, CTX-7).
import type { Config } from "../config/config.ts";
import type { Intent } from "../hosts/event.ts";
import { type IndexedStore, type Judge, judged } from "./judged.ts";
import type { IsOutdated } from "./outdated.ts";
import { recall } from "./recall.ts";
import { type ClaimIds, receiptOf } from "./receipt.ts";
import type { Receipt } from "./receipts.ts";
import { search, withoutSuspects } from "./search.ts";

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
  const about = { text: prompt.prompt, interactive: false, branches, now };
  const request = { ...about, ...(project === undefined ? {} : { project }) };
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
  };
  const { text, selection } = recall(found, limits);
  if (text === "") return NOTHING;
  return {
    intent: { kind: "context", event: "UserPromptSubmit", text },
    receipt: receiptOf(selection, { ...prompt, event: "UserPromptSubmit" }),
  };
}
