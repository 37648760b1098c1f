// Are the files that a memory names still in the project (CTX-8)? Runs with a prompt, so it starts no process and looks at
// a bounded number of entries; what would take more, stands behind a link or can't be read is "unknown". Nothing outside
// the project is looked at: every step is one plain name below the root, links not followed.
import { closeSync, constants, type Dirent, fstatSync, lstatSync, opendirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { after, type Glob, reachable, type Segment } from "../../text/glob.ts";
import type { FileLook, Freshness, Presence } from "../outdated.ts";

/** In steps of about a microsecond or two: one for an entry of a folder, more for a call of its own. */
const STEPS = 600;
const STEP = { entry: 1, look: 2, open: 8 } as const;
const FILES_READ = 4;
const FILE_MAX = 256 * 1024;

export function projectFiles(root: string): Freshness {
  return { look: () => lookIn(root) };
}

/** Ends a look that has become too dear. */
class Spent extends Error {}

function lookIn(root: string): FileLook {
  const allowance = { steps: STEPS };
  const contents = new Map<string, Buffer | undefined>();
  const orUnknown = (ask: () => Presence): Presence => {
    try {
      return ask();
    } catch {
      return "unknown"; // too dear, or a folder that may not be read: then nothing is said
    }
  };
  return {
    path: (glob) => orUnknown(() => presenceOf(root, glob, (cost) => spend(allowance, cost))),
    symbol: (file, symbol) =>
      orUnknown(() => {
        const path = join(root, ...file);
        if (!contents.has(path)) {
          if (contents.size === FILES_READ) return "unknown";
          contents.set(
            path,
            contentOf(root, file, (cost) => spend(allowance, cost)),
          );
        }
        const content = contents.get(path);
        if (content === undefined) return "unknown";
        return content.includes(symbol) ? "there" : "gone";
      }),
  };
}

type Spend = (cost: number) => void;

function spend(allowance: { steps: number }, cost: number): void {
  allowance.steps -= cost;
  if (allowance.steps < 0) throw new Spent();
}

function presenceOf(root: string, { alternatives }: Glob, pay: Spend): Presence {
  const found = alternatives.map((path) => presenceOfPath(root, path, pay));
  if (found.includes("there")) return "there";
  return found.includes("unknown") ? "unknown" : "gone";
}

/** The folders with plain names step by step, the rest by walking. */
function presenceOfPath(root: string, path: readonly Segment[], pay: Spend): Presence {
  const wild = path.findIndex(({ kind }) => kind !== "name");
  const names = path.slice(0, wild < 0 ? undefined : wild).flatMap((each) => (each.kind === "name" ? [each.text] : []));
  let folder = root;
  for (const [at, name] of names.entries()) {
    pay(STEP.look);
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (found === undefined) return isEmpty(folder, pay) ? "unknown" : "gone";
    if (wild < 0 && at === names.length - 1) return "there";
    if (found.isSymbolicLink()) return "unknown";
    if (!found.isDirectory()) return "gone";
    folder = join(folder, name);
  }
  return walk(folder, path.slice(wild), pay);
}

/** Git keeps no empty folder: this one is a submodule, or a tree, that was not checked out. */
function isEmpty(folder: string, pay: Spend): boolean {
  for (const { name } of entriesOf(folder, pay)) if (name !== ".git") return false;
  return true;
}

/** Not the project's own files, and too many to look at. */
const PASSED_BY: ReadonlySet<string> = new Set([".git", "node_modules"]);

function walk(start: string, path: readonly Segment[], pay: Spend): Presence {
  if (isEmpty(start, pay)) return "unknown";
  const waiting = [{ folder: start, at: reachable(path, 0) }];
  let unsure = false;
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    for (const entry of entriesOf(here.folder, pay)) {
      if (PASSED_BY.has(entry.name)) continue;
      const { next, met } = after(path, here.at, entry.name);
      if (met) return "there";
      if (next.length === 0) continue;
      if (entry.isDirectory()) waiting.push({ folder: join(here.folder, entry.name), at: next });
      else if (entry.isSymbolicLink()) unsure = true;
    }
  }
  return unsure ? "unknown" : "gone";
}

/** Entry by entry: a folder of a million files is not read to its end. */
function* entriesOf(folder: string, pay: Spend): Generator<Dirent> {
  pay(STEP.open);
  const opened = opendirSync(folder, { bufferSize: 64 });
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      pay(STEP.entry);
      yield entry;
    }
  } finally {
    opened.closeSync();
  }
}

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Undefined for what is no small text in UTF-8: a null byte stands in other encodings and in binary files. */
function contentOf(root: string, file: readonly string[], pay: Spend): Buffer | undefined {
  pay(STEP.open + STEP.look * file.length);
  let folder = root;
  for (const name of file.slice(0, -1)) {
    folder = join(folder, name);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  }
  const handle = openSync(join(folder, file.at(-1) ?? ""), FLAGS);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size >= FILE_MAX) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    const filled = readSync(handle, bytes, 0, bytes.length, 0);
    return filled < bytes.length || bytes.includes(0) ? undefined : bytes;
  } finally {
    closeSync(handle);
  }
}
