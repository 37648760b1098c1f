// One memory file as the index keeps it: what the filters of SEA-5 ask of it, and its searched fields as streams. A file
// that can't be read as a memory is kept too, unsearched, so that it is not read again until it changes.
import { malformation } from "../../../checks/structure.ts";
import { decodeText, parseDocument } from "../../../memory/document.ts";
import { declaredTier, idOf, listField, statusOf, textField, trustStateOf, typeField } from "../../../memory/fields.ts";
import type { MemoryDocument } from "../../../memory/model.ts";
import { isSaidByUser } from "../../../memory/origin.ts";
import type { RefusedFile, Scope, Spot, StoredFile } from "../../../store/memory-store.ts";
import { OBSERVATION, parseDate } from "../../../trust/lifecycle.ts";
import { isRule } from "../../order.ts";
import { byField, type Proposal, streamsOf } from "../../search-index.ts";

export type Streams = Proposal["streams"];

/** What is proposed of it later, and what the filters ask. */
export interface IndexEntry extends Proposal {
  /** By its own word; what stands in other files may still keep it out. */
  readonly served: boolean;
  /** Empty: bound to none. */
  readonly project: string;
  readonly branch: string;
  /** The last day it holds, YYYY-MM-DD; empty: it does not end. */
  readonly expires: string;
  /** By its own word, which nobody's signature has been held against. */
  readonly verified: boolean;
  /** Of a kind that holds always (ARR-2). */
  readonly rule: boolean;
  /** The day of its last verification, YYYY-MM-DD; empty where none is known. */
  readonly affirmed: string;
  /** Since when it is observed, for one that waits to be confirmed; else empty. */
  readonly inferred: string;
  /** The files that it is about (`paths`). */
  readonly globs: readonly string[];
  /** The lines of its `rule`, where its own word makes it count (RUL-1). */
  readonly lines: readonly string[];
  /** Ids that it claims to replace, where the claim can count at all. */
  readonly claims: readonly string[];
}

/** More paths than this make no memory about all of them. */
const MOST_GLOBS = 50;

const NO_STREAMS: Streams = byField(() => "");

/** All but where it lies. */
export const UNREADABLE: Omit<IndexEntry, "place" | "file"> = {
  id: "",
  kind: "",
  served: false,
  project: "",
  branch: "",
  expires: "",
  verified: false,
  rule: false,
  affirmed: "",
  inferred: "",
  globs: [],
  lines: [],
  claims: [],
  streams: NO_STREAMS,
};

export function entryOf(read: StoredFile | RefusedFile, scope: Scope): IndexEntry {
  const { place, file } = read;
  const text = read.kind === "refused-file" ? undefined : decodeText(read.bytes);
  const parsed = typeof text === "string" ? parseDocument(text) : undefined;
  return parsed?.kind === "document" ? entryOfDocument(parsed, { place, file }, scope) : { ...UNREADABLE, place, file };
}

function entryOfDocument(doc: MemoryDocument, { place, file }: Spot, scope: Scope): IndexEntry {
  const id = idOf(doc) ?? "";
  const free = place === "memories" && declaredTier(doc) !== "quarantined" && listField(doc, "holds").length === 0;
  const isOpen = statusOf(doc) === "active" && textField(doc, "proposes") === undefined;
  const served = free && isOpen && malformation(doc) === undefined;
  const counts = free && declaredTier(doc) === "verified";
  return {
    place,
    file,
    id,
    kind: textField(doc, "kind") ?? "",
    served,
    project: textField(doc, "project") ?? "",
    branch: textField(doc, "branch") ?? "",
    expires: dayIn(doc, "expires"),
    verified: counts,
    rule: isRule({ type: typeField(doc), kind: textField(doc, "kind") }),
    affirmed: dayIn(doc, "last-verified"),
    inferred: served && declaredTier(doc) === "inferred" ? observedSince(doc, scope) : "",
    globs: served ? [...new Set(listField(doc, "paths"))].slice(0, MOST_GLOBS) : [],
    lines: served && counts ? listField(doc, "rule") : [],
    claims: counts ? [...new Set(listField(doc, "supersedes"))].filter((other) => other !== id) : [],
    streams: served ? streamsOf(doc) : NO_STREAMS,
  };
}

/** What its person said waits for them at once (ARR-4); what a shared file calls evidence counts for nothing. */
function observedSince(doc: MemoryDocument, scope: Scope): string {
  const { createdAt } = trustStateOf(doc);
  const before = scope === "personal" && isSaidByUser(doc) ? OBSERVATION : 0;
  return createdAt === undefined ? "" : new Date(createdAt.getTime() - before).toISOString();
}

function dayIn(doc: MemoryDocument, key: "expires" | "last-verified"): string {
  return parseDate(textField(doc, key))?.toISOString().slice(0, 10) ?? "";
}
