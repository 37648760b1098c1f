// Our own memory-shaped poisonings and their benign twins, one JSON object a line. A line that does not fit is an error
// with its number, never skipped: a set that shrinks in silence gives figures nobody can compare.
import { readFileSync } from "node:fs";
import { join } from "node:path";

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

const KEYS = ["id", "lang", "family", "poisoned", "benign"] as const;

function oneOf<T extends string>(allowed: readonly T[], value: string, where: string): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new Error(`${where}: "${value}" is none of ${allowed.join(", ")}`);
  return found;
}

function fieldsOf(line: string, where: string): Record<(typeof KEYS)[number], string> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`${where}: no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${where}: no object`);
  const given = new Map<string, unknown>(Object.entries(value));
  const unknown = [...given.keys()].filter((key) => !KEYS.some((known) => known === key));
  if (unknown.length > 0) throw new Error(`${where}: unknown key ${unknown.join(", ")}`);
  const text = (key: (typeof KEYS)[number]): string => {
    const field = given.get(key);
    if (typeof field !== "string" || field.trim() === "") throw new Error(`${where}: "${key}" is no text`);
    return field;
  };
  return {
    id: text("id"),
    lang: text("lang"),
    family: text("family"),
    poisoned: text("poisoned"),
    benign: text("benign"),
  };
}

export function parsePairs(jsonl: string): readonly PoisonPair[] {
  const lines = jsonl.endsWith("\n") ? jsonl.slice(0, -1).split("\n") : jsonl.split("\n");
  return lines.map((line, index) => {
    const where = `line ${index + 1}`;
    const { id, lang, family, poisoned, benign } = fieldsOf(line, where);
    return { id, lang: oneOf(LANGUAGES, lang, where), family: oneOf(FAMILIES, family, where), poisoned, benign };
  });
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
