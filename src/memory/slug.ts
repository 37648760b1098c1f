// File names (STO-11). Latin letters fold to ASCII; where letters of a name can't be written so, a short hash of
// the name takes their place, so that two Korean names never share a file by accident.
import { sha256Hex } from "../text/digest.ts";
import type { MemoryType } from "./kinds.ts";

export const FILE_NAME: RegExp = /^(?=.{1,100}$)(?:user|feedback|project|reference)_[a-z0-9_]+\.md$/;

/** What a person can read in a row and type; a sibling adds its `__abcdef` to it (SYN-2). */
const MAX_NAME = 40;

const FOLDS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ı", "i"],
  ["ħ", "h"],
  ["ŋ", "n"],
]);

/** `n` from 2 numbers a variant where the plain name is taken. */
export function fileNameFor(type: MemoryType, name: string, n = 1): string {
  const number = n > 1 ? `_${n}` : "";
  return `${type}_${slugOf(name, MAX_NAME - `${type}_${number}.md`.length)}${number}.md`;
}

function slugOf(name: string, room: number): string {
  let folded = "";
  for (const char of name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")) folded += FOLDS.get(char) ?? char;
  const slug = trimmed(folded.replace(/[^a-z0-9]+/g, "_"));
  const lossy = slug === "" || /[^a-z0-9\P{L}]|[^0-9\P{N}]/u.test(folded);
  if (!lossy) return wordsWithin(slug, room);
  const hash = sha256Hex(name.normalize("NFC")).slice(0, 10);
  return slug === "" ? hash : `${wordsWithin(slug, room - 11)}_${hash}`;
}

/** Whole words, as many as fit; of a first word that is too long its beginning. */
function wordsWithin(slug: string, room: number): string {
  if (slug.length <= room) return slug;
  const end = slug.lastIndexOf("_", room);
  return slug.slice(0, end > 0 ? end : room);
}

function trimmed(slug: string): string {
  return slug.replace(/^_|_$/g, "");
}

// Names of conflict copies (SYN-16): what Syncthing, Dropbox, Nextcloud, iCloud, OneDrive and Google Drive call a file when
// two machines changed it at once. A name is only a hint: whether it is a copy, the id inside decides. No memory of ours is
// ever named so, for a memory's name has letters, digits and underscores alone (STO-11).

const MARKS: readonly RegExp[] = [
  /^\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{1,16})?$/,
  // In whatever language: words and a day, in brackets.
  /^ \([^()/\\\p{C}]{0,120}\d{4}-\d\d-\d\d[^()/\\\p{C}]{0,40}\)$/u,
  /^ \d{1,3}$/,
  /^ ?\(\d{1,3}\)$/,
  /^-[A-Za-z0-9][A-Za-z0-9-]{0,62}$/,
];
const LONGEST = 255;

/** The file that this one may be a copy of; undefined for every other name. */
export function copiedFrom(name: string): string | undefined {
  const [, stem = "", mark = ""] = /^([a-z0-9_]+)(.*)\.md$/su.exec(name) ?? [];
  const file = `${stem}.md`;
  const isOne = name.length <= LONGEST && FILE_NAME.test(file) && MARKS.some((pattern) => pattern.test(mark));
  return isOne ? file : undefined;
}
