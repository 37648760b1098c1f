import type { Receipt } from "../recall/receipts.ts";
import { type Usage, usageIn } from "../recall/usage.ts";
import { rowOf } from "../review/list.ts";
import { handleOf, isInForce, type Memory, readCatalogue, supersededAmong } from "../store/catalogue.ts";
import type { OpenStores } from "../store/context.ts";
import { type ReadLedger, verifiedLedgers } from "../store/log.ts";
import type { Action, Feedback } from "../store/records.ts";

/** `quiet`: shown, and nobody said anything, which proves nothing either way. */
export type Earning = "earns" | "costs" | "quiet" | "idle";

export interface StatRow extends Usage {
  readonly id: string | null;
  readonly stem: string;
  readonly name: string;
  readonly tier: string;
  /** What agents called wrong, and what a person changed or took out after it was shown. */
  readonly corrected: number;
  readonly standing: Earning;
}

export interface Stats {
  readonly rows: readonly StatRow[];
  readonly shown: number;
  readonly tokens: number;
  readonly sessions: number;
  /** Of the oldest receipt; null where nothing was shown. */
  readonly since: string | null;
}

export function stats(stores: OpenStores, receipts: readonly Receipt[], now: Date): Stats {
  const feedback = stores[0]?.feedback.all() ?? [];
  const memories = stores.flatMap(({ store }) => readCatalogue(store).memories);
  const rows = statRows(memories, { receipts, feedback, ledgers: verifiedLedgers(stores), now });
  return {
    rows: rows.toSorted((a, b) => b.used - a.used || b.shown - a.shown || (a.stem < b.stem ? -1 : 1)),
    shown: receipts.reduce((sum, { shown }) => sum + shown.length, 0),
    tokens: receipts.reduce((sum, { tokens }) => sum + tokens, 0),
    sessions: new Set(receipts.map(({ session }) => session)).size,
    since: receipts.reduce<string | null>((first, { at }) => (first === null || at < first ? at : first), null),
  };
}

interface Known {
  readonly receipts: readonly Receipt[];
  readonly feedback: readonly Feedback[];
  readonly ledgers: readonly ReadLedger[];
  readonly now: Date;
}

/** Quarantined, retired and superseded memories are shown to nobody, so they have no standing. */
export function statRows(memories: readonly Memory[], known: Known): readonly StatRow[] {
  const usage = usageIn(known.receipts, known.feedback);
  const changes = changesAfterShown(known);
  const superseded = supersededAmong(memories);
  return memories
    .filter((memory) => isInForce(memory, superseded))
    .map((memory) => {
      const used = usage(memory);
      const corrected = used.wrong + (changes.get(handleOf(memory)) ?? 0);
      const { id, stem, name, tier } = rowOf(memory, known.now, false);
      const standing = standingOf(used, corrected, known.feedback.length > 0);
      return { id, stem, name, tier, ...used, corrected, standing };
    });
}

/** So often shown that silence begins to say something, where agents say anything at all. */
const OFTEN = 10;

function standingOf({ shown, used }: Usage, corrected: number, isTold: boolean): Earning {
  if (used > corrected) return "earns";
  if (corrected > 0 || (isTold && shown >= OFTEN && used === 0)) return "costs";
  return shown > 0 || used > 0 ? "quiet" : "idle";
}

const CORRECTIONS: ReadonlySet<Action> = new Set<Action>(["edit", "demote"]);

function changesAfterShown({ receipts, ledgers }: Known): ReadonlyMap<string, number> {
  const first = new Map<string, string>();
  for (const { at, shown } of receipts) {
    for (const { id } of shown) if (at < (first.get(id) ?? "~")) first.set(id, at);
  }
  const changes = new Map<string, number>();
  for (const { action, id, ts } of ledgers.flatMap(({ lines }) => lines)) {
    const from = first.get(id);
    if (from !== undefined && ts > from && CORRECTIONS.has(action)) changes.set(id, (changes.get(id) ?? 0) + 1);
  }
  return changes;
}
