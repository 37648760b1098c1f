// Which keywords does a text hold? One pass: three characters make an index into a table, and only where the table
// says so are words compared. Words of fewer than three characters, of which there are a handful, are searched.

const SIZE = 1 << 15;

export type KeywordSearch = (lower: string) => ReadonlySet<number>;

/** `words[n]` are the lower-case keywords of owner n; the search answers with the owners whose keyword stands there. */
export function keywordSearch(words: readonly (readonly string[])[]): KeywordSearch {
  const owners = new Map<string, number[]>();
  for (const [owner, list] of words.entries()) {
    for (const word of list) owners.set(word, [...(owners.get(word) ?? []), owner]);
  }
  const short = [...owners.keys()].filter((word) => word.length < 3);
  const table = new Uint16Array(SIZE);
  const buckets: string[][] = [[]];
  for (const word of owners.keys()) {
    if (word.length < 3) continue;
    const index = hashAt(word, 2, hashAt(word, 1, hashAt(word, 0, 0)));
    if (table[index] === 0) table[index] = buckets.push([]) - 1;
    buckets[table[index] as number]?.push(word);
  }
  return (lower) => {
    const found = new Set<number>();
    const seen = new Set<string>();
    const add = (word: string): void => {
      seen.add(word);
      for (const owner of owners.get(word) ?? []) found.add(owner);
    };
    for (const word of short) if (lower.includes(word)) add(word);
    let hash = 0;
    for (let at = 0; at < lower.length; at++) {
      hash = hashAt(lower, at, hash);
      const bucket = table[hash] as number;
      if (bucket === 0 || at < 2) continue;
      for (const word of buckets[bucket] as string[]) {
        if (!seen.has(word) && lower.startsWith(word, at - 2)) add(word);
      }
    }
    return found;
  };
}

function hashAt(text: string, at: number, hash: number): number {
  return ((hash << 5) | (text.charCodeAt(at) & 31)) & (SIZE - 1);
}
