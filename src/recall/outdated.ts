// Which memories may be out of date here (CTX-8). Only those of this project can be told: the files of another are not
// at hand, and a memory that applies everywhere speaks of no project's files.

import type { MemoryDocument } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import type { Memory } from "../store/catalogue.ts";
import { type Glob, globOf, literalOf } from "../text/glob.ts";

export type IsOutdated = (memory: Memory) => boolean;

/** A shared store is the project's own. */
export function outdatedIn(project: string, freshness: Freshness): IsOutdated {
  return ({ document, scope }) =>
    (scope === "shared" || textField(document, "project") === project) && isOutdated(document, freshness);
}

// May a memory be out of date (CTX-8)? It may when every file that it names in `paths` has left the project, or when a
// symbol that it places in one of those files is not there any more. Both are asked only where the answer is plain: a
// symbol counts when it stands in backticks beside its file ("`parseUser` in `src/user.ts`", "`src/user.ts#parseUser`")
// and the sentence does not itself speak of something absent.

// What became of the files a memory names (CTX-8). Looking is bounded: an answer that would cost more is "unknown", and
// what can't be told is never said.

export type Presence = "there" | "gone" | "unknown";

/** For one memory: everything asked of it draws on one allowance. */
export interface FileLook {
  /** Whether the project holds a file that fits. */
  path(glob: Glob): Presence;
  /** Whether the file, which is there, holds the symbol. */
  symbol(file: readonly string[], symbol: string): Presence;
}

export interface Freshness {
  look(): FileLook;
}

interface CitedSymbol {
  readonly file: readonly string[];
  readonly symbol: string;
}

interface Cited {
  /** Undefined for a path that can't be read: it is then not known to be gone. */
  readonly paths: readonly (Glob | undefined)[];
  readonly symbols: readonly CitedSymbol[];
}

const PATHS_MAX = 20;
const SYMBOLS_MAX = 8;

export function isOutdated(doc: MemoryDocument, freshness: Freshness): boolean {
  const { paths, symbols } = citedBy(doc);
  if (paths.length === 0) return false;
  const look = freshness.look();
  if (paths.every((glob) => glob !== undefined && look.path(glob) === "gone")) return true;
  return symbols.some(({ file, symbol }) => look.symbol(file, symbol) === "gone");
}

/** With a folder and an ending; what begins like a host is an address. */
const FILE = /(?<![\w/.:@~$-])((?:\.?[\w-]+\/)+[\w.-]*\w\.[A-Za-z][A-Za-z0-9]{0,5})(?![\w/])/g;
const FILES_MAX = 8;

/** Files that the words name and the project does not have. For a report: nothing is held back for it (CTX-8). */
export function goneFilesIn(doc: MemoryDocument, look: FileLook): readonly string[] {
  const sentences = doc.body.split(/(?<=[.!?])\s|\n/).filter((sentence) => !ABSENT.test(sentence));
  const named = sentences.flatMap((sentence) => [...sentence.matchAll(FILE)].flatMap(([, path]) => path ?? []));
  return [...new Set(named)].slice(0, FILES_MAX).filter((path) => {
    const glob = globOf(path);
    return glob !== undefined && look.path(glob) === "gone";
  });
}

export function citedBy(doc: MemoryDocument): Cited {
  // What a glob excludes says nothing about what is there.
  const given = listField(doc, "paths").filter((path) => !path.startsWith("!"));
  const paths = given.slice(0, PATHS_MAX).map(globOf);
  const files = given.slice(0, PATHS_MAX).flatMap((path, at) => fileOf(path, paths[at]) ?? []);
  const symbols = files.length === 0 ? [] : symbolsIn(`${textField(doc, "description") ?? ""}\n${doc.body}`, files);
  return { paths: given.length > PATHS_MAX ? [...paths, undefined] : paths, symbols };
}

interface NamedFile {
  readonly path: string;
  readonly names: readonly string[];
}

/** With a folder in it, so that it is one file and not any of that name. */
function fileOf(path: string, glob: Glob | undefined): NamedFile | undefined {
  const names = glob === undefined ? undefined : literalOf(glob);
  return names === undefined || path.endsWith("/") ? undefined : { path: names.join("/"), names };
}

/** Where one of these stands, the sentence may be about something that is not there, or not yet. */
const ABSENT =
  /\b(?:no|not|never|without|none|instead|old|former\w*|previous\w*|was|were|used to|remov\w*|delet\w*|drop\w*|gone|replac\w*|renam\w*|mov\w*|add|creat\w*|introduc\w*|put|will|should|todo|plan\w*|miss\w*|lack\w*)\b|n['’]t\b/i;

const SPAN = /`([^`\n]{1,200})`/g;
const BETWEEN = /^(?: (?:in|of|from) | \()$/;

function symbolsIn(text: string, files: readonly NamedFile[]): readonly CitedSymbol[] {
  const found = new Map<string, CitedSymbol>();
  for (const sentence of text.split(/(?<=[.!?])\s|\n/)) {
    if (!sentence.includes("`") || ABSENT.test(sentence)) continue;
    for (const { file, symbol } of tiesIn(sentence, files)) {
      found.set(`${file.join("/")}#${symbol}`, { file, symbol });
      if (found.size === SYMBOLS_MAX) return [...found.values()];
    }
  }
  return [...found.values()];
}

function tiesIn(sentence: string, files: readonly NamedFile[]): readonly CitedSymbol[] {
  const spans = [...sentence.matchAll(SPAN)];
  return spans.flatMap((span, at) => {
    const inner = span[1] ?? "";
    const joined = /^([^#:]+)(?:#|::?)([^#]+)$/.exec(inner);
    if (joined !== null) return tie(joined[1] ?? "", joined[2] ?? "", files);
    const next = spans[at + 1];
    const between = next === undefined ? "" : sentence.slice(span.index + span[0].length, next.index);
    return next !== undefined && BETWEEN.test(between) ? tie(next[1] ?? "", inner, files) : [];
  });
}

function tie(path: string, name: string, files: readonly NamedFile[]): readonly CitedSymbol[] {
  const symbol = symbolOf(name);
  const meant = files.filter((file) => file.path === path || file.path.endsWith(`/${path}`));
  const [only, ...more] = meant;
  return symbol === undefined || only === undefined || more.length > 0 ? [] : [{ file: only.names, symbol }];
}

/** The last part of a qualified name: the file of `User.parse` need not hold it in that form. */
function symbolOf(name: string): string | undefined {
  const bare =
    name
      .replace(/\(\)$/, "")
      .split(/\.|::|->/)
      .at(-1) ?? "";
  return /^[\p{L}_$][\p{L}\p{N}_$]{2,79}$/u.test(bare) ? bare : undefined;
}
