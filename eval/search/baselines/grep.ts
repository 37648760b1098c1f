// What an agent does without a memory engine: look for each content word in every file, as `grep -i` would, and take
// the files with the most different words. No weights; ties in the order of the files.
import type { Engine } from "../engine.ts";
import { textOf } from "./fts.ts";
import { contentWords } from "./stop-words.ts";

export const GREP: Engine = {
  name: "grep",
  open: (docs) => {
    const texts = docs.map((doc) => `${doc.name}\n${doc.tags.join(" ")}\n${textOf(doc)}`.toLowerCase());
    const found = new Map<string, readonly number[]>();
    const filesWith = (word: string): readonly number[] => {
      const known = found.get(word);
      if (known !== undefined) return known;
      const files = texts.flatMap((text, at) => (text.includes(word) ? [at] : []));
      found.set(word, files);
      return files;
    };
    return {
      search: (text, limit) => {
        const counts = new Map<number, number>();
        for (const word of contentWords(text))
          for (const at of filesWith(word)) counts.set(at, (counts.get(at) ?? 0) + 1);
        const sorted = [...counts].sort(([a, n], [b, m]) => m - n || a - b).slice(0, limit);
        return sorted.flatMap(([at]) => docs[at]?.id ?? []);
      },
      close: () => found.clear(),
    };
  },
};
