// Lexicons of stems (CHK-23), for languages without blanks or with glued endings: looked up by their first letter at each
// place of the text.
import type { Lexicon } from "./concepts.ts";
import { add, type Entry, entriesOf, type Found, noteLongest } from "./marks.ts";

const GAP_LETTERS = 10;

const STEM_INDEXES = new Map<Lexicon, ReadonlyMap<string, readonly Entry[]>>();

function stemIndex(lexicon: Lexicon): ReadonlyMap<string, readonly Entry[]> {
  const known = STEM_INDEXES.get(lexicon);
  if (known !== undefined) return known;
  const index = new Map<string, Entry[]>();
  for (const [concept, text] of entriesOf(lexicon)) {
    // "_" first, then blanks, so that a gap keeps its own part.
    const parts = text.split(/( ?_ ?)/).flatMap((part) => (part.includes("_") ? ["_"] : part.split(" ")));
    add(index, text[0] as string, { concept, parts });
  }
  STEM_INDEXES.set(lexicon, index);
  return index;
}

export function scanStems(text: string, lexicon: Lexicon, found: Found): void {
  const index = stemIndex(lexicon);
  for (let at = 0; at < text.length; at++) {
    const heads = index.get(text[at] as string);
    if (heads !== undefined) noteLongest(found, lexicon, at, heads, (parts) => stemEnd(text, at, parts));
  }
}

function stemEnd(text: string, at: number, parts: readonly string[]): number | undefined {
  let here = at;
  for (let part = 0; part < parts.length; part++) {
    const wanted = parts[part] as string;
    if (wanted === "_") {
      const found = text
        .slice(here, here + GAP_LETTERS + (parts[part + 1] as string).length)
        .indexOf(parts[part + 1] as string);
      if (found < 0 || STOP.test(text.slice(here, here + found))) return undefined;
      here += found;
      continue;
    }
    if (part > 0 && text[here] === " ") here++;
    if (!text.startsWith(wanted, here)) return undefined;
    here += wanted.length;
  }
  return here;
}

const STOP = /[.。!?！？;；\n]/;
