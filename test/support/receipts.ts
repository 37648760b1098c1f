// What agents were given, as the hook notes it.
import type { Receipt } from "../../src/recall/receipts.ts";

/** These memories with a prompt, each whole and of so many tokens. */
export function receiptOf(at: string, ids: readonly string[], session = "s", tokens = 20): Receipt {
  const item = { file: "x.md", name: "x", tier: "verified", scope: "personal", form: "full", tokens, rule: "prompt" };
  const shown = ids.map((id) => ({ id, ...item }));
  return { at, session, host: "claude", event: "UserPromptSubmit", tokens: tokens * ids.length, shown, withheld: [] };
}
