// What of a prompt its author wrote, and what was pasted into it: fenced blocks and lines that look like a program's
// output are set aside, because their words are many and are seldom the question. The one line of an error message stays
// with the question, which it may well be; but a program chose its words.
import { isStopWord } from "./stop-words.ts";

const HEAD = 24_000;
const TAIL = 8_000;

export interface OwnWords {
  /** What is asked: what was typed, and error messages where they stand in it. */
  readonly own: string;
  readonly typed: string;
  readonly pasted: string;
}

export function ownWords(prompt: string): OwnWords {
  const text = prompt.length > HEAD + TAIL ? `${prompt.slice(0, HEAD)}\n${prompt.slice(prompt.length - TAIL)}` : prompt;
  const own: string[] = [];
  const typed: string[] = [];
  const pasted: string[] = [];
  let fence = "";
  let paragraph: string[] = [];
  const close = (): void => {
    const isBlock = isOutputBlock(paragraph);
    for (const line of paragraph) {
      const isPasted = isBlock ? !isQuestion(line) : isOutput(line);
      const parted = isPasted ? { own: "", pasted: line } : withoutRecurring(line);
      if (parted.pasted !== "") pasted.push(parted.pasted);
      if (parted.own === "") continue;
      own.push(parted.own);
      if (!isMessage(line)) typed.push(parted.own);
    }
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const mark = /^[ \t>]{0,8}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "" && mark !== "") {
      close();
      fence = mark;
    } else if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
      else pasted.push(line);
    } else if (/^\s*$/.test(line)) close();
    else paragraph.push(line);
  }
  close();
  return { own: own.join("\n"), typed: typed.join("\n"), pasted: pasted.join("\n") };
}

const BLOCK_MIN = 4;

/** Lines without a blank one between them, a third of which have the shape of output: the rest is output as well. */
function isOutputBlock(lines: readonly string[]): boolean {
  if (lines.length < BLOCK_MIN) return false;
  return 3 * lines.filter(isOutput).length >= lines.length;
}

function isQuestion(line: string): boolean {
  return /[?？]\s*$/.test(line) && !isOutput(line);
}

const LINE_MAX = 2000;

/** Shapes of logs, stack traces, diffs, listings and commands. */
const SHAPES: readonly RegExp[] = [
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d[\].,\s]/,
  /^\s*at \S+.*[:(]\d+/,
  /^\s*File "[^"]+", line \d+/,
  /^\s*(?:\$|%|>>>|PS [A-Z]:\\[^>]*>|\w+@[\w.-]+[:~]\S*[$#]) /,
  /^(?:@@ |diff --git |index [0-9a-f]{7}|\+\+\+ |--- [ab]\/)/,
  /^[-+](?! ?\[)[^\s].*[;{}()=]/,
  /^\s*\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE|npm|error TS\d+|warning|FAIL|PASS|ok|not ok)\b[\]:]? .*[/:=\]]/,
  /^[-dl](?:[r-][w-][xst-]){3}/,
  /^\S+:\d+:\d+[: ]/,
];

/** How runtimes, compilers, tools and shells begin the line that says what went wrong. */
const MESSAGES: readonly RegExp[] = [
  /^\s*(?:Uncaught |Unhandled |Caused by: |Exception in thread "[^"]*" )?(?:[\w$]+[.:]+)*[A-Z]\w*(?:Error|Exception)(?::|\s*$)/,
  /^\s*(?:error|fatal|panic|failure)(?:\[\w+\]| [A-Z]+\d+)?: /i,
  /^\s*(?:Segmentation fault|Bus error|Aborted|Killed|Illegal instruction|Floating point exception)(?: \(core dumped\))?\s*$/,
];

/** What every one of them holds: most lines have none of it, and need no expression to be compiled. */
const SIGNS = [": ", "Error", "Exception", "fault", " error", "Aborted", "Killed", "Illegal", "Floating"];

function isMessage(line: string): boolean {
  const text = line.slice(0, LINE_MAX);
  return SIGNS.some((sign) => text.includes(sign)) && MESSAGES.some((shape) => shape.test(text));
}

function isOutput(line: string): boolean {
  const text = line.length > LINE_MAX ? line.slice(0, LINE_MAX) : line;
  if (text.length < 8) return false;
  return SHAPES.some((shape) => shape.test(text)) || isDense(text);
}

/** More than three in ten signs are no letters, digits or blanks, in a line long enough to tell. */
function isDense(text: string): boolean {
  if (text.length < 40) return false;
  let signs = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) digits++;
    else if (unit > 0x20 && unit < 0x7f && !isLetter(unit)) signs++;
  }
  return signs > 0.25 * text.length || signs + digits > 0.5 * text.length;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

// Output of programs that was pasted without its lines is known by its repetitions: the same telling words in the same
// order, again and again, with other names and numbers between them. People repeat phrases too, but not for much of a
// text. One table, chosen on the development halves; figures: docs/decisions/0012-search.md.

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

interface Parted {
  readonly own: string;
  readonly pasted: string;
}

function withoutRecurring(line: string): Parted {
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
