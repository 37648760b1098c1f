// The ledger's line for a memory that a check put into quarantine (STO-30, SYN-11), written by the machine that found it and
// by no other: whoever only receives the hold has done nothing.
import { declaredTier } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Tier } from "../trust/tiers.ts";
import type { Copy } from "./side.ts";

export interface HoldMade {
  readonly id: MemoryId;
  readonly file: string;
  /** What it was here before; a memory that just came was nobody's word. */
  readonly from: Tier;
  /** What stands in quarantine now. */
  readonly text: string;
}

export function tierBefore(copies: readonly Copy[]): Tier {
  const [copy] = copies;
  if (copies.some(({ place }) => place === "quarantine")) return "quarantined";
  return (copy && declaredTier(copy.document)) ?? "inferred";
}

/** Under the store's lock. */
export function recordHold({ ledger }: OpenStore, { id, from, text }: Omit<HoldMade, "file">, act: Act): void {
  const who = { actor: "check", channel: act.channel } as const;
  ledger.append({ ...who, action: "demote", id, from, to: "quarantined", reason: "check-failed" }, act.now, text);
}
