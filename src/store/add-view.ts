// What a new memory is compared with: the memories at its name, and the tombstones. One that is added by itself looks at
// the store as it is; a batch reads all of it once and keeps count of what it adds. Either may be behind the store by the
// time of the write: a name taken meanwhile is found under the lock, and the same words have the same name.
import { contentHash } from "../memory/document.ts";
import type { Tombstone } from "../memory/tombstone.ts";
import { PLACES } from "../trust/tiers.ts";
import { type Broken, type Memory, readCatalogue, readMemory } from "./catalogue.ts";
import type { OpenStore } from "./context.ts";
import type { Spot } from "./memory-store.ts";

export interface AddView {
  /** What stands at that file name, in either directory. */
  at(file: string): readonly (Memory | Broken)[];
  readonly stones: readonly Tombstone[];
}

export function viewNow({ store, tombstones }: OpenStore): AddView {
  return {
    at: (file) => PLACES.map((place) => readMemory(store, { place, file })).filter((each) => each !== undefined),
    get stones() {
      return tombstones.all();
    },
  };
}

export interface BatchView extends AddView {
  /** From now on this memory counts as standing there. */
  take(memory: Memory): void;
}

export function viewOnce({ store, tombstones }: OpenStore): BatchView {
  const { memories, broken, shadowed } = readCatalogue(store);
  const byFile = Map.groupBy<string, Memory | Broken>(
    [...memories, ...broken, ...shadowed],
    (each) => spotOf(each).file,
  );
  return {
    at: (file) => byFile.get(file) ?? [],
    stones: tombstones.all(),
    take: (memory) => byFile.set(memory.stored.file, [...(byFile.get(memory.stored.file) ?? []), memory]),
  };
}

function spotOf(each: Memory | Broken): Spot {
  return each.kind === "memory" ? each.stored : each.spot;
}

const hashes = new WeakMap<Memory["document"], string>();

/** Worked out once for each: in a batch many may have the same name. */
export function hashOf({ document }: Memory): string {
  const known = hashes.get(document);
  if (known !== undefined) return known;
  const hash = contentHash(document);
  hashes.set(document, hash);
  return hash;
}
