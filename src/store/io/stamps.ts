// What the system says of directories and files without opening them (SEA-1): size, both times and the inode. The
// change time catches a file whose size and modification time were put back. A stamp taken within a clock tick of the
// last change proves nothing about the rest of that tick, so it is left empty and the next look takes it again.
import { lstatSync, type Stats } from "node:fs";
import { type Directory, within } from "../../disk/directory.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";
import type { FileStamp } from "../memory-store.ts";
import { isMemoryFile } from "./file-names.ts";

/** Longer than the tick of a file system that keeps parts of a second. */
const TICK_MS = 50;
/** Some keep whole seconds, one keeps pairs of them. */
const COARSE_TICK_MS = 2000;

export function stampPlaces(root: Directory, now: number): string {
  const stamps = PLACES.map((place) => stampAt(root, place, now) ?? "none");
  return stamps.includes("") ? "" : stamps.join(" ");
}

export function stampFiles(root: Directory, now: number): readonly FileStamp[] {
  return PLACES.flatMap((place) => {
    const directory = root.open(place);
    return directory === undefined ? [] : within(directory, (opened) => filesIn(opened, place, now));
  });
}

function filesIn(directory: Directory, place: Place, now: number): readonly FileStamp[] {
  const found: FileStamp[] = [];
  for (const file of directory.names()) {
    const stamp = isMemoryFile(file) ? stampAt(directory, file, now) : undefined;
    if (stamp !== undefined) found.push({ place, file, stamp });
  }
  return found;
}

export function stampAt(directory: Directory, name: string, now: number): string | undefined {
  const stats = lstatSync(directory.at(name), { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (isFresh(stats, now)) return "";
  return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.dev} ${stats.ino}`;
}

/** By the change time, which only the system sets: a modification time may be anything. */
function isFresh({ ctimeMs }: Stats, now: number): boolean {
  return now - ctimeMs < (Number.isInteger(ctimeMs / 1000) ? COARSE_TICK_MS : TICK_MS);
}
