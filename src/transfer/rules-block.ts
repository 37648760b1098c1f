// The part of an instruction file that is ours (IMP-3): rules between two marker lines. Nothing outside of them is
// touched, byte for byte, and nothing inside can look like a marker: every line of a memory is indented or begins a list
// item, and a comment's signs are spelled out.
import { forFile, forTerminalLine } from "../text/sanitise.ts";

export const BEGIN = "<!-- holdfast:begin - made by `holdfast export`; change the memories, not these lines -->";
export const END = "<!-- holdfast:end -->";
const HEADING = "## Rules from memory";
/** A longer text is not taken: a part of it could say something else. */
export const RULE_MAX = 4000;
const MARK = "\ufeff";

export interface Rule {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

/** Lines without their ends; the empty list is a block without rules. */
export function blockOf(rules: readonly Rule[]): readonly string[] {
  const items = rules.flatMap((rule) => ["", ...itemOf(rule)]);
  return items.length === 0 ? [BEGIN, END] : [BEGIN, HEADING, ...items, "", END];
}

/** A sentence is often its own name, description and body, or they are its beginning: it is said once, whole. */
function itemOf({ name, description, body }: Rule): readonly string[] {
  const lines = bodyLines(body);
  const whole = phrase(lines.join(" "));
  const [title, about] = [bare(name), bare(description)];
  const heading = [about, title].map((text) => headingOf(text, whole)).find((text) => text !== undefined);
  const [first = "", ...more] = lines;
  const opening = first.replace(/^#{1,6}\s+(.+)$/, "**$1**");
  if (heading !== undefined) return item([`**${heading}**: ${opening}`, ...more]);
  const isSaid = (text: string): boolean => whole.includes(phrase(uncut(text)));
  const head = [isSaid(title) ? "" : `**${title}**`, isSaid(about) || phrase(about) === phrase(title) ? "" : about];
  const said = head.filter((part) => part !== "").join(": ");
  if (whole === "") return item([said]);
  return item(said === "" ? [opening, ...more] : [said, "", opening, ...more]);
}

function item([first = "", ...more]: readonly string[]): readonly string[] {
  return [`- ${first.trimStart()}`, ...more.map((line) => (line === "" ? "" : `  ${line}`))];
}

/** What a text was imported below: "Events" of "Events: Publish to the queue", where the rest is the rule itself. */
function headingOf(text: string, whole: string): string | undefined {
  const [, heading, rest = ""] = /^([^:]{1,80}): (.+)$/.exec(text) ?? [];
  const said = phrase(uncut(rest));
  if (heading === undefined || said === "" || !whole.startsWith(said) || whole.startsWith(phrase(uncut(text)))) return;
  return heading;
}

/** For comparing: without the signs that a headline has less or more of. */
function phrase(text: string): string {
  const words = text.toLowerCase().replace(/[*#:]/g, "").replace(/\s+/g, " ").trim();
  return words.replace(/[.,;!?\s]+$/u, "");
}

function uncut(text: string): string {
  return text.replace(/…$/u, "");
}

function bodyLines(body: string): readonly string[] {
  const text = forFile(body).replaceAll("\t", "  ").trim();
  const lines =
    text === ""
      ? []
      : plain(text)
          .split("\n")
          .map((line) => withoutImports(line.trimEnd()));
  const fences = lines.filter((line) => /^\s*(?:`{3,}|~{3,})/.test(line));
  // A fence that is left open would swallow what follows.
  return fences.length % 2 === 0 ? lines : [...lines, /^\s*(`{3,}|~{3,})/.exec(fences.at(-1) ?? "")?.[1] ?? "```"];
}

function bare(text: string): string {
  return withoutImports(plain(forTerminalLine(forFile(text), { max: 300 })));
}

/** Comments could hide what follows, and a marker is one. */
function plain(text: string): string {
  return text.replaceAll("<!--", "&lt;!--").replaceAll("-->", "--&gt;").replaceAll("--!>", "--!&gt;");
}

/** `@path` at the start of a word brings in a file where an agent reads it so; in a code span it is only text. */
function withoutImports(line: string): string {
  const parts = line.split("`");
  return parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(^|[^\w`])@([\w~./\\-]*[\w~/\\-])/g, "$1`@$2`")))
    .join("`");
}

export type Spliced =
  | { readonly kind: "spliced"; readonly text: string }
  /** One marker without the other, two of one kind, or the wrong way round. */
  | { readonly kind: "damaged"; readonly lines: readonly number[] };

/** `text` is undefined for a file that is not there. */
export function splice(text: string | undefined, block: readonly string[]): Spliced {
  const newline = text !== undefined && /\r\n/.test(text) ? "\r\n" : "\n";
  const made = block.join(newline);
  const isEmpty = block.length === 2;
  if (text === undefined) return { kind: "spliced", text: isEmpty ? "" : `${made}${newline}` };
  const marks = marksIn(text);
  const [begin, end] = marks;
  if (begin === undefined) return { kind: "spliced", text: isEmpty ? text : appended(text, made, newline) };
  if (end === undefined || marks.length !== 2 || begin.kind !== "begin" || end.kind !== "end") {
    return { kind: "damaged", lines: marks.map(({ line }) => line) };
  }
  return { kind: "spliced", text: text.slice(0, begin.start) + made + text.slice(end.end) };
}

/** What stands in the file besides our part; all of it where the markers don't pair up. */
export function besidesOurs(text: string): string {
  const [begin, end] = marksIn(text);
  return begin === undefined || end === undefined ? text : `${text.slice(0, begin.start)}\n${text.slice(end.end)}`;
}

export interface Drift {
  /** Rules that the file lacks, and points of our part that no memory says any more. */
  readonly missing: readonly string[];
  readonly gone: readonly string[];
}

/** By the first line of each; where that is the same and the rest is not, it is both. */
export function driftOf(text: string | undefined, block: readonly string[]): Drift {
  const [begin, end] = marksIn(text ?? "");
  const old = begin && end ? (text ?? "").slice(begin.end, end.start).split(/\r?\n/) : [];
  const [before, after] = [itemsIn(old), itemsIn(block)];
  const without = (all: readonly string[], others: readonly string[]): readonly string[] =>
    all.filter((each) => !others.includes(each)).map((each) => each.split("\n", 1)[0] ?? "");
  return { missing: without(after, before), gone: without(before, after) };
}

function itemsIn(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (line.startsWith("- ")) items.push(line.slice(2));
    else if (line.startsWith("  ")) items.push(`${items.pop() ?? ""}\n${line}`);
  }
  return items;
}

function appended(text: string, made: string, newline: string): string {
  if (text === "" || text === MARK) return `${text}${made}${newline}`;
  const gap = text.endsWith("\n") ? newline : newline + newline;
  return `${text}${gap}${made}${newline}`;
}

interface Found {
  readonly kind: "begin" | "end";
  readonly start: number;
  /** Before the line's end. */
  readonly end: number;
  readonly line: number;
}

/** Whole lines that begin as a marker does: the words behind may be another version's. */
function marksIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let start = text.startsWith(MARK) ? 1 : 0;
  for (let line = 1; start <= text.length; line++) {
    const next = text.indexOf("\n", start);
    const stop = next < 0 ? text.length : next;
    const content = text.slice(start, stop).replace(/\r$/, "");
    const kind = /^<!-- holdfast:(begin|end)\b.*-->\s*$/.exec(content)?.[1];
    if (kind === "begin" || kind === "end") found.push({ kind, start, end: start + content.trimEnd().length, line });
    if (next < 0) break;
    start = next + 1;
  }
  return found;
}
