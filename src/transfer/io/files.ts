// Files and projects as the sources of an import see them: bounded reading, and which project a folder is part of.

import { jotFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder } from "../../disk/folder.ts";
import {
  folderThere,
  foreignParent,
  foreignPath,
  listForeign,
  lookAtForeign,
  readForeignText,
  resolvedForeign,
} from "../../disk/foreign-tree.ts";
import { projectIdentity } from "../../disk/git/project-identity.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import type { MemoryId } from "../../memory/ids.ts";
import { MARKER_PATH } from "../../store/export-document.ts";
import { parseMarker } from "../../store/memory-store.ts";
import { type FoundText, leftOut, type SourceFile } from "../read/candidate.ts";

export const MOST_FILES = 20_000;
/** An export of another tool is one file. */
export const LARGEST_EXPORT: number = 64 * 1024 * 1024;
const MARKDOWN = [".md", ".markdown", ".mdx", ".mdc"];
const NOT_ENTERED = [".git", "node_modules", ".obsidian", ".trash", ".staging"];

export type Read = { readonly files: readonly SourceFile[]; readonly lost: readonly FoundText[] };

/** Undefined: there is no such folder. */
export function markdownIn(folder: string, depth: number, ours: readonly string[]): Read | undefined {
  return filesIn(folder, { endings: MARKDOWN, depth }, ours);
}

export function jsonIn(folder: string, ours: readonly string[]): Read | undefined {
  return filesIn(folder, { endings: [".json"], depth: 4 }, ours);
}

function filesIn(
  folder: string,
  which: { readonly endings: readonly string[]; readonly depth: number },
  ours: readonly string[],
): Read | undefined {
  const passing = (at: string): string | undefined => (isOurs(at, ours) ? "is a store of Holdfast" : undefined);
  const tree = listForeign(folder, { ...which, files: MOST_FILES, without: NOT_ENTERED, passing });
  if (tree === undefined) return undefined;
  const read = tree.files.map(({ path }) => readOne(path, MAX_FILE_BYTES));
  return {
    files: read.filter((each) => "text" in each),
    lost: [...tree.passedOver.map(({ path, why }) => leftOut(path, why)), ...read.filter((each) => "kind" in each)],
  };
}

/** Known by its marker (STO-2), or as a place where we keep things beside it. */
function isOurs(folder: string, ours: readonly string[]): boolean {
  const marker = readForeignText(foreignPath(folder, MARKER_PATH), MAX_FILE_BYTES);
  return (
    ours.includes(folder) ||
    (typeof marker !== "string" && parseMarker(marker.text) !== undefined) ||
    // Its marker can't be read, and what lies beside it is a store's all the same.
    (lookAtForeign(foreignPath(folder, MARKER_PATH)) !== undefined && folderThere(foreignPath(folder, "memories")))
  );
}

/** The folder itself, or one that it lies in, wherever links lead. */
export function isWithinOurs(path: string, ours: readonly string[]): boolean {
  const real = ours.map((each) => resolvedForeign(each) ?? each);
  for (let at = resolvedForeign(path) ?? path; ; at = foreignParent(at)) {
    if (isOurs(at, real)) return true;
    if (foreignParent(at) === at) return false;
  }
}

/** One file that need not be there: nothing is said of it then. */
export function fileIfThere(path: string, maxBytes: number = MAX_FILE_BYTES): Read {
  const looked = lookAtForeign(path);
  if (looked === undefined) return { files: [], lost: [] };
  if ("why" in looked) return { files: [], lost: [leftOut(path, looked.why)] };
  const read = readOne(path, maxBytes);
  return "text" in read ? { files: [read], lost: [] } : { files: [], lost: [read] };
}

function readOne(path: string, maxBytes: number): SourceFile | Extract<FoundText, { kind: "left-out" }> {
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

export function about(found: readonly FoundText[], project: string | undefined): readonly FoundText[] {
  return project === undefined ? found : found.map((each) => (each.kind === "candidate" ? { ...each, project } : each));
}

export function at(folder: string, ...names: readonly string[]): string {
  return foreignPath(folder, ...names);
}

// What an import took, kept before its first write (IMP-1): imports/<id>/ holds the words of each source file, 0600, and a
// manifest that says where they stood. Local, private, purged by forget. Only words that passed the checks are kept.
const FOLDER = "imports";

interface KeptText {
  /** Where it stood. */
  readonly from: string;
  readonly text: string;
}

interface ImportRecord {
  readonly id: MemoryId;
  readonly source: string;
  readonly at: Date;
  readonly texts: readonly KeptText[];
}

/** Gives the path of the folder. The manifest comes last and is durable: with it, the backup is whole. */
export function keepImport(stateDir: string, { id, source, at, texts }: ImportRecord): string {
  return orFault("Keeping what is imported", () =>
    inFolder(stateDir, [FOLDER, id], (folder) => {
      const files = texts.map(({ from, text }, index) => {
        const file = `${String(index + 1).padStart(5, "0")}.md`;
        jotFile(folder, file, Buffer.from(text.endsWith("\n") ? text : `${text}\n`), 0o600);
        return { file, from };
      });
      const manifest = { v: 1, id, source, at: at.toISOString(), files };
      replaceFile(folder, "manifest.json", Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`), 0o600);
      return folder.path;
    }),
  );
}
