// A name in both directories is a move that did not end (STO-20). Taking the lock finishes it: quarantine/ stands,
// and the bytes that go are kept aside.

import type { Catalogue, Memory } from "../../store/catalogue.ts";
import type { OpenStore } from "../../store/context.ts";
import { isRefusal } from "../../text/errors.ts";
import { FIX, type Mended, type Probe, rowFor, type StoreView } from "./probe.ts";

export const moves: Probe<StoreView> = {
  name: "moves",
  examine: ({ catalogue, nameOf }) => [
    rowFor("moves", interrupted(catalogue).map(nameOf), {
      good: "no move is half done",
      bad: "a move was interrupted",
      health: "warning",
      remedy: FIX,
    }),
  ],
  mend: ({ catalogue, open }) => (interrupted(catalogue).length === 0 ? [] : sweep(open)),
};

export function interrupted({ shadowed, memories }: Catalogue): readonly Memory[] {
  const held = new Set(memories.filter(({ stored }) => stored.place === "quarantine").map(({ stored }) => stored.file));
  return shadowed.filter(({ stored }) => held.has(stored.file));
}

/** What a killed writer left is mended by whoever holds the lock next. */
export async function sweep(open: OpenStore): Promise<readonly Mended[]> {
  const label = "leftovers and half-done moves";
  const refused = await open.store.withLock(() => undefined);
  return [isRefusal(refused) ? { label, problem: refused.message } : { label }];
}
