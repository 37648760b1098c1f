// MiniSearch with an OR of the words, of what begins with them and of what is nearly spelt so: of the settings tried, those
// with the best nDCG@10. It brings no stemmer, which the beginnings make up for.
import MiniSearch from "minisearch";
import { textOf } from "../baselines/fts.ts";
import { contentWords } from "../baselines/stop-words.ts";
import type { Engine } from "../engine.ts";

export const MINISEARCH: Engine = {
  name: "MiniSearch",
  open: (docs) => {
    const index = new MiniSearch({
      fields: ["name", "tags", "text"],
      idField: "at",
      searchOptions: { prefix: true, fuzzy: 0.2 },
    });
    index.addAll(docs.map((doc, at) => ({ at, name: doc.name, tags: doc.tags.join(" "), text: textOf(doc) })));
    return {
      search: (text, limit) =>
        index
          .search(contentWords(text).join(" "))
          .slice(0, limit)
          .flatMap(({ id }) => docs[id as number]?.id ?? []),
      close: () => undefined,
    };
  },
};
