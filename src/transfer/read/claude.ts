// Claude Code's own memory folder as candidates: one memory per file, and MEMORY.md, which is an index. A line of it that
// only leads to a file says nothing of its own; the others are notes that older versions kept there. What the model wrote
// by itself shows no person's gesture. Pure.
import { type Found, leftOut, type SourceFile } from "./candidate.ts";
import { candidateOfFile } from "./markdown-file.ts";
import { rulesIn } from "./rules.ts";

const INDEX = "MEMORY.md";
const LINK = /^\s*(?:[-*+]\s+)?\[[^\]]{0,200}\]\((?:\.\/)?([^)\s]{1,200}\.md)\)/;

/** `files` are those of one folder. */
export function memoriesIn(files: readonly SourceFile[]): readonly Found[] {
  const names = new Set(files.map(nameOf));
  return files.flatMap((file) => (nameOf(file) === INDEX ? notesIn(file, names) : [candidateOfFile(file)]));
}

function notesIn(index: SourceFile, names: ReadonlySet<string>): readonly Found[] {
  const lost: Found[] = [];
  const lines = index.text.split(/\r?\n/).map((line, at) => {
    const target = LINK.exec(line)?.[1];
    if (target === undefined || line.startsWith("> WARNING: MEMORY.md")) return target === undefined ? line : "";
    if (!names.has(target)) lost.push(leftOut(`${index.path}:${at + 1}`, `leads to ${target}, which is not there`));
    return "";
  });
  return [...lost, ...rulesIn({ ...index, text: lines.join("\n") }, { gesture: false })];
}

function nameOf({ path }: SourceFile): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
