// The queue as a person works it (REV-1, REV-3): what waits, why, and what is known about each. Reading only; an agent's
// view of the same queue is review/list.ts.
import { originOf } from "../memory/origin.ts";
import { type Doubt, doubtsOf } from "../recall/doubts.ts";
import { BY_RISK, type Due, riskOf } from "../recall/due.ts";
import type { IsOutdated } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import { type Usage, usageIn } from "../recall/usage.ts";
import { type Broken, type Memory, readCatalogue, supersededAmong } from "../store/catalogue.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import { isReviewer } from "../store/mirrored.ts";
import { targetAmong } from "../store/propose.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { type Row, rowOf } from "./list.ts";
import { lookAlikes, standingIn, type Twin } from "./waiting.ts";

export interface ReviewItem {
  readonly open: OpenStore;
  readonly memory: Memory;
  /** Most pressing first; empty for what was asked for by its origin. */
  readonly row: Row;
  readonly usage: Usage;
  readonly doubt?: Doubt;
  /** Says the same, or the opposite; of the same store, so that one can replace the other. */
  readonly twins: readonly Twin[];
  /** What it proposes to change. */
  readonly target?: Memory;
}

export interface ReviewSurvey {
  readonly items: readonly ReviewItem[];
  /** Of the whole queue, before any limit. */
  readonly waiting: number;
  /** An agent's memory is there that is not asked about yet (TRU-3). */
  readonly younger: boolean;
  readonly broken: readonly Broken[];
}

export interface ReviewWanted {
  /** Only what is due for one of these. */
  readonly categories?: readonly Due[];
  /** Everything that this session, device or import wrote and nobody decided about, due or not. */
  readonly origin?: string;
  /** Everything in quarantine, due or not: what a person may bring back. */
  readonly quarantined?: true;
  readonly limit?: number;
}

export interface ReviewAround {
  readonly now: Date;
  readonly receipts: readonly Receipt[];
  readonly isOutdated?: IsOutdated | undefined;
}

export function survey(stores: OpenStores, wanted: ReviewWanted, around: ReviewAround): ReviewSurvey {
  const catalogues = stores.map((open) => ({ open, ...readCatalogue(open.store) }));
  const memories = catalogues.flatMap((each) => each.memories);
  const superseded = supersededAmong(memories);
  const usageOf = usageIn(around.receipts, stores[0]?.feedback.all() ?? []);
  const { isOutdated } = around;
  const standingOf = standingIn({ alike: lookAlikes(memories), doubtAbout: doubtsOf(stores), usageOf, isOutdated });
  const items = catalogues.flatMap(({ open, memories: here }) =>
    here.map((memory): ReviewItem => {
      const standing = standingOf(memory);
      const { doubt, twins } = standing;
      const row = rowOf(memory, around.now, superseded.has(memory), standing);
      const target = row.due.length > 0 || wanted.origin !== undefined ? targetAmong(here, memory) : undefined;
      return {
        open,
        memory,
        row,
        usage: usageOf(memory),
        twins,
        ...(doubt === undefined ? {} : { doubt }),
        ...(target === undefined ? {} : { target }),
      };
    }),
  );
  const queue = items.filter((item) => isWanted(item, wanted)).toSorted(byRisk);
  const broken = catalogues.flatMap((each) => each.broken);
  const younger = items.some(({ row }) => isUndecided(row) && row.due.length === 0);
  return { items: queue.slice(0, wanted.limit), waiting: queue.length, younger, broken };
}

function isWanted({ open, row, memory }: ReviewItem, { categories, origin, quarantined }: ReviewWanted): boolean {
  // Who may not confirm in an organisation's store is not asked about it (HUB-7).
  if (open.mirrored !== undefined && !isReviewer(open.mirrored.role)) return false;
  if (quarantined === true) return row.tier === "quarantined";
  if (origin !== undefined) return isFrom(memory, origin) && isUndecided(row);
  if (categories !== undefined) return row.due.some((each) => categories.includes(each));
  return row.due.length > 0;
}

function isFrom({ document }: Memory, wanted: string): boolean {
  const { session, device, importId } = originOf(document);
  return [session, device, importId].includes(wanted);
}

function isUndecided({ tier, status, superseded }: Row): boolean {
  return tier === "inferred" && status === "active" && !superseded;
}

function byRisk(a: ReviewItem, b: ReviewItem): number {
  return riskOf(a.row.due) - riskOf(b.row.due) || (a.row.stem < b.row.stem ? -1 : 1);
}

// Which part of the queue a person asked for, from the words of a command line.
export interface WantedWords {
  readonly category?: string | undefined;
  readonly origin?: string | undefined;
  readonly limit?: string | undefined;
}

/** A file that can't be read has no text to decide about: it gets no card, and `doctor` names it. */
const CATEGORIES: readonly string[] = BY_RISK.filter((each) => each !== "unreadable");

export function wantedFrom(words: WantedWords): ReviewWanted | Refusal {
  const categories = words.category?.split(",").map((each) => each.trim());
  const wrong = categories?.find((each) => !CATEGORIES.includes(each));
  if (wrong !== undefined) {
    const next = wrong === "unreadable" ? "holdfast doctor" : "holdfast review --help";
    return refuse("usage", `"${wrong}" is no reason. There are: ${CATEGORIES.join(", ")}.`, next);
  }
  const limit = words.limit?.trim();
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
    return refuse("usage", `--limit takes a number, not "${limit}".`, "holdfast review --limit 20");
  }
  const origin = words.origin?.trim();
  return {
    ...(categories === undefined ? {} : { categories: categories as readonly Due[] }),
    ...(origin === undefined ? {} : { origin }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}
