// Bytes that can't be read as a memory, in quarantine as they are (STO-3). They lie in quarantine/raw/ and travel with a sync,
// or in the store's own corner of this machine where they must not: what may hold a secret (SYN-14), and whatever was found
// in a project's store (STO-1a). Nobody interprets, indexes or serves them. The name tells which memory's file it was, when it
// was taken out, and by its digits what it holds: `project_x.<id>.bin`.
import { MAX_FILE_BYTES } from "../memory/frontmatter.ts";
import { isMemoryId, type MemoryId, makeId, timeOfId } from "../memory/ids.ts";
import { FILE_NAME } from "../memory/slug.ts";
import { sha256Hex } from "../text/digest.ts";
import type { RawSpot } from "./memory-store.ts";

export const RAW_FOLDER = "raw";
const SYNCED = `quarantine/${RAW_FOLDER}/`;
const NAME = /^([^.]+)\.([0-9A-Z]{26})\.bin$/;

export interface RawParts {
  /** The memory's file that it was. */
  readonly file: string;
  readonly id: MemoryId;
}

export function rawName(file: string, sha256: string, now: Date): string {
  return nameAt(file, sha256, now.getTime());
}

function nameAt(file: string, sha256: string, at: number): string {
  const digits = sha256Hex(`holdfast raw 1\n${file}\n${sha256}`);
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return `${file.replace(/\.md$/, "")}.${makeId(at, bytes)}.bin`;
}

/** Undefined for what is no name of ours. */
export function rawParts(name: string): RawParts | undefined {
  const [, stem = "", id] = NAME.exec(name) ?? [];
  return isMemoryId(id) && FILE_NAME.test(`${stem}.md`) ? { file: `${stem}.md`, id } : undefined;
}

/** Of a path below the store's root, such as a sync carries it. */
export function rawPathParts(path: string): RawParts | undefined {
  return path.startsWith(SYNCED) ? rawParts(path.slice(SYNCED.length)) : undefined;
}

/** The folder that raw/ lies in. */
export function rawParent(local: boolean): "quarantine" | ".local" {
  return local ? ".local" : "quarantine";
}

export function rawPath({ name, local }: RawSpot): string {
  return `${rawParent(local)}/${RAW_FOLDER}/${name}`;
}

/** Of a path below the store's root, whether or not a sync carries it. */
export function isKeptRaw(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return rawParts(name) !== undefined && [false, true].some((local) => rawPath({ name, local }) === path);
}

/** Why these bytes may not stand under this path; undefined where they may. */
export function unfitRaw(path: string, bytes: Uint8Array): string | undefined {
  const parts = rawPathParts(path);
  if (parts === undefined || bytes.length > MAX_FILE_BYTES) return "it is too large";
  const isSame = path === `${SYNCED}${nameAt(parts.file, sha256Hex(bytes), timeOfId(parts.id))}`;
  return isSame ? undefined : "its bytes are not those that it is named after";
}
