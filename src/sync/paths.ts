// Which files a sync carries, and how each kind is joined (SYN-13): memories by their state, everything else as a union of
// files that one device writes. What is none of these is never committed and never taken from a remote.

import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import { isStorePath, MARKER_PATH } from "../store/export-document.ts";
import { GIT_ATTRIBUTES, GIT_IGNORE } from "../store/git-files.ts";
import type { Spot } from "../store/memory-store.ts";
import { rawPathParts } from "../store/raw-files.ts";
import { PLACES } from "../trust/tiers.ts";

export type SyncKind =
  | "memory"
  | "raw"
  | "gone"
  | "fixed"
  | "marker"
  | "signers"
  | "statement"
  | "device"
  | "lines"
  | "allowance";

/** A remote's own word for these does not count. */
export const FIXED: Readonly<Record<string, string>> = { ".gitignore": GIT_IGNORE, ".gitattributes": GIT_ATTRIBUTES };

/** Undefined: no file that is synced. */
export function kindOf(path: string): SyncKind | undefined {
  if (!isStorePath(path) || path.startsWith("archive/")) return undefined;
  if (path in FIXED) return "fixed";
  if (path === MARKER_PATH) return "marker";
  if (path === "allowed_signers") return "signers";
  if (spotOf(path) !== undefined) return "memory";
  if (rawPathParts(path) !== undefined) return "raw";
  if (goneId(path) !== undefined) return "gone";
  if (path.startsWith("attest/")) return "statement";
  if (path.startsWith("devices/")) return "device";
  return path.startsWith("allowances/") ? "allowance" : "lines";
}

export function spotOf(path: string): Spot | undefined {
  const cut = path.indexOf("/");
  if (cut < 0 || path.includes("/", cut + 1)) return undefined;
  const place = PLACES.find((each) => each.length === cut && path.startsWith(each));
  return place === undefined ? undefined : { place, file: path.slice(cut + 1) };
}

export function pathOf({ place, file }: Spot): string {
  return `${place}/${file}`;
}

/** The memory of the same name in the other place, where one of the two hides the other. */
export function twinOf(path: string): string | undefined {
  const spot = spotOf(path);
  return spot && pathOf({ ...spot, place: spot.place === "memories" ? "quarantine" : "memories" });
}

export function gonePath(id: MemoryId): string {
  return `tombstones/${id}.json`;
}

export function goneId(path: string): MemoryId | undefined {
  const id = /^tombstones\/([0-9A-Z]{26})\.json$/.exec(path)?.[1];
  return isMemoryId(id) ? id : undefined;
}

/** Bytes that a machine has taken out of quarantine leave a record, as memories do: they don't come back by another. */
export function hasLeft(path: string, isThere: (path: string) => boolean): boolean {
  const raw = rawPathParts(path);
  return raw !== undefined && isThere(gonePath(raw.id));
}

/** Whom a statement is about. */
export function statedId(path: string): string | undefined {
  return /^attest\/([^/]+)\//.exec(path)?.[1];
}

export const FORGOTTEN_WORDS = "a person had exactly these words forgotten; holdfast add --yes brings them back";

/** Names that a join has to look at although both sides agree on them: what may collide, or is somebody's sibling. */
export function isNear(path: string, stems: ReadonlySet<string>): boolean {
  return stemsIn(path).some((stem) => stems.has(stem));
}

export function stemsOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap(stemsIn));
}

/** Of a memory's file, and of the one that it is a sibling of. */
function stemsIn(path: string): readonly string[] {
  const stem = spotOf(path)?.file.replace(/\.md$/, "");
  return stem === undefined ? [] : [stem, stem.replace(/__[^_].*$/, "")];
}
