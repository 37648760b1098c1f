// One interface for every way to reach a model (OBS-2). A provider asks once and says what came back; it keeps no books,
// and it never executes anything: what the model asked for is a list of names (OBS-3).
import type { ModelAnswer, Tokens } from "../../model.ts";

export interface Asked {
  /** Fixed text of ours. */
  readonly system: string;
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly maxOutputTokens: number;
  /** In US dollars: for providers that stop by themselves. */
  readonly maxMoney: number;
}

/** Something other than words that came back: a tool call, a function call, a block of a kind that nobody asked for. */
export interface Attempt {
  readonly name: string;
  /** As far as it was told. */
  readonly input: string;
}

export type Failed = ModelAnswer & { readonly kind: "failed" };

/** `tokens` left out: it may have cost anything up to the bound. */
export type Reply =
  | { readonly kind: "said"; readonly text: string; readonly tokens?: Tokens }
  | { readonly kind: "acted"; readonly attempts: readonly Attempt[]; readonly tokens?: Tokens }
  | { readonly kind: "unlocked"; readonly why: string; readonly tokens?: Tokens }
  | (Failed & { readonly tokens?: Tokens });

export interface Provider {
  readonly name: string;
  readonly model: string;
  /** Most tokens that it adds to the input by itself. */
  readonly overhead: number;
  ask(asked: Asked, signal: AbortSignal): Promise<Reply>;
}

export const NOTHING: Tokens = { input: 0, output: 0 };

export function failed(then: Failed["then"], why: string): Failed {
  return { kind: "failed", why, then };
}
