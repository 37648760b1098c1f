// When two texts are the same words, for everything that keeps words from coming back (STO-24, STO-33): the letters and
// digits alone count, not their case, not the signs and blanks between them, nor the form in which Unicode writes them.
import { sha256Hex } from "../text/digest.ts";
import { normalise } from "../text/normalise.ts";
import { textField } from "./fields.ts";
import { isToolKey } from "./keys.ts";
import type { MemoryDocument } from "./model.ts";

/** In bytes, for a sentence takes fewer letters in Chinese than in English. Less is nobody's own words. */
const OWN_LETTERS = 10;

/** Upper case first: it is there that letters such as the German sharp s and the two small sigmas meet. */
export function folded(text: string): string {
  const cased = normalise(text, "NFKC").toUpperCase().toLowerCase();
  return normalise(cased, "NFKC").replace(/\s+/gu, " ").trim();
}

/** A text of signs alone is compared as it is. Marks that no letter took up are decoration. */
function lettersOf(text: string): string {
  const plain = folded(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
  const letters = plain.replace(/[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]|[^\p{L}\p{N}\p{M}]/gu, "");
  return letters === "" ? plain : letters;
}

export function lettersPrint(text: string): string {
  return sha256Hex(lettersOf(text));
}

/** Undefined where the words are too few to be anybody's own. */
export function ownPrint(text: string): string | undefined {
  return new TextEncoder().encode(lettersOf(text)).length >= OWN_LETTERS ? lettersPrint(text) : undefined;
}

/** Of a body that says too little, with what stands over it; a name that was taken from the body adds nothing. */
export function memoryPrint(doc: MemoryDocument): string {
  const body = lettersOf(doc.body);
  const heads = [textField(doc, "name") ?? "", textField(doc, "description") ?? ""].map(lettersOf);
  const own = heads.map((head) => (body.startsWith(head) ? "" : head));
  return ownPrint(doc.body) ?? sha256Hex(JSON.stringify([...own, body]));
}

const PROSE: readonly string[] = ["name", "description"];

/** Case, blanks and the mark at the end aside. Signs count, unlike above: "1.5" is not "15", and a new text would be lost. */
export function saying(text: string): string {
  return folded(text).replace(/[\s.!\u3002\uff01]+$/u, "");
}

/** For the same memory said once more, with all that its author said of it besides. */
export function sayingPrint(doc: MemoryDocument): string {
  const keys = doc.entries
    .filter(({ key }) => !isToolKey(key))
    .map(({ key, canonical }) => [key, PROSE.includes(key) ? saying(textField(doc, key as "name") ?? "") : canonical])
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify([keys, saying(doc.body)]));
}
