// What waits for a person, and why.
import { isExpired, statusOf, textField, trustStateOf } from "../core/memory/fields.ts";
import { isStale, observationOf, quarantineWindow } from "../core/trust/lifecycle.ts";
import type { Memory } from "./catalogue.ts";
import type { Doubt } from "./doubts.ts";

export type Due =
  | "disputed"
  | "unattested"
  | "withheld"
  | "observed"
  | "stale"
  | "outdated"
  | "expired"
  | "archive-candidate"
  | "unreadable";

/** What is known of a memory besides its own words. */
export interface Known {
  /** Its files are gone (CTX-8). */
  readonly outdated?: boolean;
  readonly doubt?: Doubt | undefined;
}

/**
 * Why a person should look at it; an inferred memory is not offered before its observation ends (TRU-3), unless an
 * agent says that it is wrong: then somebody must look, and nothing is promoted by it.
 */
export function dueOf(
  memory: Memory,
  now: Date,
  suspicion: string | undefined,
  { outdated = false, doubt }: Known = {},
): readonly Due[] {
  const state = trustStateOf(memory.document);
  if (statusOf(memory.document) === "retired") return [];
  const due: Due[] = [];
  if (doubt !== undefined && memory.tier !== "quarantined") due.push("disputed");
  if (memory.tier === "unattested") due.push("unattested");
  if (suspicion !== undefined) due.push("withheld");
  if (memory.tier === "inferred" && observationOf(state.createdAt, now).complete) due.push("observed");
  if (memory.tier === "verified" && isStale(state.lastVerified, now)) due.push("stale");
  if (memory.tier !== "quarantined" && outdated) due.push("outdated");
  if (memory.tier !== "quarantined" && isExpired(memory.document, now)) due.push("expired");
  if (memory.tier === "quarantined" && windowOf(memory, now) === "archive-candidate") due.push("archive-candidate");
  return due;
}

function windowOf(memory: Memory, now: Date): ReturnType<typeof quarantineWindow> {
  const at = textField(memory.document, "quarantined-at");
  const last = textField(memory.document, "last-verified");
  const known = {
    ...(at === undefined ? {} : { quarantinedAt: at }),
    ...(last === undefined ? {} : { lastVerified: last }),
  };
  return quarantineWindow({ ...known, mtimeMs: memory.stored.mtimeMs }, now);
}
