// FlexSearch over the whole text of a memory, with its English stems, which are better here than its other encoders. A search asks for every word at first and takes
// what has fewer by `suggest`. It has no weights by frequency: a word counts by where it stands in the text.
import { Charset, Encoder, type EncoderOptions, Index } from "flexsearch";
import { textOf } from "../baselines/fts.ts";
import { contentWords } from "../baselines/stop-words.ts";
import type { Engine } from "../engine.ts";

// The pack comes without types, so its name is hidden from the compiler.
const PACK: string = "flexsearch/lang/en";
const { default: ENGLISH } = (await import(PACK)) as { readonly default: EncoderOptions };

export const FLEXSEARCH: Engine = {
  name: "FlexSearch",
  open: (docs) => {
    const index = new Index({ tokenize: "strict", encoder: new Encoder({ ...Charset.Normalize, ...ENGLISH }) });
    for (const [at, doc] of docs.entries()) index.add(at, `${doc.name}\n${doc.tags.join(" ")}\n${textOf(doc)}`);
    return {
      search: (text, limit) =>
        index
          .search(contentWords(text).join(" "), { limit, suggest: true })
          .flatMap((at) => docs[at as number]?.id ?? []),
      close: () => index.clear(),
    };
  },
};
