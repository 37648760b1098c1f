// A store as files, for export and for bringing one back (IMP-2). Only paths that a store has are read or made; raw copies,
// locks and git are no part of it.
import { type Directory, within } from "../../disk/directory.ts";
import { createFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { isComponent } from "../../disk/paths.ts";
import { readIn } from "../../disk/read-file.ts";
import { setAsideIn } from "../../disk/set-aside.ts";
import { Fault } from "../../text/errors.ts";
import { isStorePath, MARKER_PATH } from "../export-document.ts";
import type { Kept } from "../kept.ts";
import type { StoreInfo } from "../memory-store.ts";
import type { StoreFile, StoreFiles } from "../records.ts";
import { directoryMode, fileMode, inStore } from "./file-names.ts";

const TOP = ["memories", "quarantine", "archive", "ledger", "attest", "devices", "tombstones", "allowances"];
const SINGLE = [MARKER_PATH, "allowed_signers", ".gitignore", ".gitattributes"];
const LARGEST = 256 * 1024 * 1024;

/** `kept`: what is written here is written by us (STO-35). */
export function openStoreFiles({ root, scope }: StoreInfo, kept?: Pick<Kept, "note">): StoreFiles {
  const inRoot = <T>(doing: string, act: (opened: Directory) => T): T =>
    orFault(doing, () => inStore({ root, scope }, act));
  const everything = (): Gathered =>
    inRoot("Reading the store", (opened) => {
      const gathered: Gathered = { files: [], refused: [] };
      for (const name of SINGLE) take(opened, name, name, gathered);
      for (const name of TOP) gather(opened, name, name, gathered);
      return gathered;
    });
  return {
    all: () => everything().files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    refused: () => everything().refused,
    read: (path) =>
      inRoot(`Reading ${path}`, (opened) =>
        at(opened, checked(path), (folder, name) => {
          const read = readIn(folder, name, LARGEST);
          return read?.kind === "read" ? read.bytes : undefined;
        }),
      ),
    isOdd: (path) =>
      inRoot(`Looking at ${path}`, (opened) =>
        at(opened, checked(path), (folder, name) => readIn(folder, name, LARGEST)?.kind === "unreadable"),
      ) === true,
    create: (path, bytes) => {
      const outcome = inRoot(`Writing ${path}`, (opened) => {
        const names = checked(path).split("/");
        const mode = directoryMode(scope, opened.mode);
        return made(opened, names.slice(0, -1), mode, (folder) =>
          createFile(folder, names.at(-1) ?? "", bytes, fileMode(scope, opened.mode)),
        );
      });
      if (outcome === undefined) kept?.note([path]);
      return outcome;
    },
    setAside: (path, now) => {
      const moved = inRoot(`Moving ${path} aside`, (opened) =>
        at(opened, checked(path), (folder, name) =>
          folder.look(name) === undefined ? undefined : setAsideIn(folder, name, now),
        ),
      );
      kept?.note([path]);
      return moved;
    },
    replaceMarker: (bytes) => {
      inRoot("Writing the marker", (opened) => {
        replaceFile(opened, MARKER_PATH, bytes, fileMode(scope, opened.mode));
      });
      kept?.note([MARKER_PATH]);
    },
  };
}

interface Gathered {
  readonly files: StoreFile[];
  readonly refused: { readonly path: string; readonly reason: string }[];
}

function gather(parent: Directory, name: string, path: string, into: Gathered): void {
  const folder = parent.look(name)?.isDirectory() === true ? parent.open(name) : undefined;
  if (folder === undefined) return;
  within(folder, (opened) => {
    for (const each of opened.names().filter(isComponent)) {
      const below = `${path}/${each}`;
      if (isStorePath(below)) take(opened, each, below, into);
      else if (opened.look(each)?.isDirectory() === true) gather(opened, each, below, into);
      else if (!each.startsWith(".")) into.refused.push({ path: below, reason: "a store has no file of that name" });
    }
  });
}

function take(folder: Directory, name: string, path: string, into: Gathered): void {
  const read = readIn(folder, name, LARGEST);
  if (read?.kind === "read") into.files.push({ path, bytes: read.bytes });
  else if (read !== undefined) into.refused.push({ path, reason: read.reason });
}

function checked(path: string): string {
  if (isStorePath(path)) return path;
  throw new Fault("unsafe-path", "That is no path of a store.");
}

function at<T>(root: Directory, path: string, act: (folder: Directory, name: string) => T): T | undefined {
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return act(root, first);
  const next = root.open(first);
  return next === undefined ? undefined : within(next, (opened) => at(opened, rest.join("/"), act));
}

function made<T>(root: Directory, names: readonly string[], mode: number, act: (folder: Directory) => T): T {
  const [first, ...rest] = names;
  if (first === undefined) return act(root);
  return within(root.ensure(first, mode), (opened) => made(opened, rest, mode, act));
}
