// Which questions of BEAM are scored: the seven factual categories. Summaries and orderings ask for most of a chat, and
// an abstention has no answer in it.
import type { Group, Question } from "./read.ts";

const NOT_FACTUAL: ReadonlySet<string> = new Set(["abstention", "summarization", "event_ordering"]);

export function isFactual(question: Question): boolean {
  return question.rel.length > 0 && !NOT_FACTUAL.has(question.cat);
}

/** Chats about programming: stores of the same domain, of different projects. */
export function codingChats(groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ questions }) => questions.some(({ topic }) => topic === "Coding"));
}
