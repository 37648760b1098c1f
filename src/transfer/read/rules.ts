// The rules in a file that people write for agents (CLAUDE.md, AGENTS.md, GEMINI.md): each bullet point and each short
// paragraph is one candidate. Headings say what it is about. Left out: code, tables, comments, other files' names, long
// prose, and what Holdfast itself put there, which would come back as somebody's words (AGT-11).

import { withoutCaptured } from "../../listen/cues/prose.ts";
import { splitFrontmatter } from "../../memory/frontmatter.ts";
import { typeOfKind } from "../../memory/kinds.ts";
import { descriptionOf, kindOf, nameOf } from "../../store/guess.ts";
import { type FoundText, type ImportCandidate, leftOut, type SourceFile } from "./candidate.ts";
import { candidateOfFile } from "./markdown-file.ts";
import { keysAtTop, saidOfItself } from "./standing.ts";

export interface RulesOptions {
  readonly gesture: boolean;
  /** Only what stands below this heading. */
  readonly below?: RegExp;
}

/** More in one file is a handbook; the first ones are taken. */
const MOST_PER_FILE = 300;
const SHORTEST = 8;
/** A longer paragraph is documentation, not a rule. */
const LONGEST = 600;

interface Piece {
  readonly text: string;
  readonly line: number;
  readonly headings: readonly string[];
}

export function rulesIn(file: SourceFile, options: RulesOptions): readonly FoundText[] {
  const said = saidOfItself(keysAtTop(file.text));
  if (typeof said === "string") return [leftOut(file.path, said)];
  const { text, blocks } = withoutOurs(withoutHead(file.text));
  const pieces = piecesOf(text).filter(
    ({ headings }) => options.below === undefined || headings.some((heading) => options.below?.test(heading)),
  );
  const found = pieces.map((piece) => foundIn(file, piece, options)).filter((each) => each !== undefined);
  const { verified: _, ...standing } = said;
  const rules = found.map((each) => (each.kind === "candidate" ? { ...each, ...standing } : each));
  const others = notRules(file, blocks, pieces.filter(isTable).length);
  if (rules.length <= MOST_PER_FILE) return [...rules, ...others];
  return [
    ...rules.slice(0, MOST_PER_FILE),
    leftOut(file.path, `more than ${MOST_PER_FILE} rules: ${rules.length - MOST_PER_FILE} were not looked at`),
    ...others,
  ];
}

/** Frontmatter is about the file and no rule; numbers of lines hold. */
function withoutHead(text: string): string {
  const split = splitFrontmatter(text);
  if (split.kind !== "split") return text;
  return text.slice(0, split.bodyStart).replace(/[^\n]/g, "") + text.slice(split.bodyStart);
}

/** What a reader of the file sees and would miss. */
function notRules({ path }: SourceFile, blocks: number, tables: number): readonly FoundText[] {
  const counted = (count: number, one: string): readonly string[] =>
    count === 0 ? [] : [count === 1 ? `a ${one}` : `${count} ${one}s`];
  const what = [...counted(blocks, "code block"), ...counted(tables, "table")].join(" and ");
  return what === "" ? [] : [leftOut(path, `${what}: only sentences are taken over`)];
}

function isTable({ text }: Piece): boolean {
  return text.startsWith("|");
}

/**
 * Code, comments and what Holdfast wrote between its markers, made blank line by line: numbers of lines hold, and a hostile
 * file costs no more than its length.
 */
