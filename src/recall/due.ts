// What waits for a person, and why.
import { isExpired, statusOf, textField, trustStateOf } from "../memory/fields.ts";
import { timeOfId } from "../memory/ids.ts";
import { isMirrored } from "../memory/kinds.ts";
import type { Voucher } from "../people/names.ts";
import { isOwnSaying, type Memory } from "../store/catalogue.ts";
import { given } from "../text/values.ts";
import { freshDays, isStale, isUnused, OBSERVATION, observationOf, quarantineWindow } from "../trust/lifecycle.ts";
import type { Doubt } from "./doubts.ts";
import type { StoreIndex } from "./search-index.ts";

/** Most pressing first: what may harm, then what was observed, then what may have aged (REV-3, MCP-1). */
export const BY_RISK = [
  "disputed",
  "unattested",
  "withheld",
  "contradiction",
  "proposal",
  "observed",
  "duplicate",
  "stale",
  "outdated",
  "unused",
  "expired",
  "archive-candidate",
  "unreadable",
] as const;
export type Due = (typeof BY_RISK)[number];

/** What is known of a memory besides its own words. */
export interface Known {
  /** Its files are gone (CTX-8). */
  readonly outdated?: boolean;
  readonly doubt?: Doubt | undefined;
  /** A sync found it beside another text of the same memory (SYN-3). */
  readonly sibling?: boolean;
  /** Whose word it is, of what others signed. */
  readonly vouchers?: readonly Voucher[] | undefined;
  /** Another one says the same, or the opposite. */
  readonly likeness?: "duplicate" | "contradiction" | undefined;
  /** When agents were last shown it, as far as receipts are kept; absent where nobody looked. */
  readonly lastShown?: string | "never" | undefined;
}

/** Before all others in a queue. */
export function riskOf(due: readonly Due[]): number {
  const first = BY_RISK.findIndex((each) => due.includes(each));
  return first < 0 ? BY_RISK.length : first;
}

/**
 * Why a person should look at it; an inferred memory is not offered before its observation ends (TRU-3), unless the
 * person said it themselves (ARR-4), it is proposed to an organisation, whose agents are not given it (HUB-7), an agent says that it is wrong, or a sync found it beside another text of the same
 * memory (SYN-3): then somebody must look, and nothing is promoted by it. One that reads like an instruction waits its
 * time too: no agent is given it.
 */
export function dueOf(memory: Memory, now: Date, suspicion: string | undefined, known: Known = {}): readonly Due[] {
  const { document, tier } = memory;
  const state = trustStateOf(document);
  if (statusOf(document) === "retired") return [];
  if (tier === "quarantined") return windowOf(memory, now) === "archive-candidate" ? ["archive-candidate"] : [];
  const isSaid = isOwnSaying(memory) || isMirrored(memory.scope);
  const isObserved = tier === "inferred" && (isSaid || observationOf(state.createdAt, now).complete);
  const mayBeOffered = tier !== "inferred" || isObserved;
  const reasons: Readonly<Partial<Record<Due, boolean>>> = {
    disputed: known.doubt !== undefined,
    unattested: tier === "unattested",
    withheld: suspicion !== undefined && mayBeOffered,
    contradiction: known.likeness === "contradiction" && mayBeOffered,
    proposal: (isObserved || known.sibling === true) && textField(document, "proposes") !== undefined,
    observed: isObserved,
    duplicate: known.likeness === "duplicate" && mayBeOffered,
    stale: tier === "verified" && isStale(state.lastVerified, now),
    outdated: known.outdated === true && mayBeOffered,
    unused: isObserved && isIdle(memory, state.createdAt, known.lastShown, now),
    expired: isExpired(document, now) && mayBeOffered,
  };
  return BY_RISK.filter((each) => reasons[each] === true);
}

/** A queue that nobody works shrinks by itself: what was never shown can be retired with one key (REV-3). */
function isIdle({ id }: Memory, createdAt: Date | undefined, lastShown: string | undefined, now: Date): boolean {
  if (lastShown === undefined || id === undefined) return false;
  const entered = Math.max(timeOfId(id), createdAt?.getTime() ?? 0);
  return isUnused(entered, lastShown === "never" ? undefined : Date.parse(lastShown), now);
}

export function windowOf(memory: Memory, now: Date): ReturnType<typeof quarantineWindow> {
  const { document, stored } = memory;
  const quarantinedAt = textField(document, "quarantined-at");
  const lastVerified = textField(document, "last-verified");
  return quarantineWindow({ ...given({ quarantinedAt, lastVerified }), mtimeMs: stored.mtimeMs }, now);
}

export interface DueCount {
  /** Inferred, and observed for long enough. */
  readonly observed: number;
  readonly stale: number;
}

/** By their dates alone, without reading a memory. */
export function dueByDates(index: Pick<StoreIndex, "inferredBefore" | "verifiedOutside">, now: Date): DueCount {
  const observed = index.inferredBefore(new Date(now.getTime() - OBSERVATION).toISOString());
  return { observed, stale: index.verifiedOutside(...freshDays(now)) };
}
