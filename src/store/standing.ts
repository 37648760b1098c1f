// What the signed acts about the memories of a store come to on this machine, and what is forgotten by them.
import { type Standing, standingOf } from "../attest/standing.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Forgotten } from "../memory/tombstone.ts";
import type { OpenStore } from "./context.ts";

/** What the statements that count here come to. */
export function standingIn({ store }: OpenStore, id: MemoryId): Standing {
  return standingOf(store.pastStatements(id));
}

/** A line in a file is nobody's word: a tombstone counts with the signed forget of a device that counts here (STO-33). */
export function countedForgotten(open: OpenStore): Forgotten {
  const { stones, wanted } = open.tombstones.forgotten();
  const counted = new Map<string, boolean>();
  const counts = (id: MemoryId): boolean => {
    const known = counted.get(id) ?? standingIn(open, id).forgotten;
    counted.set(id, known);
    return known;
  };
  return { stones: stones.filter(({ id }) => counts(id)), wanted };
}

/** As the records that count on this machine tell it. */
export function forgottenIds(open: OpenStore): ReadonlySet<string> {
  return new Set(countedForgotten(open).stones.map(({ id }) => id));
}