function withoutOurs(text: string): { readonly text: string; readonly blocks: number } {
  let until: RegExp | undefined;
  let blocks = 0;
  const lines = text.split(/\r?\n/).map((line) => {
    if (until !== undefined) {
      if (until.test(line)) until = undefined;
      return "";
    }
    const fence = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence !== undefined) {
      blocks++;
      until = fence.startsWith("`") ? /^\s*```/ : /^\s*~~~/;
    } else if (/<!--\s*holdfast\b/i.test(line)) until = /<!--.{0,200}holdfast\b/i;
    else if (line.includes("<!--") && !line.includes("-->")) until = /-->/;
    return until === undefined ? line.replace(/<!--.*-->/, "") : "";
  });
  const plain = lines.join("\n");
  const isCaptured = plain.includes("memory-context") || plain.includes("Holdfast");
  return { text: isCaptured ? withoutCaptured(plain) : plain, blocks };
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BULLET = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const headings: string[] = [];
  let open: { lines: string[]; line: number; isBullet: boolean } | undefined;
  const close = (): void => {
    if (open !== undefined) {
      const { lines, line } = open;
      pieces.push({ text: lines.join("\n").trim(), line, headings: headings.filter((each) => each !== "") });
    }
    open = undefined;
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    if (heading !== null) {
      close();
      const depth = heading[1]?.length ?? 1;
      headings.length = Math.min(headings.length, depth - 1);
      while (headings.length < depth - 1) headings.push("");
      headings.push(heading[2] ?? "");
    } else if (bullet !== null && (bullet[1] === "" || open?.isBullet !== true)) {
      close();
      open = { lines: [bullet[2] ?? ""], line: index + 1, isBullet: true };
    } else if (line.trim() === "") {
      // A blank line ends a paragraph; what is indented below a bullet still belongs to it.
      if (open?.isBullet !== true) close();
      else open.lines.push("");
    } else if (open?.isBullet === true && open.lines.at(-1) === "" && !/^\s/.test(line)) {
      close();
      open = { lines: [line.trim()], line: index + 1, isBullet: false };
    } else if (open !== undefined) open.lines.push(open.isBullet ? line.replace(/^ {1,4}/, "") : line.trim());
    else open = { lines: [line.trim()], line: index + 1, isBullet: false };
  }
  close();
  return pieces;
}

function foundIn(file: SourceFile, { text, line, headings }: Piece, { gesture }: RulesOptions): FoundText | undefined {
  const from = `${file.path}:${line}`;
  const words = text.replace(/[*_`]/g, "").trim();
  if (words.length < SHORTEST || /^\||^[-=*_]{3,}$/.test(words) || words.endsWith(":")) return undefined;
  if (/^@\S+$/.test(words)) return leftOut(from, "names another file; import that one");
  if (text.length > LONGEST)
    return leftOut(from, `longer than ${LONGEST} characters: documentation rather than a rule`);
  const kind = kindOf(words);
  const said = descriptionOf(words);
  const about = headings.at(-1);
  const isTop = headings.length < 2;
  return {
    kind: "candidate",
    text: `${text}\n`,
    name: nameOf(words),
    description: about === undefined || isTop ? said : descriptionOf(`${about.replace(/[*_`]/g, "")}: ${words}`),
    type: typeOfKind(kind),
    memoryKind: kind,
    stated: false,
    gesture,
    from,
    atMs: file.mtimeMs,
  } satisfies ImportCandidate;
}

// GEMINI.md: what Gemini was told to remember stands below a heading of its own; the rest are the author's rules. Pure.
const ADDED = /^Gemini Added Memories$/i;

/** The section is written when the user asks for it, wherever the file is; the rest is the user's own only at home. */
export function rulesOfGemini(file: SourceFile, isUsersOwn: boolean): readonly FoundText[] {
  if (isUsersOwn) return rulesIn(file, { gesture: true });
  const asked = new Set(rulesIn(file, { gesture: true, below: ADDED }).map(({ from }) => from));
  return rulesIn(file, { gesture: false }).map((found) =>
    found.kind === "candidate" && asked.has(found.from) ? { ...found, gesture: true } : found,
  );
}

// Claude Code's own memory folder as candidates: one memory per file, and MEMORY.md, which is an index. A line of it that
// only leads to a file says nothing of its own; the others are notes that older versions kept there. What the model wrote
// by itself shows no person's gesture. Pure.
const INDEX = "MEMORY.md";
const LINK = /^\s*(?:[-*+]\s+)?\[[^\]]{0,200}\]\((?:\.\/)?([^)\s]{1,200}\.md)\)/;

/** `files` are those of one folder. */
export function memoriesIn(files: readonly SourceFile[]): readonly FoundText[] {
  const names = new Set(files.map(fileNameOf));
  return files.flatMap((file) => (fileNameOf(file) === INDEX ? notesIn(file, names) : [candidateOfFile(file)]));
}

function notesIn(index: SourceFile, names: ReadonlySet<string>): readonly FoundText[] {
  const lost: FoundText[] = [];
  const lines = index.text.split(/\r?\n/).map((line, at) => {
    const target = LINK.exec(line)?.[1];
    if (target === undefined || line.startsWith("> WARNING: MEMORY.md")) return target === undefined ? line : "";
    if (!names.has(target)) lost.push(leftOut(`${index.path}:${at + 1}`, `leads to ${target}, which is not there`));
    return "";
  });
  return [...lost, ...rulesIn({ ...index, text: lines.join("\n") }, { gesture: false })];
}

function fileNameOf({ path }: SourceFile): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
