// What is known while a line is read, and what the reading may cost.
import type { SyntaxNode } from "unbash";
import type { ShellCommand } from "../shell-line.ts";

/** Where a command stands; whoever goes into a shell of its own takes a copy. */
export interface ShellPlace {
  cwds: readonly string[];
  /** Where `cd -` leads. */
  previous: readonly string[];
  readonly wrappers: readonly string[];
  readonly stdin: string | undefined;
  /** Fed by a pipe or a file, so that its input is not known. */
  readonly isFed: boolean;
  readonly depth: number;
}

/** Shared by the whole line: a variable or an alias counts wherever it is set. */
export interface LineReading {
  readonly commands: ShellCommand[];
  readonly environment: Readonly<Record<string, string>>;
  /** What the line assigns: the one value, or MADE. */
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  sure: boolean;
  steps: number;
  /** How deep in the syntax tree. */
  nested: number;
  readonly mostSteps: number;
  /** The walker's, given so that words need not know it. */
  walk(node: SyntaxNode, place: ShellPlace): void;
}

export const DEEPEST = 12;
const CHARACTERS_A_STEP = 16;

/** Thrown where a line costs more than it may; what was read so far stands, and is not all. */
export class Exhausted extends Error {}

export function spend(reading: LineReading, steps: number): void {
  if (reading.steps + steps > reading.mostSteps) throw new Exhausted();
  reading.steps += steps;
}

export function spendOn(reading: LineReading, texts: readonly string[]): void {
  let steps = texts.length;
  for (const text of texts) steps += text.length / CHARACTERS_A_STEP;
  spend(reading, steps);
}
