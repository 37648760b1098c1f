// What an agent was given, so that `why` can tell (CTX-7). Local only, never synced.

import { given } from "../text/values.ts";
import { secondOf } from "../trust/transitions.ts";
import type { Candidate, Selection, Shown } from "./candidate.ts";
import { wordsOf } from "./render.ts";
import { selectionOf } from "./serve.ts";

export interface ReceiptItem {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly tier: string;
  readonly scope: string;
  readonly form: string;
  readonly tokens: number;
  readonly rule: string;
}

/** Before the line of a memory's `rule`, in the place of why a memory was told: the rest is its text. */
export const RULE_WORD = "rule: ";

export interface Receipt {
  readonly at: string;
  readonly session: string;
  readonly host: string;
  readonly event: string;
  readonly project?: string;
  readonly tokens: number;
  readonly shown: readonly ReceiptItem[];
  readonly withheld: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}

// What is given, told just before (CTX-2) and noted after it for `holdfast why` (CTX-7) and for showing each memory once.

/** Notes that these are being given, by key, and answers which of them somebody else was faster to give. */
export type ClaimIds = (ids: readonly string[]) => ReadonlySet<string>;

/** Another moment of the same session may have told it a moment ago. */
export function claimed(selection: Selection, claim: ClaimIds | undefined): Selection {
  const taken = claim?.(selection.shown.map(keyOf));
  if (taken === undefined || taken.size === 0) return selection;
  const shown = selection.shown.filter((each) => !taken.has(keyOf(each)));
  return selectionOf(shown, selection.withheld);
}

export interface ReceiptMoment {
  readonly session: string;
  readonly host: string;
  readonly event: string;
  readonly project?: string;
  readonly now: Date;
}

export function receiptOf(selection: Selection, { now, session, host, event, project }: ReceiptMoment): Receipt {
  return {
    at: secondOf(now),
    session,
    host,
    event,
    ...given({ project }),
    tokens: selection.tokens,
    shown: selection.shown.map(({ candidate, form, tokens, rule }) => {
      const { id, file, name, tier, scope } = candidate;
      return { id, file, name, tier, scope, form, tokens, rule };
    }),
    withheld: selection.withheld,
  };
}

/** A line that leaves text out only names its memory, whose text may still come; as a line it does not come again. */
function keyOf({ candidate, form }: Shown): string {
  return form === "full" || hasNothingMore(candidate) ? candidate.id : lineKey(candidate.id);
}

export function lineKey(id: string): string {
  return `${id} line`;
}

function hasNothingMore(candidate: Candidate): boolean {
  return wordsOf(candidate, "line") === wordsOf(candidate, "full");
}
