// Conflict copies in memories/ and quarantine/ (SYN-16). Their names are another tool's and may hold any letters; they come
// out of the directory's own listing, and are opened as every file of a store is: no link, no second name, not too large.
import { type Directory, within } from "../../disk/directory.ts";
import { removeForeign } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { readForeign } from "../../disk/read-file.ts";
import { copiedFrom } from "../../memory/slug.ts";
import { inStore, isPlace, MAX_BYTES } from "../../store/io/file-names.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import type { ConflictCopies, ConflictCopy } from "../../store/records.ts";
import { sha256Hex } from "../../text/digest.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";

export function openConflictCopies(info: StoreInfo): ConflictCopies {
  return {
    all: () =>
      orFault("Looking for conflict copies", () =>
        PLACES.flatMap((place) => inPlace(info, place, (folder) => copiesIn(folder, place)) ?? []),
      ),
    remove: ({ place, file }, base) => {
      if (!isPlace(place) || copiedFrom(file) === undefined) return refuse("unsafe-path", "That is no conflict copy.");
      return orFault("Removing a conflict copy", () =>
        inPlace(info, place, (folder): Refusal | undefined => {
          if (copyAt(folder, place, file)?.sha256 !== base)
            return refuse("changed-meanwhile", `A copy of ${copiedFrom(file)} changed while this ran.`, "Try again.");
          removeForeign(folder, file);
          return undefined;
        }),
      );
    },
  };
}

function inPlace<T>(info: StoreInfo, place: Place, act: (folder: Directory) => T): T | undefined {
  const folder = inStore(info, (directory) => directory.open(place));
  return folder === undefined ? undefined : within(folder, act);
}

function copiesIn(folder: Directory, place: Place): readonly ConflictCopy[] {
  const names = folder.names().filter((name) => copiedFrom(name) !== undefined);
  return names.toSorted().flatMap((name) => copyAt(folder, place, name) ?? []);
}

function copyAt(folder: Directory, place: Place, file: string): ConflictCopy | undefined {
  const of = copiedFrom(file);
  const read = of === undefined ? undefined : readForeign(folder, file, MAX_BYTES);
  if (of === undefined || read?.kind !== "read") return undefined;
  const { bytes, mtimeMs } = read;
  return { kind: "file", place, file, bytes, sha256: sha256Hex(bytes), mtimeMs, of };
}
