// Names of conflict copies (SYN-16): what Syncthing, Dropbox, Nextcloud, iCloud, OneDrive and Google Drive call a file when
// two machines changed it at once. A name is only a hint: whether it is a copy, the id inside decides. No memory of ours is
// ever named so, for a memory's name has letters, digits and underscores alone (STO-11).
import { FILE_NAME } from "./slug.ts";

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
