// Just before something is told: another moment of the same session may have told it a moment ago (CTX-2).

import { estimateTokens } from "../text/tokens.ts";
import type { Selection } from "./candidate.ts";
import { givenBy } from "./receipt.ts";
import { LARGEST_FRAME } from "./render.ts";

/** Notes that these are being given, by id, and answers which of them somebody else was faster to give. */
export type ClaimIds = (ids: readonly string[]) => ReadonlySet<string>;

export function claimed(selection: Selection, claim: ClaimIds | undefined): Selection {
  const taken = claim?.(givenBy(selection));
  if (taken === undefined || taken.size === 0) return selection;
  const shown = selection.shown.filter(({ candidate }) => !taken.has(candidate.id));
  const frame = shown.length === 0 ? 0 : estimateTokens(LARGEST_FRAME);
  return { ...selection, shown, tokens: shown.reduce((sum, { tokens }) => sum + tokens, frame) };
}
