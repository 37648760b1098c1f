// Which room of src/ imports which, from the files themselves.

import { folderOf, type SourceTree, targetOf } from "../../../test/support/source-tree.ts";
import { ENTRANCES, ROOMS, rankOf } from "../../rooms.ts";

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Types alone: nothing is left of it when the program runs. */
  readonly typesOnly: boolean;
}

export function roomEdges({ imports }: SourceTree): readonly Edge[] {
  const found = new Map<string, Edge>();
  for (const [file, list] of imports)
    for (const { from: specifier, typeOnly } of list.filter(({ from }) => from.startsWith("."))) {
      const [from, to] = [folderOf(file), folderOf(targetOf(file, specifier))];
      const key = `${from} ${to}`;
      if (from !== to) found.set(key, { from, to, typesOnly: typeOnly && (found.get(key)?.typesOnly ?? true) });
    }
  return [...found.values()].sort((a, b) => rankOf(b.from) - rankOf(a.from) || rankOf(b.to) - rankOf(a.to));
}

/** Entrances first, the ground last: every import runs down this list. */
export function fromTheTop(): readonly string[] {
  return [...ENTRANCES, ...ROOMS.map(({ name }) => name).toReversed()];
}
