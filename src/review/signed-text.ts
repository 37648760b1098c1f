// A memory as a signature covers it (STO-32), in lines that a person compares: the words as an agent is given them, and of the
// author's other keys those that differ.
import type { MemoryDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import { isToolKey } from "../memory/keys.ts";
import { wordsOf } from "../recall/render.ts";

/** As the block has it; a body that is too long for the block is shown whole. */
export function givenWords(document: MemoryDocument): string {
  const text = (key: "name" | "description"): string => textField(document, key) ?? "";
  const said = { name: text("name"), description: text("description"), body: document.body };
  return wordsOf(said, "full", document.body.length);
}

/** Equal where they differ in nothing that shows. */
export function signedTexts(before: MemoryDocument, after: MemoryDocument): readonly [string, string] {
  const [old, now] = [keysOf(before), keysOf(after)];
  // Among the words, unless they say nothing more there.
  const isInWords = (key: string): boolean => SAID.includes(key) && givenWords(before) !== givenWords(after);
  const isChanged = (key: string): boolean => !isInWords(key) && old.get(key)?.join("\n") !== now.get(key)?.join("\n");
  const whole = (document: MemoryDocument, keys: ReadonlyMap<string, readonly string[]>): string => {
    const changed = [...keys].flatMap(([key, lines]) => (isChanged(key) ? lines : []));
    return [givenWords(document), ...changed, ""].join("\n");
  };
  return [whole(before, old), whole(after, now)];
}

export const UNSEEN = "only blanks, line ends, or characters that don't show";

const SAID: readonly string[] = ["name", "description"];

/** Each as the lines that show it. */
function keysOf({ fields }: MemoryDocument): ReadonlyMap<string, readonly string[]> {
  const keys = [...fields].filter(([key]) => !isToolKey(key));
  return new Map(
    keys.map(([key, value]) => [
      key,
      Array.isArray(value) ? [`${key}:`, ...value.map((each) => `  ${plainly(each)}`)] : [`${key}: ${plainly(value)}`],
    ]),
  );
}

function plainly(value: unknown): string {
  return value instanceof Map ? JSON.stringify(Object.fromEntries(value)) : String(value);
}
