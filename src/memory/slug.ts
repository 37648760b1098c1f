// File names (STO-11). Latin letters fold to ASCII; where letters of a name can't be written so, a short hash of
// the name takes their place, so that two Korean names never share a file by accident.
import { sha256Hex } from "../text/digest.ts";
import type { MemoryType } from "./kinds.ts";

export const FILE_NAME: RegExp = /^(?=.{1,100}$)(?:user|feedback|project|reference)_[a-z0-9_]+\.md$/;

/** Leaves room in the 100 characters for a number and for the `__abcdef` of a sibling (SYN-2). */
const MAX_SLUG = 64;

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
  return `${type}_${slugOf(name)}${n > 1 ? `_${n}` : ""}.md`;
}

function slugOf(name: string): string {
  let folded = "";
  for (const char of name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")) folded += FOLDS.get(char) ?? char;
  const slug = trimmed(folded.replace(/[^a-z0-9]+/g, "_"));
  const lossy = slug === "" || /[^a-z0-9\P{L}]|[^0-9\P{N}]/u.test(folded);
  if (!lossy) return trimmed(slug.slice(0, MAX_SLUG));
  const hash = sha256Hex(name.normalize("NFC")).slice(0, 10);
  return slug === "" ? hash : `${trimmed(slug.slice(0, MAX_SLUG - 11))}_${hash}`;
}

function trimmed(slug: string): string {
  return slug.replace(/^_|_$/g, "");
}
