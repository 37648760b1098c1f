// Making, finding and opening a store. A root is recognised by its marker after realpath, never guessed from a
// target path, and fails closed without one (STO-2). Unsafe owners and modes are refused (STO-4).
import { lstatSync } from "node:fs";
import { type Directory, ensureDirectory, openDirectory, within } from "../../disk/directory.ts";
import { createFile } from "../../disk/durable-write.ts";
import { asFault, errnoOf, orFault } from "../../disk/errno.ts";
import type { FileMove } from "../../disk/git/stage.ts";
import { child, fromHere, nameOf, parentOf } from "../../disk/paths.ts";
import { nameHash } from "../../text/digest.ts";
import { Fault } from "../../text/errors.ts";
import { PLACES } from "../../trust/tiers.ts";
import { GIT_ATTRIBUTES, GIT_IGNORE } from "../git-files.ts";
import { type MemoryStore, type Scope, STORE_FORMAT, type StoreInfo } from "../memory-store.ts";
import type { RawNote } from "../records.ts";
import { directoryMode, fileMode, writersOf } from "./file-names.ts";
import { readMarker, writeMarker } from "./marker.ts";
import { FileStore, type FileStoreOptions } from "./memory-store.ts";
import { type Keys, NOBODY } from "./statements.ts";

export interface InitOptions {
  readonly scope: Scope;
  readonly storeId: string;
}

export interface OpenStoreOptions {
  readonly scope: Scope;
  readonly lock?: "auto" | "shared";
  /** Where recovery keeps the bytes of a copy it removes; without it such a copy stays where it is. */
  readonly keep?: (bytes: Uint8Array, note: RawNote) => unknown;
  readonly waitMs?: number;
  /** What was left in the store, and which words about a memory are known (STO-35). */
  readonly kept?: (info: StoreInfo) => FileStoreOptions["kept"];
  /** Tells git what moved, before the lock goes. */
  readonly stage?: (root: string, moved: readonly FileMove[]) => Promise<void>;
  /** Whose word counts here, and how this machine signs; without it nothing is attested. */
  readonly keys?: Keys | ((info: StoreInfo) => Keys);
}

/** The marker comes last: what a killed `init` left is no store, and the next one completes it. */
export function initStore(root: string, options: InitOptions): "created" | "exists" {
  return orFault(`Making a store at ${root}`, () => {
    const directory = options.scope === "shared" ? ensureShared(root) : ensureDirectory(root);
    return within(directory, (opened) => fill(opened, options));
  });
}

export function openStore(root: string, options: OpenStoreOptions): MemoryStore {
  return orFault(`Opening the store at ${root}`, () => openAt(root, options));
}

function openAt(root: string, options: OpenStoreOptions): MemoryStore {
  if (options.scope === "shared" && lstatSync(fromHere(root), { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Fault(
      "unsafe-path",
      `Expected a directory at ${root}, found a link; a project may not point elsewhere.`,
      `Look at: ls -ld ${root}`,
    );
  }
  const directory = openDirectory(root, { writers: writersOf(options.scope) });
  if (directory === undefined) throw noStore(root);
  return within(directory, (opened) => {
    const marker = readMarker(opened);
    if (marker === undefined) throw noStore(opened.path);
    const info = { ...marker, root: opened.path, scope: options.scope, writable: marker.format <= STORE_FORMAT };
    const keys = typeof options.keys === "function" ? options.keys(info) : options.keys;
    const { kept, ...rest } = options;
    const known = kept?.(info);
    return new FileStore(info, opened.identity, { ...rest, keys: keys ?? NOBODY, ...(known && { kept: known }) });
  });
}

/** The shared store of a project, if it has one. A link is none: a repository must not point out of itself. */
export function findSharedStore(gitRoot: string): string | undefined {
  const root = child(gitRoot, ".holdfast");
  try {
    if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
    const marker = lstatSync(child(root, "holdfast.json"), { throwIfNoEntry: false });
    return marker?.isFile() === true ? root : undefined;
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined; // below a file there is none
    throw asFault(error, `Looking for a store at ${root}`);
  }
}

/** Names what is derived from one store in one place: clones and worktrees don't share it (STO-3). */
export function storeKey(info: Pick<StoreInfo, "root" | "storeId">): string {
  return `${info.storeId}-${nameHash(info.root)}`;
}

function ensureShared(root: string): Directory {
  const around = openDirectory(parentOf(root), { writers: "group" });
  if (around === undefined) throw new Fault("not-found", `${parentOf(root)} does not exist.`);
  return within(around, (parent) => parent.ensure(nameOf(root), directoryMode("shared", parent.mode)));
}

function fill(root: Directory, { scope, storeId }: InitOptions): "created" | "exists" {
  if (readMarker(root) !== undefined) return "exists";
  if (scope !== "shared" && root.names().length === 0) root.setMode(0o700);
  const mode = directoryMode(scope, root.mode);
  for (const place of PLACES) root.ensure(place, mode).close();
  root.ensure(".local", 0o700).close();
  createFile(root, ".gitignore", Buffer.from(GIT_IGNORE), fileMode(scope, root.mode));
  createFile(root, ".gitattributes", Buffer.from(GIT_ATTRIBUTES), fileMode(scope, root.mode));
  return writeMarker(root, storeId, fileMode(scope, root.mode)) ?? "created";
}

function noStore(root: string): Fault {
  return new Fault(
    "no-store",
    `There is no store at ${root}. A store is a folder with holdfast.json in it, such as ~/.holdfast.`,
    "holdfast init",
  );
}
