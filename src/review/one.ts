// Any memory of the shelf as a card has it (SUR-13): read from the disk now, with what is known of it. Look-alikes are not
// looked for here: comparing a whole store is the review's work.
import { doubtsOf } from "../recall/doubts.ts";
import { usageIn } from "../recall/usage.ts";
import { type Memory, readMemory, replacedBy } from "../store/catalogue.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import { targetAmong } from "../store/propose.ts";
import { given } from "../text/values.ts";
import { rowOf } from "./list.ts";
import type { Shelf } from "./shelf.ts";
import type { ReviewAround, ReviewItem } from "./survey.ts";
import { standingIn } from "./waiting.ts";

export function oneFrom(
  shelf: Shelf,
  stores: OpenStores,
  around: () => ReviewAround,
): (key: string) => ReviewItem | undefined {
  return (key) => {
    const found = readOf(shelf, key) ?? readAfterLooking(shelf, key);
    if (found === undefined) return undefined;
    const { open, memory } = found;
    const { now, receipts, isOutdated } = around();
    const usageOf = usageIn(receipts, stores[0]?.feedback.all() ?? []);
    const standing = standingIn({ alike: [], doubtAbout: doubtsOf(stores), usageOf, isOutdated })(memory);
    const here = shelf.memories();
    const target = targetAmong(
      here.filter(({ scope }) => scope === memory.scope),
      memory,
    );
    const row = rowOf(memory, now, replacedBy(here)(memory), standing);
    return { open, memory, row, usage: usageOf(memory), twins: [], ...given({ doubt: standing.doubt, target }) };
  };
}

interface Read {
  readonly open: OpenStore;
  readonly memory: Memory;
}

function readOf(shelf: Shelf, key: string): Read | undefined {
  const placed = shelf.placeOf(key);
  const memory = placed && readMemory(placed.open.store, placed.spot);
  return placed !== undefined && memory?.kind === "memory" ? { open: placed.open, memory } : undefined;
}

/** It may have moved to its other place. */
function readAfterLooking(shelf: Shelf, key: string): Read | undefined {
  shelf.look("files");
  return readOf(shelf, key);
}
