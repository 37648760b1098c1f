// Everything the sections look at, read once.
import type { Finding } from "../../memory/findings.ts";
import type { IsOutdated } from "../../recall/outdated.ts";
import type { Receipt } from "../../recall/receipts.ts";
import type { LookAlike } from "../../review/look-alikes.ts";
import type { Broken, Memory } from "../../store/catalogue.ts";
import type { Feedback } from "../../store/feedback.ts";
import type { ReadLedger } from "../../store/log.ts";
import { isInForce } from "../../store/superseded-among.ts";

export interface AuditView {
  readonly now: Date;
  readonly memories: readonly Memory[];
  readonly broken: readonly Broken[];
  readonly superseded: ReadonlySet<Memory>;
  readonly alike: readonly LookAlike[];
  readonly findings: ReadonlyMap<Memory, readonly Finding[]>;
  /** Undefined outside a project. */
  readonly isOutdated: IsOutdated | undefined;
  readonly project: string | undefined;
  readonly receipts: readonly Receipt[];
  readonly feedback: readonly Feedback[];
  readonly ledgers: readonly ReadLedger[];
}

/** Without a name of its own in it: ids and file names are plain. */
export function keyOf(memory: Memory): string {
  return memory.id ?? `${memory.stored.place}/${memory.stored.file}`;
}

/** Neither put away nor replaced nor held. */
export function inForce({ superseded }: AuditView, memory: Memory): boolean {
  return isInForce(memory, superseded);
}
