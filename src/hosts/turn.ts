// What a host's own record of a session tells, line by line. hosts/<agent>/transcript.ts reads them.
import type { Fields } from "../disk/json-file.ts";

/** One thing said. */
export interface Turn {
  readonly speaker: "user" | "assistant";
  readonly text: string;
  /** When, as the record says; absent where it says nothing. */
  readonly at?: string;
}

/** One line of a record; undefined for everything that nobody said. */
export type ReadTurn = (line: string) => Turn | undefined;

/** One thing done: a call of a tool, or what came of it. Never leaves the machine (OBS-7); it bears witness (OBS-8). */
export type Work =
  | { readonly kind: "call"; readonly id: string; readonly what: string }
  | { readonly kind: "result"; readonly id: string; readonly text: string; readonly failed: boolean };

export type ReadWork = (line: string) => readonly Work[];

/** A call of a tool as it was made, helpers' own among them. Never leaves the machine: rules are tried against it (RUL-4). */
export interface Called {
  readonly tool: string;
  readonly input: Fields;
  readonly at?: string;
}

export type ReadCalls = (line: string) => readonly Called[];
