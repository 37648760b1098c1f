// One rule, one piece (IMP-4): which blocks of an instruction file belong together. A point is a rule, and so is a paragraph;
// code belongs to the sentence before it. A list belongs to the line that introduces it where its points say little without
// it: "Never commit:", a heading that says don't, the steps of a procedure. No piece changes a word of the file.
import { BELOW_ALL, type Block, type Read } from "./blocks.ts";
import { isInstruction, partsOf, REFUSING } from "./sentences.ts";

export interface Piece {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly headings: readonly string[];
  /** Its heading is part of its text. */
  readonly isSection?: true;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  /** Code that no sentence stands before, and tables. */
  readonly code: number;
  readonly tables: number;
}

/** A longer text is documentation, not a rule. */
export const LONGEST = 600;

export function piecesOf({ lines, blocks }: Read): Pieces {
  const pieces: Piece[] = [];
  const headings: string[] = [];
  const count = { code: 0, table: 0 };
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    const group = groupAt(blocks, at);
    at += group.length;
    if (block.kind === "heading") enter(headings, block);
    if (block.kind === "code" || block.kind === "table") count[block.kind]++;
    if (block.kind === "rule" || count[block.kind as "code"] !== undefined) continue;
    const here = headings.filter((each) => each !== "");
    if (block.kind !== "heading") pieces.push(...divided(lines, group).map((part) => ({ ...part, headings: here })));
    else if (group.length > 1)
      pieces.push({ text: slice(lines, group), line: block.from + 1, headings: here, isSection: true });
  }
  return { pieces, code: count.code, tables: count.table };
}

function enter(headings: string[], { depth, text }: Block): void {
  headings.length = Math.min(headings.length, depth - 1);
  while (headings.length < Math.min(depth, BELOW_ALL) - 1) headings.push("");
  headings.push(text);
}

/** A block with those after it that belong to it. */
function groupAt(blocks: readonly Block[], at: number): readonly Block[] {
  const block = blocks[at] as Block;
  switch (block.kind) {
    case "heading":
      return [block, ...withHeading(block, blocks, at + 1)];
    case "paragraph": {
      const points = block.text.endsWith(":") ? following(blocks, at + 1, ({ kind }) => kind === "point") : [];
      const group = needsIntroduction(block, points) ? [block, ...points] : [block];
      return [...group, ...codeAt(blocks, at + group.length)];
    }
    case "point":
      return [block, ...codeAt(blocks, at + 1)];
    default:
      return [block];
  }
}

function following(blocks: readonly Block[], at: number, belongs: (block: Block) => boolean): readonly Block[] {
  const found: Block[] = [];
  for (let block = blocks[at]; block !== undefined && belongs(block); block = blocks[at + found.length])
    found.push(block);
  return found;
}

function codeAt(blocks: readonly Block[], at: number): readonly Block[] {
  return following(blocks, at, ({ kind }) => kind === "code");
}

const STEPS =
  /\b(?:steps?|how to|process|procedure|checklist|releas\w*|deploy\w*|set ?up|install\w*|getting started)\b/i;

/** What stands below a heading and says something else, or nothing, without it. */
function withHeading({ text: title }: Block, blocks: readonly Block[], at: number): readonly Block[] {
  const code = codeAt(blocks, at);
  if (code.length > 0) return code;
  const points = following(blocks, at, ({ kind }) => kind === "point");
  const isRefusal = REFUSING.test(title) && !points.every(({ text }) => REFUSING.test(text));
  const isProcedure = STEPS.test(title) && points.every(({ isNumbered }) => isNumbered);
  if (points.length > 0) return isRefusal || isProcedure ? points : [];
  // A heading that is itself the rule, with its reason below it.
  const section = following(blocks, at, ({ kind }) => kind !== "heading" && kind !== "rule");
  const isRule = title.split(/\s+/).length > 2 && isInstruction(title) && lengthOf(section) <= LONGEST;
  return isRule && section.every(({ kind }) => kind === "paragraph" || kind === "code") ? section : [];
}

const GENERAL =
  /\b(?:rules?|conventions?|guidelines?|guidance|preferences?|principles|notes?|standards?|practices|instructions|following|reminders?)\b/i;
const BOUND = /\b(?:not|never|don['’]t|no|avoid|without|before|after|when|if|unless|only|except|until|while)\b/i;

/** "Follow these rules:" adds nothing to what stands below it; "Never commit:" is half of it. */
function needsIntroduction({ text }: Block, points: readonly Block[]): boolean {
  if (points.length === 0 || text.length + lengthOf(points) > LONGEST) return false;
  const areSentences = points.every((each) => each.text.split(/\s+/).length > 2);
  return !(GENERAL.test(text) && !BOUND.test(text) && areSentences);
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { kind, text }) => sum + (kind === "code" ? 0 : text.length), 0);
}

function divided(lines: readonly string[], group: readonly Block[]): readonly Omit<Piece, "headings">[] {
  const [first, second] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  if (first.kind === "paragraph" && second?.kind === "point")
    return [{ text: slice(lines, group), line: first.from + 1 }];
  const code = lines.slice(first.to, last.to);
  const parts = first.kind === "paragraph" ? partsOf(lines.slice(first.from, first.to)) : [{ text: first.text, at: 0 }];
  return parts.map(({ text, at }, index) => {
    const whole = index === parts.length - 1 ? [text, ...code].join("\n") : text;
    return { text: whole.trim(), line: first.from + at + 1 };
  });
}

/** Exactly as it stands there. */
function slice(lines: readonly string[], group: readonly Block[]): string {
  return lines.slice(group[0]?.from, group.at(-1)?.to).join("\n").trim();
}
