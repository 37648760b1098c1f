// Output of programs that was pasted without its lines is known by its repetitions: the same telling words in the same
// order, again and again, with other names and numbers between them. People repeat phrases too, but not for much of a
// text. One table, chosen on the development halves; figures: docs/decisions/0012-search.md.
import { isStopWord } from "./stop-words.ts";

const OUTPUT = {
  /** A shorter line is taken as it is. */
  leastWords: 60,
  run: 3,
  /** So many words of a run say something: "and I want to" may recur. */
  telling: 2,
  /** Between two runs, what fills a place in a message. */
  filling: 3,
  /** Of the words of a line; with less of it the line was written by a person. */
  share: 0.4,
} as const;

export interface Parted {
  readonly own: string;
  readonly pasted: string;
}

export function withoutRecurring(line: string): Parted {
  // So many words can't stand in less, and the expression below is dear to a process that has just started.
  if (line.length < 2 * OUTPUT.leastWords - 1) return { own: line, pasted: "" };
  const words = [...line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  if (words.length < OUTPUT.leastWords) return { own: line, pasted: "" };
  const marks = recurringIn(words.map(([word]) => (/\p{N}/u.test(word) ? NUMBER : word.toLowerCase())));
  const count = marks.filter((mark) => mark).length;
  if (count < OUTPUT.share * words.length) return { own: line, pasted: "" };
  const parts = { own: "", pasted: "" };
  let from = 0;
  marks.forEach((mark, at) => {
    const end = words[at + 1]?.index ?? line.length;
    parts[mark ? "pasted" : "own"] += `${line.slice(from, end)}${marks[at + 1] === mark ? "" : "\n"}`;
    from = end;
  });
  return parts;
}

/** Any number: they differ between two lines of one shape. */
const NUMBER = "0";

function recurringIn(words: readonly string[]): readonly boolean[] {
  const marks: boolean[] = new Array(words.length).fill(false);
  const seen = new Map<string, number>();
  for (let at = 0; at + OUTPUT.run <= words.length; at++) {
    const run = words.slice(at, at + OUTPUT.run);
    if (run.filter(isTelling).length < OUTPUT.telling) continue;
    const first = seen.get(run.join(" "));
    if (first === undefined) seen.set(run.join(" "), at);
    else for (const from of [first, at]) marks.fill(true, from, from + OUTPUT.run);
  }
  fill(marks);
  return marks;
}

function isTelling(word: string): boolean {
  return word.length >= 3 && !isStopWord(word);
}

function fill(marks: boolean[]): void {
  let last = -1;
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] !== true) continue;
    if (last >= 0 && at - last - 1 <= OUTPUT.filling) marks.fill(true, last, at);
    last = at;
  }
}
