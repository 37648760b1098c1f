// An instruction file as blocks: headings, points of lists, paragraphs, code, tables; each with the lines it takes. What is
// nested below a point is part of it. Comments, and what Holdfast itself put there, are gone (AGT-11); a hostile file costs no
// more than its length.
import { withoutCaptured } from "../../listen/cues/prose.ts";
import { splitFrontmatter } from "../../memory/frontmatter.ts";

export interface Block {
  readonly kind: "heading" | "point" | "paragraph" | "code" | "table" | "rule";
  /** Of a heading its title, of a point what stands behind its mark, without the indentation that the mark asks for. */
  readonly text: string;
  /** The first line, and the one after the last: numbers from 0. */
  readonly from: number;
  readonly to: number;
  /** Of a heading; a line in bold alone is one below all others. */
  readonly depth: number;
  /** A point with a number. */
  readonly isNumbered: boolean;
}

export interface Read {
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BOLD_LINE = /^\*\*([^*]{1,80})\*\*:?$/;
const POINT = /^(\s*)([-*+]|\d{1,3}[.)])(\s+)(?:\[[ xX]\]\s+)?(?=\S)/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const RULE = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
const UNDERLINE = /^(?:=+|-{2,})\s*$/;
export const BELOW_ALL = 7;

interface Open {
  readonly kind: Block["kind"];
  readonly lines: string[];
  readonly from: number;
  /** Where a point's mark stands, and where its text begins. */
  readonly mark: number;
  readonly text: number;
  readonly depth: number;
  readonly isNumbered: boolean;
  fence: string | undefined;
}

export function blocksOf(text: string): Read {
  const lines = shownLines(text);
  const blocks: Block[] = [];
  let open: Open | undefined;
  for (const [at, line] of lines.entries()) {
    const { begins, ...next } = step(open, line, at);
    if (open !== undefined && begins) blocks.push(closed(open));
    open = next.open;
    if (open !== undefined && next.ends) {
      blocks.push(closed(open));
      open = undefined;
    }
  }
  if (open !== undefined) blocks.push(closed(open));
  return { lines, blocks };
}

interface Step {
  readonly open: Open | undefined;
  /** What was open is over; what this line opens is over with it. */
  readonly begins: boolean;
  readonly ends?: boolean;
}

function opened(kind: Block["kind"], first: string, from: number, more: Partial<Open> = {}): Open {
  return { kind, lines: [first], from, mark: 0, text: 0, depth: 0, isNumbered: false, fence: undefined, ...more };
}

function step(open: Open | undefined, line: string, at: number): Step {
  const fence = FENCE.exec(line)?.[1];
  if (open?.fence !== undefined) {
    const isOver = isClosing(line, open.fence);
    if (isOver) open.fence = undefined;
    return { ...goesOn(open, line), ends: isOver && open.kind === "code" };
  }
  if (fence === undefined) return proseStep(open, line, at);
  if (open?.kind !== "point" || indentOf(line) <= open.mark)
    return { open: opened("code", line, at, { fence }), begins: true };
  open.fence = fence;
  return goesOn(open, line);
}

function goesOn(open: Open, line: string): Step {
  open.lines.push(dedented(line, open.text));
  return { open, begins: false };
}

function proseStep(open: Open | undefined, line: string, at: number): Step {
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const depth = heading[1]?.length ?? 1;
    return { open: opened("heading", heading[2] ?? "", at, { depth }), begins: true, ends: true };
  }
  if (open?.kind === "paragraph" && open.lines.length === 1 && UNDERLINE.test(line)) {
    const depth = line.startsWith("=") ? 1 : 2;
    const title = opened("heading", open.lines[0]?.trim() ?? "", open.from, { depth });
    return { open: { ...title, lines: [...title.lines, ""] }, begins: false, ends: true };
  }
  if (RULE.test(line)) return { open: opened("rule", line, at), begins: true, ends: true };
  const point = POINT.exec(line);
  if (point !== null && (open?.kind !== "point" || (point[1]?.length ?? 0) <= open.mark))
    return { open: pointAt(line, at, point), begins: true };
  if (line.trim() === "") return open?.kind === "point" ? goesOn(open, line) : { open: undefined, begins: true };
  if (open?.kind === "point" && (open.lines.at(-1)?.trim() !== "" || indentOf(line) > open.mark))
    return goesOn(open, line);
  const kind = line.trimStart().startsWith("|") ? "table" : "paragraph";
  return open?.kind === kind ? goesOn(open, line) : { open: opened(kind, line, at), begins: true };
}

function pointAt(line: string, at: number, [whole, mark = "", sign = "", gap = ""]: RegExpExecArray): Open {
  const text = mark.length + sign.length + Math.min(gap.length, 4);
  return opened("point", line.slice(whole.length), at, { mark: mark.length, text, isNumbered: /\d/.test(sign) });
}

function closed({ kind, lines, from, depth, isNumbered }: Open): Block {
  const end = lines.findLastIndex((each) => each.trim() !== "") + 1;
  const text = lines.slice(0, end).join("\n");
  const label = kind === "paragraph" ? BOLD_LINE.exec(text.trim())?.[1] : undefined;
  const to = from + (kind === "heading" ? lines.length : end);
  if (label === undefined) return { kind, text, from, to, depth, isNumbered };
  return { kind: "heading", text: label.replace(/:$/, ""), from, to, depth: BELOW_ALL, isNumbered };
}

function isClosing(line: string, fence: string): boolean {
  const sign = line.trim();
  return sign.length >= fence.length && sign === (fence[0] ?? "").repeat(sign.length);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedented(line: string, by: number): string {
  return line.slice(Math.min(by, indentOf(line)));
}

/** Line by line as a reader of the page sees them: numbers of lines hold. */
function shownLines(text: string): readonly string[] {
  let until: RegExp | undefined;
  let fence: string | undefined;
  const lines = withoutHead(text)
    .split(/\r?\n/)
    .map((line) => {
      if (until !== undefined) {
        if (until.test(line)) until = undefined;
        return "";
      }
      // A block of ours is one wherever it stands, also below a fence that somebody forgot to close.
      if (/^\s*<!--\s*holdfast\b/i.test(line)) {
        until = /<!--.{0,200}holdfast\b/i;
        return "";
      }
      if (fence !== undefined) {
        if (isClosing(line, fence)) fence = undefined;
        return line;
      }
      fence = FENCE.exec(line)?.[1];
      if (line.includes("<!--") && !line.includes("-->")) until = /-->/;
      return until === undefined ? line.replace(/<!--.*-->/, "") : "";
    });
  const shown = lines.join("\n");
  const isCaptured = shown.includes("memory-context") || shown.includes("Holdfast");
  return (isCaptured ? withoutCaptured(shown) : shown).split("\n");
}

/** Frontmatter is about the file. */
function withoutHead(text: string): string {
  const bare = text.replace(/^\uFEFF/, "");
  const split = splitFrontmatter(bare);
  if (split.kind !== "split") return bare;
  return bare.slice(0, split.bodyStart).replace(/[^\n]/g, "") + bare.slice(split.bodyStart);
}
