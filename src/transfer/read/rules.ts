// The rules in a file that people write for agents (CLAUDE.md, AGENTS.md, GEMINI.md and the like), each a candidate of its own
// (IMP-4). Headings say what it is about. Left out: tables, code that no sentence introduces, other files' names, long prose,
// comments, and what Holdfast itself put there, which would come back as somebody's words (AGT-11).

import { saying } from "../../memory/same-words.ts";
import { descriptionOf, kindOf, nameOf, typeOf } from "../../store/guess.ts";
import { given } from "../../text/values.ts";
import { blocksOf } from "./blocks.ts";
import { type FoundText, type ImportCandidate, leftOut, type SourceFile } from "./candidate.ts";
import { candidateOfFile } from "./markdown-file.ts";
import { LONGEST, type Piece, piecesOf } from "./pieces.ts";
import { REFUSING } from "./sentences.ts";
import { globsAtTop, keysAtTop, saidOfItself } from "./standing.ts";

export interface RulesOptions {
  readonly gesture: boolean;
  /** Only what stands below this heading. */
  readonly below?: RegExp;
}

/** More in one file is a handbook; the first ones are taken. */
const MOST_PER_FILE = 300;
/** In letters and digits. */
const SHORTEST = 7;
const LONGEST_CODE = 2000;

export function rulesIn(file: SourceFile, options: RulesOptions): readonly FoundText[] {
  const said = saidOfItself(keysAtTop(file.text));
  if (typeof said === "string") return [leftOut(file.path, said)];
  const { pieces, code, tables } = piecesOf(blocksOf(file.text));
  const wanted = pieces.filter(
    ({ headings }) => options.below === undefined || headings.some((heading) => options.below?.test(heading)),
  );
  const found = wanted.map((piece) => foundIn(file, piece, options)).filter((each) => each !== undefined);
  const { verified: _, ...standing } = said;
  const paths = globsAtTop(file.text);
  const about = { ...standing, ...(paths.length === 0 ? {} : { paths }) };
  const rules = named(found.map((each) => (each.kind === "candidate" ? { ...each, ...about } : each)));
  const others = notRules(file, code, tables);
  if (rules.length <= MOST_PER_FILE) return [...rules, ...others];
  return [
    ...rules.slice(0, MOST_PER_FILE),
    leftOut(file.path, `more than ${MOST_PER_FILE} rules: ${rules.length - MOST_PER_FILE} were not looked at`),
    ...others,
  ];
}

/** What a reader of the file sees and would miss. */
function notRules({ path }: SourceFile, blocks: number, tables: number): readonly FoundText[] {
  const counted = (count: number, one: string): readonly string[] =>
    count === 0 ? [] : [count === 1 ? `a ${one}` : `${count} ${one}s`];
  const what = [...counted(blocks, "code block"), ...counted(tables, "table")].join(" and ");
  return what === "" ? [] : [leftOut(path, `${what}: only sentences, and code below one, are taken over`)];
}

/** Code, and a table below a point. */
const NO_PROSE = /^\s*(?:`{3,}|~{3,}|\|)/m;

function foundIn(file: SourceFile, piece: Piece, { gesture }: RulesOptions): FoundText | undefined {
  const { text, line, headings } = piece;
  const from = `${file.path}:${line}`;
  const end = NO_PROSE.exec(text)?.index ?? text.length;
  const words = text.slice(0, end).trim();
  if (isNoRule(words, end < text.length)) return undefined;
  if (/^@\S+$|^\[[^\]]*\]\([^)]*\)$/.test(words)) return leftOut(from, "names another file; import that one");
  if (words.length > LONGEST)
    return leftOut(from, `longer than ${LONGEST} characters: documentation rather than a rule`);
  if (text.length - end > LONGEST_CODE)
    return leftOut(from, `its code is longer than ${LONGEST_CODE} characters: documentation rather than a rule`);
  const said = onOneLine(words);
  const kind = kindOf(said.replace(/^[*_`\s]+/, ""));
  return {
    kind: "candidate",
    text: `${text}\n`,
    name: nameOf(titleIn(words, text.slice(end))),
    description: descriptionUnder(said, piece),
    type: typeOf(said, kind),
    memoryKind: kind,
    stated: false,
    gesture,
    from,
    atMs: file.mtimeMs,
    ...given({ section: headings.at(-1) }),
  } satisfies ImportCandidate;
}

/** Too little, a line of signs, a badge, a tag, or the introduction of something that was taken by itself. */
function isNoRule(words: string, hasCode: boolean): boolean {
  if (lettersIn(words).length < (hasCode ? 2 : SHORTEST)) return true;
  return (words.endsWith(":") && !hasCode) || /^<\/?[a-z][^>]*>$|^\[?!\[/i.test(words);
}

/** As a session is given it (recall/render.ts): a heading without its sign, wrapped lines and points one after the other. */
function onOneLine(words: string): string {
  return words
    .replace(/^#{1,6}\s+([^\n]+?)[.:]?\n\s*/, "$1: ")
    .replace(/^#{1,6}\s+/, "")
    .replace(/\s+/g, " ");
}

const LONGEST_HEAD = 256;
/** They say that rules follow, and nothing about them. */
const SAYS_NOTHING =
  /^(?:(?:general|coding|code|project|other|my|our|important|key)\s+)?(?:rules?|conventions?|guidelines?|instructions|notes?|preferences|principles|standards|misc(?:ellaneous)?|overview|dos?|always|about me|gemini added memories)$/i;

/** In the words of the file, and below a heading that says what they are about with that. */
function descriptionUnder(said: string, { headings, isSection }: Piece): string {
  const about = headings.length < 2 || isSection === true ? "" : descriptionOf(headings.at(-1) ?? "");
  const under = `${about}: ${descriptionOf(said)}`;
  const isTold =
    about !== "" && !SAYS_NOTHING.test(about) && !REFUSING.test(about) && [...under].length <= LONGEST_HEAD;
  return isTold ? under : descriptionOf(said);
}

const ENOUGH = 12;

/** Without its points where the words before them are enough to know it by; else with what follows. */
function titleIn(words: string, code: string): string {
  const [before = ""] = words.split(/\n\s*(?:[-*+]|\d{1,3}[.)])\s|(?<=^#[^\n]*)\n/, 1);
  const isEnough = lettersIn(before).length >= ENOUGH;
  if (isEnough) return onOneLine(before);
  const first = code.split("\n").find((line) => lettersIn(line) !== "" && !/^\s*[`~]/.test(line)) ?? "";
  return `${onOneLine(words)}${words.endsWith(":") || first === "" ? "" : ":"} ${first.trim().replace(/\s+/g, " ")}`.trim();
}

function lettersIn(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Two rules of a file that begin alike and say different things are told apart by their headings. */
function named(found: readonly FoundText[]): readonly FoundText[] {
  const keyOf = (name = ""): string => lettersIn(name).toLowerCase();
  const saidBy = new Map<string, Set<string>>();
  for (const each of found) {
    if (each.kind !== "candidate") continue;
    const said = saidBy.get(keyOf(each.name)) ?? new Set();
    saidBy.set(keyOf(each.name), said.add(saying(each.text)));
  }
  return found.map((each) => {
    if (each.kind !== "candidate" || each.section === undefined) return each;
    const isShared = (saidBy.get(keyOf(each.name))?.size ?? 0) > 1;
    return isShared ? { ...each, name: nameOf(`${each.section}: ${each.name ?? ""}`) } : each;
  });
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
