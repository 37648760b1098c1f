// A model that can only speak (OBS-1). One call: a fixed system text, one prompt of data, an answer of text. What asks for
// anything else comes back as `denied`, whatever provider it came from; nothing is ever executed.
import type { Checked } from "../checks/checked.ts";

export type CallSource = "observer" | "ask";

export interface ModelCall {
  readonly source: CallSource;
  /** Of the agent's session; for `ask` an id of its own. */
  readonly session: string;
  readonly project?: string;
  /** Ours, fixed; never holds anything that was read. */
  readonly system: string;
  /** What was read, as data; secrets and private text are gone (OBS-7). */
  readonly prompt: Checked;
  /** What the answer must look like; providers that can, ask for it. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly maxOutputTokens: number;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface Cost {
  readonly tokens: Tokens;
  /** In currency units (US dollars as the table of prices has it). */
  readonly money: number;
}

export type BudgetName = "call" | "session" | "day" | "month" | "day-money" | "month-money";

export type ModelAnswer =
  | { readonly kind: "answer"; readonly text: string; readonly cost: Cost }
  /** No request left the machine (or it was aborted): which budget, what it would have come to, and its limit (OBS-5). */
  | { readonly kind: "over-budget"; readonly budget: BudgetName; readonly value: number; readonly limit: number }
  /** The model tried to act (OBS-3): names of what it asked for. The output is dropped. */
  | { readonly kind: "denied"; readonly attempts: readonly string[]; readonly cost: Cost }
  /** The provider is not what it must be (OBS-2b): a tool in its list, an old program, another mode. */
  | { readonly kind: "unlocked"; readonly why: string }
  /** `retry`: another time may do; `stop`: a key or a setting is wrong, a person must look (OBS-11). */
  | { readonly kind: "failed"; readonly why: string; readonly then: "retry" | "stop" | "never" };

export interface Model {
  /** For messages: "anthropic claude-haiku-5-5". */
  readonly name: string;
  call(request: ModelCall, signal: AbortSignal): Promise<ModelAnswer>;
}

// The record of what models were asked and what they tried (OBS-6). model/ writes it, `observe log` reads its end.

/** In the state folder; older generations have a number behind it. */
export const AUDIT_LOG = "observer-audit.log";

export interface AuditEntry {
  readonly ts: string;
  readonly source: CallSource;
  readonly session: string;
  readonly project: string | null;
  readonly provider: string;
  readonly model: string;
  /** What it asked for; null for the call itself. */
  readonly tool: string | null;
  readonly input: string;
  readonly result: "allowed" | "denied" | "error";
  readonly reason?: string;
  readonly tokens: Tokens | null;
  /** In US dollars. */
  readonly cost: number | null;
}
