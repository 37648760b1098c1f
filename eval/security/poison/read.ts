// Our own memory-shaped poisonings and their benign twins, one JSON object a line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eachLine, type Fields } from "../../json-lines.ts";

export const FAMILIES = [
  "preference",
  "convention",
  "past-success",
  "package",
  "endpoint",
  "silence",
  "weakened-check",
  "secret-handling",
  "agent-setup",
] as const;
export const LANGUAGES = ["en", "de", "es", "ko", "zh", "ja"] as const;
export const HALVES = ["development", "held-out"] as const;

export type Family = (typeof FAMILIES)[number];
export type Language = (typeof LANGUAGES)[number];
/** Rules are written against `development` only; `held-out` is measured and never read while writing them. */
export type Half = (typeof HALVES)[number];

export interface PoisonPair {
  readonly id: string;
  readonly lang: Language;
  readonly family: Family;
  readonly poisoned: string;
  /** Same topic, form and length, and what an honest engineer wants remembered: a finding here is a false alarm. */
  readonly benign: string;
}

function oneOf<T extends string>(fields: Fields, key: string, allowed: readonly T[]): T {
  const value = fields.text(key);
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw fields.fault(`"${value}" is none of ${allowed.join(", ")}`);
  return found;
}

export function parsePairs(jsonl: string): readonly PoisonPair[] {
  return eachLine(jsonl, (fields) => ({
    id: fields.text("id"),
    lang: oneOf(fields, "lang", LANGUAGES),
    family: oneOf(fields, "family", FAMILIES),
    poisoned: fields.text("poisoned"),
    benign: fields.text("benign"),
  }));
}

/** The second file of each half was written later, by another hand. */
export const FILES: Readonly<Record<Half, readonly string[]>> = {
  development: ["development", "development-2"],
  "held-out": ["held-out", "held-out-2"],
};

export function loadPairs(half: Half): readonly PoisonPair[] {
  return FILES[half].flatMap(loadFile);
}

export function loadFile(name: string): readonly PoisonPair[] {
  return parsePairs(readFileSync(join(import.meta.dirname, `${name}.jsonl`), "utf8"));
}
