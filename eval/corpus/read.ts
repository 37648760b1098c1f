// Our own corpus of coding memories and of what people ask (EVA-2), one JSON object a line. A line that does not fit is
// an error with its number, never skipped: a set that shrinks in silence gives figures nobody can compare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "../../src/core/memory/kinds.ts";

/** Each group is a store of its own: search only the memories of the question's group. */
export const GROUPS = ["shop", "app", "pipe", "infra", "fw", "cli"] as const;
export const LANGUAGES = ["en", "ko", "zh", "ja", "de"] as const;
/** Weights and thresholds are fitted on `development` only; `held-out` is measured. */
export const PARTS = ["development", "held-out"] as const;
export const CATEGORIES = ["direct", "paraphrase", "identifier", "typo", "short-cjk", "negative"] as const;

export type Group = (typeof GROUPS)[number];
export type Language = (typeof LANGUAGES)[number];
export type Part = (typeof PARTS)[number];
export type Category = (typeof CATEGORIES)[number];

export interface CorpusMemory {
  readonly id: string;
  readonly group: Group;
  readonly lang: Language;
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  readonly tags: readonly string[];
  readonly asks: readonly string[];
  readonly body: string;
}

export interface CorpusQuestion {
  readonly id: string;
  readonly group: Group;
  readonly lang: Language;
  readonly part: Part;
  readonly cat: Category;
  readonly text: string;
  /** The memories that help; none of a negative. */
  readonly rel: readonly string[];
}

/** One line, read key by key, so that each fault names its line and its key. */
class Fields {
  readonly #given: Map<string, unknown>;
  readonly #where: string;

  constructor(line: string, where: string) {
    this.#where = where;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw this.fault("no JSON");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.fault("no object");
    this.#given = new Map(Object.entries(value));
  }

  fault(message: string): Error {
    return new Error(`${this.#where}: ${message}`);
  }

  #take(key: string): unknown {
    const value = this.#given.get(key);
    this.#given.delete(key);
    return value;
  }

  text(key: string): string {
    const value = this.#take(key);
    if (typeof value !== "string" || value.trim() === "") throw this.fault(`"${key}" is no text`);
    return value;
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    const value = this.text(key);
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw this.fault(`"${key}" is "${value}", none of ${allowed.join(", ")}`);
    return found;
  }

  list(key: string): readonly string[] {
    const value = this.#take(key);
    if (!Array.isArray(value)) throw this.fault(`"${key}" is no list`);
    return value.map((each: unknown) => {
      if (typeof each !== "string" || each.trim() === "") throw this.fault(`"${key}" holds something other than text`);
      return each;
    });
  }

  optionalList(key: string): readonly string[] {
    return this.#given.has(key) ? this.list(key) : [];
  }

  end(): void {
    if (this.#given.size > 0) throw this.fault(`unknown key ${[...this.#given.keys()].join(", ")}`);
  }
}

function eachLine<T>(jsonl: string, read: (fields: Fields) => T): readonly T[] {
  const lines = jsonl.endsWith("\n") ? jsonl.slice(0, -1).split("\n") : jsonl.split("\n");
  return lines.map((line, index) => {
    const fields = new Fields(line, `line ${index + 1}`);
    const value = read(fields);
    fields.end();
    return value;
  });
}

export function parseMemories(jsonl: string): readonly CorpusMemory[] {
  return eachLine(jsonl, (fields) => ({
    id: fields.text("id"),
    group: fields.oneOf("group", GROUPS),
    lang: fields.oneOf("lang", LANGUAGES),
    name: fields.text("name"),
    description: fields.text("description"),
    kind: fields.oneOf("kind", KINDS),
    tags: fields.list("tags"),
    asks: fields.optionalList("asks"),
    body: fields.text("body"),
  }));
}

export function parseQuestions(jsonl: string): readonly CorpusQuestion[] {
  return eachLine(jsonl, (fields) => {
    const question: CorpusQuestion = {
      id: fields.text("id"),
      group: fields.oneOf("group", GROUPS),
      lang: fields.oneOf("lang", LANGUAGES),
      part: fields.oneOf("part", PARTS),
      cat: fields.oneOf("cat", CATEGORIES),
      text: fields.text("text"),
      rel: fields.list("rel"),
    };
    if ((question.cat === "negative") !== (question.rel.length === 0))
      throw fields.fault(`"rel" is empty for a negative, and only there`);
    return question;
  });
}

export function loadMemories(): readonly CorpusMemory[] {
  return parseMemories(readFileSync(join(import.meta.dirname, "memories.jsonl"), "utf8"));
}

export function loadQuestions(): readonly CorpusQuestion[] {
  return parseQuestions(readFileSync(join(import.meta.dirname, "questions.jsonl"), "utf8"));
}
