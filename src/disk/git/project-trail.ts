// What was worked on lately in a repository (ARR-2): the branch, the subjects of the last commits that were made here, and the
// files that differ from what git last saw. Read from a few of git's own files: no process is started, so that nothing that a
// repository configures runs (filters, watchers), and a session does not wait (AGT-1). What is not there, or is not as git
// writes it, is not known.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { lastLines, readSmall, readSmallBytes } from "../read-file.ts";
import { gitFolder } from "./project-identity.ts";

export interface Trail {
  readonly branch?: string;
  /** The newest first, each once. */
  readonly subjects: readonly string[];
  /** Below the root; the newest first. */
  readonly changed: readonly string[];
}

const MAX_POINTER = 4096;
const LOG_BYTES = 16 * 1024;
const MOST_SUBJECTS = 8;
const LONGEST_SUBJECT = 200;

export function projectTrail(root: string): Trail {
  try {
    const own = gitFolder(root);
    if (own === undefined) return { subjects: [], changed: [] };
    const branch = /^ref: refs\/heads\/(\S{1,250})$/.exec(
      (readSmall(join(own, "HEAD"), MAX_POINTER) ?? "").trim(),
    )?.[1];
    const subjects = subjectsIn(lastLines(join(own, "logs", "HEAD"), LOG_BYTES));
    const changed = changedIn(root, readSmallBytes(join(own, "index"), INDEX_BYTES));
    return { ...(branch === undefined ? {} : { branch }), subjects, changed };
  } catch {
    return { subjects: [], changed: [] }; // it vanished or may not be read: nobody knows
  }
}

/** A line of the log of HEAD: two commits, who, when, a tab, and what was done. */
const MADE =
  /^[0-9a-f]{40,64} [0-9a-f]{40,64} [^\t]{1,400}\t(?:commit|cherry-pick|revert|rebase)(?: \([a-z]{1,12}\))?: (.+)$/;
const MOVED = /^(?:returning to|checkout|moving from|fast-forward)\b/i;

function subjectsIn(lines: readonly string[]): readonly string[] {
  const made = lines.toReversed().flatMap((line) => MADE.exec(line)?.[1] ?? []);
  const subjects = made.filter((subject) => !MOVED.test(subject)).map((subject) => subject.slice(0, LONGEST_SUBJECT));
  return [...new Set(subjects)].slice(0, MOST_SUBJECTS);
}

/** A larger one is of a repository whose files nobody looks at while a session waits. */
const INDEX_BYTES = 4 * 1024 * 1024;
/** A look costs some microseconds; what was touched last is looked at first. */
const MOST_LOOKED_AT = 400;
const MOST_CHANGED = 20;
const GITLINK = 0o160000;

interface Entry {
  readonly path: string;
  readonly seconds: number;
  readonly size: number;
}

function changedIn(root: string, index: Buffer | undefined): readonly string[] {
  const entries = index === undefined ? [] : [...entriesIn(index)].sort((a, b) => b.seconds - a.seconds);
  const changed = entries.slice(0, MOST_LOOKED_AT).flatMap(({ path, seconds, size }) => {
    const now = lstatSync(join(root, path), { throwIfNoEntry: false });
    const at = Math.floor((now?.mtimeMs ?? 0) / 1000);
    return now !== undefined && at === seconds && now.size % 2 ** 32 === size ? [] : [{ path, at }];
  });
  return changed
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_CHANGED)
    .map(({ path }) => path);
}

const HEADER = 12;
/** Before the path: times, numbers, size, a hash of 20 bytes, flags. */
const FIXED = 62;
const AT = { seconds: 8, mode: 24, size: 36, flags: 60 } as const;
const EXTENDED = 0x4000;
const LENGTH = 0xfff;

/** Versions 2 and 3 with 20-byte hashes, which is what git writes unless it was told otherwise. Ends where something else stands. */
function* entriesIn(index: Buffer): Generator<Entry> {
  if (index.length < HEADER || index.toString("latin1", 0, 4) !== "DIRC" || index.readUInt32BE(4) > 3) return;
  let at = HEADER;
  for (let left = index.readUInt32BE(8); left > 0 && at + FIXED < index.length; left--) {
    const flags = index.readUInt16BE(at + AT.flags);
    const start = at + FIXED + ((flags & EXTENDED) === 0 ? 0 : 2);
    const end = index.indexOf(0, start);
    if (end <= start || Math.min(end - start, LENGTH) !== (flags & LENGTH)) return;
    const path = index.toString("utf8", start, end);
    const isFile = index.readUInt32BE(at + AT.mode) !== GITLINK && !/^\/|(?:^|\/)\.\.?(?:\/|$)/.test(path);
    if (isFile) yield { path, seconds: index.readUInt32BE(at + AT.seconds), size: index.readUInt32BE(at + AT.size) };
    at += (end - at + 8) & ~7;
  }
}
