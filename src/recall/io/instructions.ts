// The texts that an agent loads by itself (ARR-3), as far as bounded reading brings: small regular files in the project and in
// the agent's own folder. A link counts where it ends in one of them: a CLAUDE.md is often a link to AGENTS.md.
import { foreignParent, foreignPath, listForeign, resolvedForeign } from "../../disk/foreign-tree.ts";
import { readSmall } from "../../disk/read-file.ts";
import type { Instructions } from "../../hosts/host.ts";

const LARGEST = 64 * 1024;
/** Of all files together. */
const MOST_CHARACTERS = 128 * 1024;
const MOST_FILES = 40;

/** The person's own files may lie anywhere in the home, those of a project in the project. */
export function instructionTexts(
  { own, project, otherwise = [], imports }: Instructions,
  { home, root }: { readonly home: string; readonly root: string | undefined },
): readonly string[] {
  const mine = readAll(own, [home, ...own.map(foreignParent)]);
  const inProject = (paths: readonly string[]): readonly Read[] => (root === undefined ? [] : readAll(paths, [root]));
  const theirs = inProject(project);
  const others = theirs.length === 0 ? inProject(otherwise) : [];
  const named = imports === true ? inProject([...theirs, ...others].flatMap(importsIn)) : [];
  let left = MOST_CHARACTERS;
  return [...mine, ...theirs, ...others, ...named].flatMap(({ text }) => {
    left -= text.length;
    return left < 0 || isForSomePaths(text) ? [] : [text];
  });
}

function readAll(paths: readonly string[], within: readonly string[]): readonly Read[] {
  const roots = within.flatMap((folder) => resolvedForeign(folder) ?? []);
  const files = paths.flatMap(filesAt).slice(0, MOST_FILES);
  return files.flatMap((path) => readInside(path, roots));
}

interface Read {
  readonly path: string;
  readonly text: string;
}

function filesAt(path: string): readonly string[] {
  if (!path.endsWith("/")) return [path];
  return listForeign(path, { endings: [".md"], files: MOST_FILES, depth: 1 })?.files.map((file) => file.path) ?? [];
}

function readInside(path: string, roots: readonly string[]): readonly Read[] {
  const at = resolvedForeign(path);
  if (at === undefined || !roots.some((root) => at.startsWith(`${root}/`))) return [];
  const text = readSmall(at, LARGEST);
  return text === undefined ? [] : [{ path: at, text }];
}

/** One step: what such a file brings in itself is not looked for. */
function importsIn({ path, text }: Read): readonly string[] {
  const names = [...text.matchAll(/(?:^|\s)@((?:\.{0,2}\/)?\w[\w./-]{0,200})/g)].map(([, name = ""]) => name);
  return names.map((name) => foreignPath(foreignParent(path), name));
}

/** A rule that says for which files it holds is loaded with those, not at the start. */
function isForSomePaths(text: string): boolean {
  const head = /^---\r?\n([\s\S]{0,2000}?)\n---/.exec(text)?.[1] ?? "";
  return /^(?:paths|applyTo|globs)\s*:/m.test(head);
}
