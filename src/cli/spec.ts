// What a command is: its words for people and its options for the parser. Help, completion and parsing all read
// this, so they can't differ.

import type { Workbench } from "../compose/workbench.ts";
import type { Verb } from "../trust/authority.ts";
import type { Output } from "./output.ts";

export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Shown in help: `TEXT`, `DATE`. */
  readonly value?: string;
  readonly help: string;
}

export interface Parsed {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly names: readonly string[];
}

export interface Invocation extends Parsed {
  readonly verb: Verb;
  readonly out: Output;
  readonly bench: Workbench;
}

export type Run = (call: Invocation) => Promise<number> | number;

export interface CommandSpec {
  readonly verb: Verb;
  readonly summary: string;
  readonly usage: string;
  readonly about?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Fewest and most names it takes. */
  readonly names: readonly [number, number];
  readonly examples: readonly string[];
  /** Writes or judges text: all the rules are loaded before it runs. */
  readonly scans?: true;
  /** Shows what is in the store: what waits in the inbox is taken in first. */
  readonly drains?: true;
}

export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { type: "boolean", help: "Print JSON" },
  quiet: { type: "boolean", short: "q", help: "Print results only" },
  "no-color": { type: "boolean", help: "No colour (NO_COLOR is honoured too)" },
  store: { type: "string", value: "DIR", help: "Use this personal store (default ~/.holdfast)" },
  debug: { type: "boolean", help: "Show stack traces" },
  help: { type: "boolean", short: "h", help: "Show this help" },
};
