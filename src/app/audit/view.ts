// Everything the sections look at, read once.
import type { Finding } from "../../core/findings.ts";
import { statusOf, textField } from "../../core/memory/fields.ts";
import type { Feedback } from "../../core/ports/feedback.ts";
import type { Receipt } from "../../core/ports/receipts.ts";
import { type Broken, type Memory, stemOf } from "../catalogue.ts";
import type { ReadLedger } from "../log.ts";
import type { IsOutdated } from "../outdated.ts";

export interface AuditView {
  readonly now: Date;
  readonly memories: readonly Memory[];
  readonly broken: readonly Broken[];
  readonly superseded: ReadonlySet<Memory>;
  readonly findings: ReadonlyMap<Memory, readonly Finding[]>;
  /** Undefined outside a project. */
  readonly isOutdated: IsOutdated | undefined;
  readonly project: string | undefined;
  readonly receipts: readonly Receipt[];
  readonly feedback: readonly Feedback[];
  readonly ledgers: readonly ReadLedger[];
}

export function nameIn(memory: Memory): string {
  return textField(memory.document, "name") ?? stemOf(memory);
}

/** Without a name of its own in it: ids and file names are plain. */
export function keyOf(memory: Memory): string {
  return memory.id ?? `${memory.stored.place}/${memory.stored.file}`;
}

/** How a command names it. */
export function handleOf(memory: Memory): string {
  return memory.id ?? stemOf(memory);
}

/** Neither put away nor replaced nor held. */
export function inForce({ superseded }: AuditView, memory: Memory): boolean {
  return memory.tier !== "quarantined" && statusOf(memory.document) === "active" && !superseded.has(memory);
}
