// The keyword scorer that came before any index: a word of the name counts 2, a tag 3, a common beginning of four
// letters 1, words of the description up to 2 together. It never looks into a body; where a corpus has no description,
// the first 160 characters of the body stand in for it.
import type { Engine } from "../engine.ts";
import type { Doc } from "../read.ts";
import { contentWords } from "./stop-words.ts";

interface Words {
  readonly id: string;
  readonly name: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
}

export const TITLE_TAGS: Engine = {
  name: "title-tags",
  open: (docs) => {
    const all = docs.map(wordsOf);
    return {
      search: (text, limit) => {
        const words = contentWords(text);
        const scored = all.map((each, at) => ({ id: each.id, at, score: scoreOf(each, words) }));
        const hits = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
        return hits.slice(0, limit).map(({ id }) => id);
      },
      close: () => undefined,
    };
  },
};

function wordsOf(doc: Doc): Words {
  return {
    id: doc.id,
    name: new Set(contentWords(doc.name)),
    tags: new Set(contentWords(doc.tags.join(" "))),
    description: new Set(contentWords(doc.description === "" ? doc.body.slice(0, 160) : doc.description)),
  };
}

function scoreOf({ name, tags, description }: Words, words: readonly string[]): number {
  let score = 0;
  let described = 0;
  for (const word of words) {
    if (tags.has(word)) score += 3;
    else if (name.has(word)) score += 2;
    else if (word.length >= 4 && (begins(name, word) || begins(tags, word))) score += 1;
    if (description.has(word)) described++;
  }
  return score + Math.min(2, described);
}

function begins(words: ReadonlySet<string>, word: string): boolean {
  for (const each of words) if (each.length >= 4 && (each.startsWith(word) || word.startsWith(each))) return true;
  return false;
}
