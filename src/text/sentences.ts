// Sentences with their place in the text. A full stop ends one only before a blank or an end of line, so that
// "v1.2", "config.json" and "e.g. this" stay whole.

export interface Sentence {
  readonly start: number;
  readonly end: number;
}

const END = /[.!?]+(?=["')\]]*(?:\s|$))|[。！？]+|\n/g;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|z\.\s?b|d\.\s?h|bzw|ca|usw|u\.\s?a|nr|bspw)\.$/i;
const LIST_MARK = /^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+/;

export function sentencesOf(prose: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const close = (end: number): void => {
    const piece = prose.slice(start, end);
    const head = LIST_MARK.exec(piece)?.[0].length ?? piece.length - piece.trimStart().length;
    const from = start + head;
    const to = start + piece.trimEnd().length;
    if (to > from) found.push({ start: from, end: to });
    start = end;
  };
  for (const match of prose.matchAll(END)) {
    const end = match.index + match[0].length;
    const so = prose.slice(start, end);
    if (match[0] === "." && (ABBREVIATION.test(so) || /^\s*\d{1,2}\.$/.test(so))) continue;
    close(end);
  }
  close(prose.length);
  return found;
}
