// Names that may reach the disk: memory files (STO-11), the two places, months of the archive. A listing sorts the
// rest: temporary files a killed writer left, and strangers, which are never opened.

import { type Directory, openResolved, type Writers, within } from "../../disk/directory.ts";
import { isTempName } from "../../disk/temp-name.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { Fault } from "../../text/errors.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";
import type { Listing, Scope, Spot, StoreInfo } from "../memory-store.ts";
import { RAW_FOLDER } from "../raw-files.ts";

/** A larger file is refused before it is read (STO-12). */
export const MAX_BYTES: number = MAX_FILE_BYTES;

/** The root of a store that is there, resolved when it was opened: no link is followed at its end. */
export function inStore<T>({ root, scope }: Pick<StoreInfo, "root" | "scope">, act: (opened: Directory) => T): T {
  const opened = openResolved(root, { writers: writersOf(scope) });
  if (opened === undefined) throw new Fault("no-store", `There is no store at ${root}.`, "holdfast init");
  return within(opened, act);
}

/** Whether more files than this lie in the store's places; none beyond that is looked at. */
export function holdsMoreThan(most: number, info: Pick<StoreInfo, "root" | "scope">): boolean {
  return inStore(info, (root) => {
    let left = most + 1;
    for (const place of PLACES) {
      const directory = left > 0 ? root.open(place) : undefined;
      if (directory !== undefined) left -= within(directory, (opened) => opened.count(left));
    }
    return left <= 0;
  });
}

const MONTH = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/;

export function isMemoryFile(name: unknown): name is string {
  return typeof name === "string" && FILE_NAME.test(name);
}

export function isPlace(place: unknown): place is Place {
  return PLACES.some((known) => known === place);
}

export function isMonth(month: unknown): month is string {
  return typeof month === "string" && MONTH.test(month);
}

export function sortNames(found: readonly { readonly place: Place; readonly names: readonly string[] }[]): Listing {
  const spots: Spot[] = [];
  const strangers: Spot[] = [];
  const leftovers: Spot[] = [];
  for (const { place, names } of found) {
    for (const file of names.toSorted()) {
      if (place === "quarantine" && file === RAW_FOLDER) continue;
      const bin = isMemoryFile(file) ? spots : isTempName(file) ? leftovers : strangers;
      bin.push({ place, file });
    }
  }
  return { spots, strangers, leftovers };
}

// Which modes a store's files get (STO-4): what is on this machine is for its owner alone, whatever the umask; a shared
// one follows its repository, but never lets the world write.

export function writersOf(scope: Scope): Writers {
  return scope === "shared" ? "group" : "owner";
}

/** `around`: the mode of the directory that will hold the new one. */
export function directoryMode(scope: Scope, around: number): number {
  return scope === "shared" ? around & 0o775 : 0o700;
}

export function fileMode(scope: Scope, directory: number): number {
  return scope === "shared" ? directory & 0o664 : 0o600;
}
