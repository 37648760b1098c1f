// Names that may reach the disk: memory files (STO-11), the two places, months of the archive. A listing sorts the
// rest: temporary files a killed writer left, and strangers, which are never opened.

import { isTempName } from "../../disk/temp-name.ts";
import { FILE_NAME } from "../../memory/slug.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";
import type { Listing, Spot } from "../memory-store.ts";

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
      const bin = isMemoryFile(file) ? spots : isTempName(file) ? leftovers : strangers;
      bin.push({ place, file });
    }
  }
  return { spots, strangers, leftovers };
}
