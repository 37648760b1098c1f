// The form of src/recall/io/index/background.generated.ts: terms in code-unit order, in lines of BLOCK terms; a term is written
// as the number of characters it shares with the one before it (in base 36, one character, 0 at a line's start), the
// rest of it, and one upper-case or punctuation character for its count. Counts are kept in steps of about a fifth,
// which is far finer than what silence needs of them.

export const BLOCK = 64;

/** Never part of a term, and safe inside of a double-quoted string. */
export const LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#%&()*+,-./:;<=>?@[]^_{|}~";

export const LEAST = 3;

/** The steps are fitted so that the last one is a term in every paragraph. */
export function levelOf(count: number, paragraphs: number): string {
  const step = Math.log(paragraphs / LEAST) / (LEVELS.length - 1);
  const level = Math.round(Math.log(Math.max(LEAST, count) / LEAST) / step);
  return LEVELS.charAt(Math.min(LEVELS.length - 1, level));
}

export function pack(counts: ReadonlyMap<string, number>, paragraphs: number): string {
  const terms = [...counts.keys()].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const lines: string[] = [];
  for (let from = 0; from < terms.length; from += BLOCK) {
    let before = "";
    let line = "";
    for (const term of terms.slice(from, from + BLOCK)) {
      const shared = sharedBeginning(before, term);
      line += shared.toString(36) + term.slice(shared) + levelOf(counts.get(term) ?? 0, paragraphs);
      before = term;
    }
    lines.push(line);
  }
  return lines.join("\n");
}

function sharedBeginning(a: string, b: string): number {
  const most = Math.min(a.length, b.length, 35);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const last = a.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}
