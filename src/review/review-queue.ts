// What waits for a person, as an agent may see it (REV-4): names and reasons of what it may read, and only how many of
// the rest. Nothing is decided here.
import { doubtsOf } from "../recall/doubts.ts";
import { usageIn } from "../recall/usage.ts";
import { readCatalogue, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStores } from "../store/context.ts";
import { isGiven } from "../store/resolve.ts";
import { type Row, rowOf, sortedRows } from "./list.ts";
import { type Beside, lookAlikes, standingIn } from "./waiting.ts";

export interface ReviewQueue {
  /** Most urgent first. */
  readonly rows: readonly Row[];
  /** Wait for a person and are not named to agents: flagged texts. */
  readonly withheld: number;
  readonly quarantined: number;
}

export function reviewQueue(stores: OpenStores, act: Act, beside: Beside = {}): ReviewQueue {
  const memories = stores.flatMap((open) => readCatalogue(open.store).memories);
  const superseded = supersededAmong(memories);
  const { receipts, isOutdated } = beside;
  const usageOf = receipts && usageIn(receipts, []);
  const standingOf = standingIn({ alike: lookAlikes(memories), doubtAbout: doubtsOf(stores), usageOf, isOutdated });
  const live = memories.filter(({ tier }) => tier !== "quarantined");
  const due = live.flatMap((memory) => {
    const row = rowOf(memory, act.now, superseded.has(memory), standingOf(memory));
    return row.due.length === 0 ? [] : [{ memory, row }];
  });
  const given = due.filter(({ memory }) => isGiven(memory, act));
  return {
    rows: sortedRows(given.map(({ row }) => row)),
    withheld: due.length - given.length,
    quarantined: memories.length - live.length,
  };
}
