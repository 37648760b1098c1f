// What a store had and has no more (SYN-19): memories that went, were retired or demoted, words that others were written over, a
// tier that fell. Found in git, whoever did it; what was forgotten is none of it. How it would come back is part of it: as
// what it was where the latest word still vouches for exactly these words, and as nobody's word otherwise.
import { standingOf } from "../attest/standing.ts";
import { latestWord } from "../attest/vouch.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { declaredTier, idOf, statusOf, textField } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { bringsBack } from "../memory/tombstone.ts";
import { documentIn, type Memory, readCatalogue } from "./catalogue.ts";
import type { OpenStore } from "./context.ts";
import type { Spot } from "./memory-store.ts";
import type { PastText } from "./records.ts";
import { countedForgotten, standingIn } from "./standing.ts";

export interface Loss extends Spot {
  readonly id: MemoryId;
  /** `lowered`: the words stand there, and count for less. */
  readonly kind: "removed" | "replaced" | "retired" | "demoted" | "lowered";
  readonly document: MemoryDocument;
  readonly was: "verified" | "inferred" | "quarantined";
  readonly comes: "verified" | "inferred" | "quarantined" | "proposal";
  /** The latest word still vouches for these words. */
  readonly signed: boolean;
  /** Which commit took it away, under which name; null: none, it was done since the last one. */
  readonly by: NonNullable<PastText["by"]> | null;
  /** Who signed something else about it last. */
  readonly said: { readonly action: string; readonly device: string; readonly date: string } | null;
}

/** Newest first, each text of a memory once. */
export function lossesIn(open: OpenStore, past: readonly PastText[]): readonly Loss[] {
  const standing = new Map(readCatalogue(open.store).memories.map((memory) => [memory.id, memory]));
  const seen = new Set<string>();
  return past.flatMap((text) => {
    const document = documentIn(text.bytes);
    const id = document && idOf(document);
    // A proposal is a question: what it is about has its own losses.
    if (document === undefined || id === undefined || textField(document, "proposes") !== undefined) return [];
    const key = `${id} ${contentHash(document)} ${statusOf(document)}`;
    if (seen.has(key) || isForgotten(open, id, document, text.file)) return [];
    seen.add(key);
    return lossOf(open, { id, document, text }, standing.get(id)) ?? [];
  });
}

/** By the signed word of a device that counts; or these very words, under whatever id. */
export function isForgotten(open: OpenStore, id: MemoryId, document: MemoryDocument, file: string): boolean {
  return standingIn(open, id).forgotten || bringsBack(countedForgotten(open), id, document, file);
}

interface Was {
  readonly id: MemoryId;
  readonly document: MemoryDocument;
  readonly text: PastText;
}

function lossOf(open: OpenStore, { id, document, text }: Was, now: Memory | undefined): Loss | undefined {
  const { place, file, by = null } = text;
  const statements = open.store.pastStatements(id);
  const content = contentHash(document);
  const wasSigned = statements.some(({ vouches }) => vouches?.content === content);
  const was =
    place === "quarantine"
      ? "quarantined"
      : declaredTier(document) === "verified" && wasSigned
        ? "verified"
        : "inferred";
  const kind = kindOf(document, was, now);
  if (kind === undefined) return undefined;
  const signed = standingOf(statements).signed.includes(content);
  const last = latestWord(statements).heads.find(({ vouches }) => vouches?.content !== content || kind === "retired");
  const said = last === undefined ? null : { action: last.action, device: last.dot.device, date: last.date };
  return { id, kind, place, file, document, was, comes: comesAs(kind, was, signed), signed, by, said };
}

function kindOf(document: MemoryDocument, was: Loss["was"], now: Memory | undefined): Loss["kind"] | undefined {
  if (now === undefined) return "removed";
  if (contentHash(now.document) !== contentHash(document)) return was === "quarantined" ? undefined : "replaced";
  if (statusOf(document) === "active" && statusOf(now.document) === "retired") return "retired";
  if (was === "quarantined") return undefined;
  if (now.tier === "quarantined") return "demoted";
  return was === "verified" && now.tier !== "verified" ? "lowered" : undefined;
}

function comesAs(kind: Loss["kind"], was: Loss["was"], signed: boolean): Loss["comes"] {
  // A person lets it out of quarantine, or uses it again, and stands behind it by that.
  if (kind === "demoted") return "verified";
  if (kind === "retired") return was;
  if (signed && was === "verified") return "verified";
  if (kind === "replaced") return "proposal";
  return was === "quarantined" ? "quarantined" : "inferred";
}
