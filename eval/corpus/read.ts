// Our own corpus of coding memories and of what people ask (EVA-2), one JSON object a line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type Kind } from "../../src/memory/kinds.ts";
import { eachLine } from "../json-lines.ts";

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
