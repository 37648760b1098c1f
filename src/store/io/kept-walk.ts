// Every file of a store by its path: one that is read, and all of them by their stamps (STO-35). Each folder is opened at most
// once, and a memory's folder of statements only where it does not look as it did.
import { lstatSync } from "node:fs";
import { type Directory, within } from "../../disk/directory.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { isStorePath } from "../export-document.ts";
import { stampAt } from "./stamps.ts";

const TOP = ["memories", "quarantine", "archive", "ledger", "attest", "devices", "tombstones", "allowances"];
const SINGLE = ["holdfast.json", "allowed_signers", ".gitignore", ".gitattributes"];
const LARGEST = 256 * 1024 * 1024;

function at<T>(root: Directory, path: string, act: (folder: Directory, name: string) => T): T | undefined {
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return act(root, first);
  const next = root.look(first)?.isDirectory() === true ? root.open(first) : undefined;
  return next === undefined ? undefined : within(next, (opened) => at(opened, rest.join("/"), act));
}

export function readAt(root: Directory, path: string): Uint8Array | undefined {
  return at(root, path, (folder, name) => bytesIn(folder, name, LARGEST));
}

export function stampOf(root: Directory, path: string, now: number): string | undefined {
  return at(root, path, (folder, name) => stampAt(folder, name, now));
}

/** What a walk goes by and what it finds. */
export interface Walk {
  readonly now: number;
  /** Every file of the store by its stamp. */
  readonly files: Map<string, string>;
  /** A memory's folder of statements that looks as it did, with the files that are known in it. */
  same?(folder: string, stamp: string): ReadonlyMap<string, string> | undefined;
  /** Those that were opened, by their stamps. */
  readonly folders: Map<string, string>;
}

/** Each folder opened at most once. */
export function walk(root: Directory, now: number, same?: Walk["same"]): Walk {
  const walked: Walk = { now, files: new Map(), folders: new Map(), ...(same && { same }) };
  for (const name of SINGLE) {
    const stamp = stampAt(root, name, now);
    if (stamp !== undefined) walked.files.set(name, stamp);
  }
  for (const name of TOP) walkBelow(root, name, name, walked);
  return walked;
}

function walkBelow(parent: Directory, name: string, path: string, walked: Walk): void {
  if (path.startsWith("attest/") && isSame(parent, name, path, walked)) return;
  if (lstatSync(parent.at(name), { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const folder = parent.open(name);
  if (folder === undefined) return;
  within(folder, (opened) => {
    for (const each of opened.names()) {
      const below = `${path}/${each}`;
      if (isStorePath(below)) walked.files.set(below, stampAt(opened, each, walked.now) ?? "");
      else if (!each.includes(".")) walkBelow(opened, each, below, walked);
    }
  });
}

/** A statement is named by its number and signed: one that was changed where it stands says nothing, so names are enough. */
function isSame(parent: Directory, name: string, path: string, walked: Walk): boolean {
  const stamp = stampAt(parent, name, walked.now) ?? "";
  const known = stamp === "" ? undefined : walked.same?.(path, stamp);
  if (known === undefined) walked.folders.set(path, stamp);
  else for (const [file, its] of known) walked.files.set(file, its);
  return known !== undefined;
}
