// A name and a description that `add` took from a text are no words of their own (SUR-00). They follow the text when it
// changes, or an agent would be given the old sentence beside the new one; what an author wrote stays as it is.

import { setAuthorKey } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import { descriptionOf, nameOf } from "./guess.ts";

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
