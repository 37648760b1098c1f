// One interface for every way to reach a model (OBS-2). A provider asks once and says what came back; it keeps no books,
// and it never executes anything: what the model asked for is a list of names (OBS-3).

import { forTerminalLine } from "../../../text/sanitise.ts";
import type { ModelAnswer, Tokens } from "../../model.ts";

export interface ModelQuestion {
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
  | { readonly kind: "said"; readonly text: string; readonly tokens?: Tokens | undefined }
  | { readonly kind: "acted"; readonly attempts: readonly Attempt[]; readonly tokens?: Tokens | undefined }
  | { readonly kind: "unlocked"; readonly why: string; readonly tokens?: Tokens | undefined }
  | (Failed & { readonly tokens?: Tokens | undefined });

export interface Provider {
  readonly name: string;
  readonly model: string;
  /** Most tokens that it adds to the input by itself. */
  readonly overhead: number;
  ask(asked: ModelQuestion, signal: AbortSignal): Promise<Reply>;
}

export const NOTHING: Tokens = { input: 0, output: 0 };

export function failed(then: Failed["then"], why: string): Failed {
  return { kind: "failed", why, then };
}

// What a model asked for instead of speaking (OBS-3), gathered while it comes in pieces. Names are cleaned for the places
// where people read them; how much is kept is bounded, because a hostile model decides how much comes.
const MOST = 64;
const NAME = 100;
const INPUT = 16 * 1024;

export interface Attempts {
  /** Pieces with one key are one attempt. */
  add(key: string, name: string, input: string): void;
  has(key: string): boolean;
  readonly any: boolean;
  list(): readonly Attempt[];
}

function gatherAttempts(): Attempts {
  const seen = new Map<string, { name: string; input: string }>();
  return {
    add: (key, name, input) => {
      const there = seen.get(key);
      if (there === undefined && seen.size >= MOST) return;
      const growing = there ?? { name: "", input: "" };
      seen.set(key, growing);
      growing.name = (growing.name + name).slice(0, NAME * 4);
      growing.input = (growing.input + input).slice(0, INPUT);
    },
    has: (key) => seen.has(key),
    get any() {
      return seen.size > 0;
    },
    list: () => [...seen.values()].map(({ name, input }) => ({ name: shownName(name), input })),
  };
}

function shownName(name: string): string {
  const line = forTerminalLine(name, { max: NAME });
  return line === "" ? "(no name)" : line;
}

/** An answer as far as it was heard. */
export interface Ear {
  readonly attempts: Attempts;
  text: string;
  ended: boolean;
  tokens: Tokens | undefined;
}

export function newEar(): Ear {
  return { attempts: gatherAttempts(), text: "", ended: false, tokens: undefined };
}
