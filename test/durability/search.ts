// A search of its own over every byte, knowing nothing of how the product searches: each word in any case and in the
// encodings that a file could hold it in.
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function holds(bytes: Buffer, word: string): boolean {
  const folded = lowered(bytes);
  return encodings(word.toLowerCase()).some((needle) => folded.includes(lowered(needle))) || inBase64(bytes, word);
}

/** Files below the folders, `.git` left out, as "path: word". */
export function filesWith(folders: readonly string[], words: readonly string[]): readonly string[] {
  for (let tries = 1; ; tries++) {
    try {
      return searched(folders, words);
    } catch (error) {
      // A worker that still runs renamed a file between the list and the reading: where it went is only in a new list.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 5) throw error;
    }
  }
}

function searched(folders: readonly string[], words: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) => filesIn(folder))
    .flatMap((path) => {
      const bytes = readFileSync(path);
      return words
        .filter((word) => holds(bytes, word) || holds(Buffer.from(path), word))
        .map((word) => `${path}: ${word}`);
    });
}

function filesIn(path: string): readonly string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return [path];
  if (stats?.isDirectory() !== true) return [];
  return readdirSync(path)
    .filter((name) => name !== ".git")
    .flatMap((name) => filesIn(join(path, name)));
}

/** ASCII only: enough for these words, and the same for bytes of any encoding. */
function lowered(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte)));
}

function encodings(word: string): readonly Buffer[] {
  const escaped = word.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const plain = Buffer.from(word);
  return [
    plain,
    Buffer.from(escaped),
    Buffer.from(encodeURIComponent(word)),
    Buffer.from(word, "utf16le"),
    Buffer.from(word, "utf16le").swap16(),
    Buffer.from(plain.toString("hex")),
  ];
}

/** At each of the three ways a word can lie in groups of three bytes; its two ends depend on what stands around it. */
function inBase64(bytes: Buffer, word: string): boolean {
  return [0, 1, 2].some((shift) => {
    const text = Buffer.from(" ".repeat(shift) + word).toString("base64");
    return bytes.includes(text.slice(4, -4));
  });
}

/** Commits that reach an object holding one of the words, by git's own plain means. */
export function commitsWith(root: string, words: readonly string[]): readonly string[] {
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-C", root, ...args], { maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
  const commits = git("rev-list", "--all", "--reflog")
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  return commits.filter((commit) => {
    const listed = git("ls-tree", "-r", commit).toString();
    const blobs = listed.split("\n").flatMap((line) => /^\d+ blob ([0-9a-f]+)\t/.exec(line)?.[1] ?? []);
    const parts = [
      Buffer.from(listed),
      git("cat-file", "commit", commit),
      ...blobs.map((id) => git("cat-file", "blob", id)),
    ];
    return parts.some((bytes) => words.some((word) => holds(bytes, word)));
  });
}

/** Any object at all, reachable or not. */
export function objectsWith(root: string, words: readonly string[]): number {
  const all = execFileSync("git", ["-C", root, "cat-file", "--batch-all-objects", "--batch"], { maxBuffer: 2 ** 30 });
  return words.filter((word) => holds(all, word)).length;
}

/** The files of the branch as it is now, their names included. */
export function treeHolds(root: string, word: string): boolean {
  const tar = execFileSync("git", ["-C", root, "archive", "--format=tar", "main"], { maxBuffer: 2 ** 30 });
  return holds(tar, word);
}
