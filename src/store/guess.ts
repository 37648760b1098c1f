// What a plain sentence is, guessed from its words, for `holdfast add "..."` (SUR-00). The author sees the guess
// before anything is saved, and `--kind` overrules it.

import { setAuthorKey } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import { type Kind, type MemoryType, typeOfKind } from "../memory/kinds.ts";
import { wholeGraphemes } from "../text/graphemes.ts";

interface Cue {
  readonly kind: Kind;
  readonly words: RegExp;
}

/** First match wins. */
const CUES: readonly Cue[] = [
  { kind: "decision", words: /\b(we|i) (decided|chose|picked|settled on)\b|\bdecision\b/i },
  { kind: "tech-debt", words: /\b(todo|tech(nical)? debt|workaround|hack|for now)\b/i },
  { kind: "constraint", words: /\b(must|cannot|can't|may not|not supported|limit(ed)? to|only works|requires?)\b/i },
  {
    kind: "preference",
    words:
      /^\s*(?:please|always|never|don't|do not|prefer|use|avoid|run|keep|write|name|put|ask|ensure|make sure|follow|add|answer|reply|respond|explain|include|treat|commit|publish|remove|delete|validate|wrap|mention|no)[ :]/i,
  },
  { kind: "preference", words: /\b(prefer|instead of|rather than|from now on|always|never|should(n't)?)\b/i },
];

export function kindOf(sentence: string): Kind {
  return CUES.find((cue) => cue.words.test(sentence))?.kind ?? "fact";
}

/** What the words are about: what somebody says of themselves is about them, and stands in no manual. */
const OF_ONESELF = /^\s*(?:i|i'm|i've|my)\s/i;

export function typeOf(sentence: string, kind: Kind = kindOf(sentence)): MemoryType {
  return kind === "fact" && OF_ONESELF.test(sentence) ? "user" : typeOfKind(kind);
}

const NAME_LENGTH = 60;
const DESCRIPTION_LENGTH = 256;

/** A name: the first line, cut at a word. */
export function nameOf(text: string): string {
  // Bold is for the eye; signs inside a word, a path or code are part of it.
  const line = firstLine(text).replace(
    /(?<![^\s("'])\*\*(?=[^\s*])([^*`]{0,80}(?:`[^`]{0,80}`[^*`]{0,80}){0,4})(?<=[^\s*])\*\*/g,
    "$1",
  );
  return cutAtWord(line, NAME_LENGTH).replace(/[.,;:!?\s]+$/u, "");
}

export function descriptionOf(text: string): string {
  return cutAtWord(firstLine(text), DESCRIPTION_LENGTH);
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  return line
    .replace(/^#+\s*/, "")
    .replace(/\t+/g, " ")
    .trim();
}

/** Whole graphemes, and no joiner left at the end: the author's emoji and words must pass the checks as they did. */
function cutAtWord(text: string, limit: number): string {
  if (wholeGraphemes(text, limit) === text) return text;
  const cut = wholeGraphemes(text, limit - 1).replace(/[\u200c\u200d]+$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > limit / 2 ? cut.slice(0, space) : cut}\u2026`;
}

// A name and a description that `add` took from a text are no words of their own (SUR-00). They follow the text when it
// changes, or an agent would be given the old sentence beside the new one; what an author wrote stays as it is.

export type HeadKey = "name" | "description";
const DERIVE: Readonly<Record<HeadKey, (body: string) => string>> = { name: nameOf, description: descriptionOf };
const HEAD_KEYS: readonly HeadKey[] = ["name", "description"];

/** It is exactly what `add` would take from the body. */
export function isDerived(document: MemoryDocument, key: HeadKey): boolean {
  return textField(document, key) === DERIVE[key](document.body);
}

/** `said` are the keys given beside the text; one that the edit itself changed is the author's word too. */
export function derivedAgain(
  before: MemoryDocument,
  after: MemoryDocument,
  said: readonly string[] = [],
): MemoryDocument {
  const follows = (key: HeadKey): boolean =>
    !said.includes(key) && isDerived(before, key) && textField(after, key) === textField(before, key);
  return HEAD_KEYS.filter(follows).reduce((doc, key) => setAuthorKey(doc, key, DERIVE[key](after.body)), after);
}

/** What an author wrote and an edit left, although the words it stands over are others now. */
export function leftStanding(before: MemoryDocument, after: MemoryDocument): readonly HeadKey[] {
  return HEAD_KEYS.filter(
    (key) =>
      DERIVE[key](before.body) !== DERIVE[key](after.body) &&
      textField(after, key) === textField(before, key) &&
      !isDerived(after, key),
  );
}
