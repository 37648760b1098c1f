// Typed readers of frontmatter. Each gives undefined (or an empty list) when a key is absent or invalid; saying
// that it is invalid is the structure check's part.

import { given } from "../text/values.ts";
import { daysSince, parseDate } from "../trust/lifecycle.ts";
import { isTier, type Tier } from "../trust/tiers.ts";
import type { TrustState } from "../trust/transitions.ts";
import { isMemoryId, type MemoryId } from "./ids.ts";
import type { KnownKey, ToolKey } from "./keys.ts";
import { isKind, isType, type Kind, type MemoryType } from "./kinds.ts";
import type { MemoryDocument } from "./model.ts";

export function textField(doc: MemoryDocument, key: KnownKey): string | undefined {
  const value = doc.fields.get(key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** One scalar where a list is expected counts as a list of one. */
export function listField(doc: MemoryDocument, key: KnownKey): readonly string[] {
  const value = doc.fields.get(key);
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item): item is string => typeof item === "string" && item !== "");
}

/** In order and once, whatever the file's order. */
export function tagsOf(doc: MemoryDocument): readonly string[] {
  return [...new Set(listField(doc, "tags"))].sort();
}

export function idOf(doc: MemoryDocument): MemoryId | undefined {
  const id = textField(doc, "id");
  return isMemoryId(id) ? id : undefined;
}

export function declaredTier(doc: MemoryDocument): Tier | undefined {
  const tier = textField(doc, "trust-level");
  return isTier(tier) ? tier : undefined;
}

export function typeField(doc: MemoryDocument): MemoryType | undefined {
  const type = textField(doc, "type");
  return isType(type) ? type : undefined;
}

export function kindField(doc: MemoryDocument): Kind | undefined {
  const kind = textField(doc, "kind");
  return isKind(kind) ? kind : undefined;
}

export type Status = "active" | "retired";

export function statusOf(doc: MemoryDocument): Status {
  return textField(doc, "status") === "retired" ? "retired" : "active";
}

export function confidenceOf(doc: MemoryDocument): number | undefined {
  const value = doc.fields.get("confidence");
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}

/** A memory holds through the day it names (UTC) and has expired on the next. */
export function isExpired(doc: MemoryDocument, now: Date): boolean {
  const days = daysSince(textField(doc, "expires"), now);
  return days !== undefined && days > 0;
}

/** A file that states no tier counts as inferred: the lowest that is still served. */
export function trustStateOf(doc: MemoryDocument): TrustState {
  const createdAt = parseDate(textField(doc, "created-at"));
  const lastVerified = dateText(doc, "last-verified");
  const at = dateText(doc, "quarantined-at");
  return {
    tier: declaredTier(doc) ?? "inferred",
    ...given({ createdAt, lastVerified, quarantine: at === undefined ? undefined : quarantineOf(doc, at) }),
  };
}

function quarantineOf(doc: MemoryDocument, at: string): { at: string; reason: string; by: string } {
  return { at, reason: textField(doc, "quarantine-reason") ?? "", by: textField(doc, "quarantined-by") ?? "" };
}

function dateText(doc: MemoryDocument, key: KnownKey): string | undefined {
  const text = textField(doc, key);
  return parseDate(text) === undefined ? undefined : text;
}

// How a trust state is written into a file: the managed keys, nothing else. With transitions.ts this is the only
// code that names a trust level (TRU-1).

export type ToolKeys = Readonly<Partial<Record<ToolKey, string | readonly string[] | null>>>;

/** null removes a key. */
export function stateKeys(state: TrustState): ToolKeys {
  return {
    "trust-level": state.tier === "none" ? null : state.tier,
    "last-verified": state.lastVerified ?? null,
    "quarantined-at": state.quarantine?.at ?? null,
    "quarantine-reason": state.quarantine?.reason ?? null,
    "quarantined-by": state.quarantine?.by ?? null,
  };
}
