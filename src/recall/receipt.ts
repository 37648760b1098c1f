// What was given, for `holdfast why` (CTX-7) and for showing each memory once (CTX-2).

import { secondOf } from "../trust/transitions.ts";
import type { Candidate, Selection } from "./candidate.ts";
import type { Receipt } from "./receipts.ts";
import { renderMemory } from "./render.ts";

export interface Moment {
  readonly session: string;
  readonly host: string;
  readonly event: string;
  readonly project?: string;
  readonly now: Date;
}

export function receiptOf(selection: Selection, { now, session, host, event, project }: Moment): Receipt {
  return {
    at: secondOf(now),
    session,
    host,
    event,
    ...(project === undefined ? {} : { project }),
    tokens: selection.tokens,
    shown: selection.shown.map(({ candidate, form, tokens, rule }) => {
      const { id, file, name, tier, scope } = candidate;
      return { id, file, name, tier, scope, form, tokens, rule };
    }),
    withheld: selection.withheld,
  };
}

/** Those whose words were all told. A line of an index that leaves text out only names its memory. */
export function givenBy({ shown }: Selection): readonly string[] {
  return shown
    .filter(({ candidate, form }) => form === "full" || hasNothingMore(candidate))
    .map(({ candidate }) => candidate.id);
}

function hasNothingMore(candidate: Candidate): boolean {
  return renderMemory(candidate, "line", false) === renderMemory(candidate, "full", false);
}
