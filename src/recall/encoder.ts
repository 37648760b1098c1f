// Stronger weights than the table's (ARR-5a): a package of the user's choice, in a process of its own. Memories get their vectors
// one at a time where nobody waits; a question is compared with them where words find little. Without it the table answers.
import { listField, textField } from "../memory/fields.ts";
import type { MemoryDocument } from "../memory/model.ts";
import { type Memory, readMemory } from "../store/catalogue.ts";
import type { Suspects } from "../store/withheld.ts";
import { unlessFault } from "../text/errors.ts";
import { findsLittle } from "./near-in-meaning.ts";
import type { SearchedStore, SearchResult } from "./search.ts";
import { whyNot } from "./serve.ts";

export interface Encoder {
  /** Undefined where it can't be run, or is not what was installed. */
  vectorOf(text: string): Promise<Int8Array | undefined>;
}

/** Read by the weights no further than this anyway. */
const MOST_CHARACTERS = 2000;

/** `asks` may be stuffed. */
export function encodedText(document: MemoryDocument): string {
  const head = [textField(document, "name"), textField(document, "description"), listField(document, "tags").join(" ")];
  return [...head, document.body.trim()].join("\n").slice(0, MOST_CHARACTERS);
}

/** The same stores, asked by the encoder for what is near: where words find little, and most memories have a vector. */
export async function closer(
  stores: readonly SearchedStore[],
  found: SearchResult,
  text: string,
  encoder: Encoder | undefined,
): Promise<readonly SearchedStore[]> {
  const suffices = ({ index }: SearchedStore): boolean =>
    unlessFault(
      () => index?.encodings?.suffice() === true,
      () => false,
    );
  if (encoder === undefined || !findsLittle(found) || !stores.some(suffices)) return stores;
  const asked = await encoder.vectorOf(text.slice(0, MOST_CHARACTERS));
  if (asked === undefined) return stores;
  return stores.map((each) => {
    const { index } = each;
    const { encodings } = index ?? {};
    if (index === undefined || encodings === undefined || !suffices(each)) return each;
    return { ...each, index: { ...index, near: (_, filter, limit) => encodings.near(asked, filter, limit) } };
  });
}

export interface Encoding {
  readonly encoder: Encoder;
  readonly suspects: Suspects;
  readonly now: Date;
  /** After each: others come first. */
  rest(): Promise<void>;
}

/** Of at most so many memories; what a check withholds gets none. How many were looked at. */
export async function encodeWaiting(
  { store, index }: SearchedStore,
  limit: number,
  encoding: Encoding,
): Promise<number> {
  const { encodings } = index ?? {};
  const waiting = encodings?.waiting(limit) ?? [];
  for (const { document, ...spot } of waiting) {
    const memory = readMemory(store, spot);
    const text = memory?.kind === "memory" && !isWithheld(memory, encoding) ? encodedText(memory.document) : "";
    const vector = text === "" ? new Int8Array() : await encoding.encoder.vectorOf(text);
    if (vector === undefined || encodings?.keep(document, vector) !== true) return 0;
    if (text !== "") await encoding.rest();
  }
  return waiting.length;
}

/** Anywhere: by what it says, not by where somebody stands. */
function isWithheld(memory: Memory, { now, suspects }: Encoding): boolean {
  const branches = listField(memory.document, "branch");
  return whyNot(memory, { now, suspects, project: textField(memory.document, "project"), branches }) !== undefined;
}
