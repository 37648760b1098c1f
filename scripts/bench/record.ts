// What one run of `npm run proof bench` found, as it is committed: figures by step, and where, when and of what.
import type { Figures } from "./figures.ts";
import type { Form } from "./steps.ts";

export interface StepRecord {
  readonly command: string;
  readonly seconds: number;
  /** The program's own last line: what of its floors held. */
  readonly result: string;
  readonly figures: Figures;
}

export interface Machine {
  readonly os: string;
  readonly processor: string;
  readonly cores: number;
  readonly memory: string;
  /** Of the last minute before the run: what else the machine had to do. */
  readonly load: number;
}

export interface BenchRecord {
  readonly form: Form;
  readonly date: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  /** A step that is not here was not run, or could not be. */
  readonly steps: Readonly<Record<string, StepRecord>>;
}

/** One figure a line, as the formatter leaves it, so that a diff of two runs can be read. */
export function asText(record: BenchRecord): string {
  const text = JSON.stringify(record, undefined, 2);
  const inOneLine = text.replace(/\{\n\s+("value"[^{}]*?)\n\s+\}/g, (_, inner: string) => {
    return `{ ${inner.replace(/\n\s+/g, " ")} }`;
  });
  return `${inOneLine}\n`;
}
