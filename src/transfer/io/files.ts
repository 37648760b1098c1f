// Files and projects as the sources of an import see them: bounded reading, and which project a folder is part of.

import { folderThere, foreignPath, listForeign, lookAtForeign, readForeignText } from "../../disk/foreign-tree.ts";
import { projectIdentity } from "../../disk/git/project-identity.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import { type Found, leftOut, type SourceFile } from "../read/candidate.ts";

export const MOST_FILES = 20_000;
/** An export of another tool is one file. */
export const LARGEST_EXPORT: number = 64 * 1024 * 1024;
const MARKDOWN = [".md", ".markdown", ".mdx"];
const NOT_ENTERED = [".git", "node_modules", ".obsidian", ".trash"];

export type Read = { readonly files: readonly SourceFile[]; readonly lost: readonly Found[] };

/** Undefined: there is no such folder. */
export function markdownIn(folder: string, depth: number): Read | undefined {
  const tree = listForeign(folder, { endings: MARKDOWN, files: MOST_FILES, depth, without: NOT_ENTERED });
  if (tree === undefined) return undefined;
  const read = tree.files.map(({ path }) => readOne(path, MAX_FILE_BYTES));
  return {
    files: read.filter((each) => "text" in each),
    lost: [...tree.passedOver.map(({ path, why }) => leftOut(path, why)), ...read.filter((each) => "kind" in each)],
  };
}

/** One file that need not be there: nothing is said of it then. */
export function fileIfThere(path: string, maxBytes: number = MAX_FILE_BYTES): Read {
  const looked = lookAtForeign(path);
  if (looked === undefined) return { files: [], lost: [] };
  if ("why" in looked) return { files: [], lost: [leftOut(path, looked.why)] };
  const read = readOne(path, maxBytes);
  return "text" in read ? { files: [read], lost: [] } : { files: [], lost: [read] };
}

function readOne(path: string, maxBytes: number): SourceFile | Extract<Found, { kind: "left-out" }> {
  const read = readForeignText(path, maxBytes);
  return typeof read === "string" ? leftOut(path, read) : { path, ...read };
}

export interface Projects {
  /** Undefined: the folder is in no repository, so what was said there applies everywhere, as with `add`. */
  of(cwd: string): string | undefined;
}

/** A folder that is gone names itself: what was about it must not come to apply everywhere. */
export function openProjects(): Projects {
  const known = new Map<string, string | undefined>();
  return {
    of: (cwd) => {
      if (!known.has(cwd)) {
        known.set(cwd, projectIdentity(cwd)?.id ?? (folderThere(cwd) ? undefined : `local:${cwd}`));
      }
      return known.get(cwd);
    },
  };
}

export function about(found: readonly Found[], project: string | undefined): readonly Found[] {
  return project === undefined ? found : found.map((each) => (each.kind === "candidate" ? { ...each, project } : each));
}

export function at(folder: string, ...names: readonly string[]): string {
  return foreignPath(folder, ...names);
}
