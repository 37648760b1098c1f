// Orama's full text part: BM25 with its English stems, an OR of the words and of what begins with them, which is its
// default. Weights for names and tags made its nDCG@10 worse, so there are none.
import { create, insertMultiple, type Results, search } from "@orama/orama";
import { textOf } from "../baselines/fts.ts";
import { contentWords } from "../baselines/stop-words.ts";
import type { Engine } from "../engine.ts";

const SCHEMA = { name: "string", tags: "string", text: "string" } as const;
const BATCH = 1_000_000;

export const ORAMA: Engine = {
  name: "Orama",
  open: (docs) => {
    const index = create({ schema: SCHEMA, components: { tokenizer: { language: "english", stemming: true } } });
    const rows = docs.map((doc, at) => ({
      id: String(at),
      name: doc.name,
      tags: doc.tags.join(" "),
      text: textOf(doc),
    }));
    // One batch is inserted at once; between several it gives way to others, and then it answers later.
    sync(insertMultiple(index, rows, BATCH));
    return {
      search: (text, limit) => {
        const term = contentWords(text).join(" ");
        if (term === "") return []; // without a word it answers with everything
        const found = sync<Results<unknown>>(search(index, { term, limit }));
        return found.hits.flatMap(({ id }) => docs[Number(id)]?.id ?? []);
      },
      close: () => undefined,
    };
  },
};

/** Without plugins nothing in it waits, but its types allow for it. */
function sync<T>(value: T | Promise<T>): T {
  if (value instanceof Promise) throw new Error("Orama answered later");
  return value;
}
