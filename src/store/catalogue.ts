// Every memory of a store, read from its bytes. While one id or file name stands in both directories, every
// reader takes quarantine/ (STO-20). A file that can't be read is reported, never guessed at.
import type { Statement } from "../attest/statement.ts";
import { isHeld, isRetired, vouchedFor, vouchersOf } from "../attest/vouch.ts";
import { setToolKeys } from "../memory/compose.ts";
import { contentHash, decodeText, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { declaredTier, idOf, listField, statusOf, textField, trustStateOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { SCOPES } from "../memory/kinds.ts";
import { isSaidByUser } from "../memory/origin.ts";
import { Fault } from "../text/errors.ts";
import { type EffectiveTier, effectiveTier } from "../trust/tiers.ts";
import type { TrustState } from "../trust/transitions.ts";
import type { Listing, MemoryStore, RefusedFile, Scope, Spot, StoredFile } from "./memory-store.ts";

export interface Memory {
  readonly kind: "memory";
  readonly stored: StoredFile;
  readonly document: MemoryDocument;
  /** Undefined for a file written by hand that no transition has touched yet. */
  readonly id: MemoryId | undefined;
  readonly tier: EffectiveTier;
  readonly scope: Scope;
  /** What a signature says it replaces; the file's own word for it counts for nothing. */
  readonly supersedes: readonly string[];
  /** Of a verified one: the devices whose word it is. */
  readonly vouchedBy?: readonly string[];
}

export interface Broken {
  readonly kind: "broken";
  readonly spot: Spot;
  readonly scope: Scope;
  readonly reason: string;
  /** Absent where the file may not even be opened. */
  readonly stored?: StoredFile;
}

export interface Catalogue {
  readonly memories: readonly Memory[];
  readonly broken: readonly Broken[];
  /** Copies in memories/ whose id or name also stands in quarantine/: never served. */
  readonly shadowed: readonly Memory[];
  readonly listing: Listing;
}

/** What reading needs of a store; a commit can give it too. */
export type ReadableStore = Pick<MemoryStore, "info" | "list" | "read" | "readEach" | "latestStatements">;

export function readCatalogue(store: ReadableStore): Catalogue {
  const listing = store.list();
  const all: Memory[] = [];
  const broken: Broken[] = [];
  for (const file of store.readEach(listing.spots)) {
    const read = file && memoryOf(store, file);
    if (read?.kind === "memory") all.push(read);
    else if (read !== undefined) broken.push(read);
  }
  const shadowed = shadowedBy(all);
  return { memories: all.filter((memory) => !shadowed.includes(memory)), broken, shadowed, listing };
}

/** Those of them that are there and can be read. */
export function readMemories(store: ReadableStore, spots: readonly Spot[]): readonly Memory[] {
  const memories: Memory[] = [];
  for (const file of spots.length === 0 ? [] : store.readEach(spots)) {
    const read = file && memoryOf(store, file);
    if (read?.kind === "memory") memories.push(read);
  }
  return memories;
}

/** Undefined when the file has gone since it was listed. */
export function readMemory(store: ReadableStore, spot: Spot): Memory | Broken | undefined {
  const read = store.read(spot);
  return read && memoryOf(store, read);
}

function memoryOf(store: ReadableStore, read: StoredFile | RefusedFile): Memory | Broken {
  const { place, file } = read;
  const spot = { place, file };
  const scope = store.info.scope;
  if (read.kind === "refused-file") return { kind: "broken", spot, scope, reason: read.reason };
  const found = documentOf(read);
  if (typeof found === "string") return { kind: "broken", spot, scope, reason: found, stored: read };
  const id = idOf(found);
  const declared = declaredTier(found);
  const said = id === undefined || place === "quarantine" ? [] : store.latestStatements(id);
  // A retirement that was signed holds whatever the file says of itself; what is written from here on says so again.
  const isBack = scope === "personal" && statusOf(found) === "active" && isRetired(said);
  const document = isBack ? setToolKeys(found, { status: "retired" }) : found;
  const vouched = declared === "verified" ? vouchedIn(said, document) : undefined;
  const tier = effectiveTier({
    declared,
    place,
    // Moved out of quarantine by hand, it is where it was: what a person said of it stands (STO-5).
    holds: listField(document, "holds").length + (isHeld(said) ? 1 : 0),
    attested: vouched !== undefined,
    foreign: scope !== "personal",
  });
  const vouchedBy = tier === "verified" ? (vouched?.by ?? []) : [];
  return { kind: "memory", stored: read, document, id, tier, scope, supersedes: vouched?.supersedes ?? [], vouchedBy };
}

/** Exactly this text, by the latest word about it (STO-32), and whose word that is. */
function vouchedIn(
  said: readonly Statement[],
  document: MemoryDocument,
): { readonly supersedes: readonly string[]; readonly by: readonly string[] } | undefined {
  const facts = { content: contentHash(document), status: statusOf(document) };
  const vouched = vouchedFor(said, facts);
  return vouched && { supersedes: vouched.supersedes, by: vouchersOf(said, facts) };
}

function documentOf(stored: StoredFile): MemoryDocument | string {
  const text = decodeText(stored.bytes);
  const parsed = typeof text === "string" ? parseDocument(text) : text;
  if (parsed.kind === "document") return parsed;
  const [first] = parsed.findings;
  return first === undefined ? "not readable as a memory" : `${first.rule} at line ${first.line}: ${first.hint}`;
}

/** Undefined for what can't be read as a memory. */
export function documentIn(bytes: Uint8Array): MemoryDocument | undefined {
  const text = decodeText(bytes);
  const parsed = typeof text === "string" ? parseDocument(text) : undefined;
  return parsed?.kind === "document" ? parsed : undefined;
}

/** Of what was read one by one; a catalogue has them apart. */
export function shadowedBy(memories: readonly Memory[]): readonly Memory[] {
  const quarantined = memories.filter((memory) => memory.stored.place === "quarantine");
  const ids = new Set(quarantined.map((memory) => memory.id));
  const files = new Set(quarantined.map((memory) => memory.stored.file));
  return memories.filter(
    ({ stored, id }) => stored.place === "memories" && (files.has(stored.file) || (id !== undefined && ids.has(id))),
  );
}

/** Typed to an agent by the person whose store this is; a project's file may call anything evidence (ARR-4). */
export function isOwnSaying({ scope, document }: Memory): boolean {
  return scope === "personal" && isSaidByUser(document);
}

/** The state the machine is asked about: the more restrictive of what the file says and where it stands. */
export function stateOf(memory: Memory): TrustState {
  const declared = trustStateOf(memory.document);
  return memory.tier === "quarantined" ? { ...declared, tier: "quarantined" } : declared;
}

export function stemOf(memory: Memory): string {
  return memory.stored.file.replace(/\.md$/, "");
}

/** How commands and other records name it: its id, or its file where it has none yet. */
export function handleOf(memory: Memory): string {
  return memory.id ?? stemOf(memory);
}

export function nameOf(memory: Memory): string {
  return textField(memory.document, "name") ?? stemOf(memory);
}

// Which memories are replaced (TRU-22b). Only a verified memory replaces another, and but for the user's own only one of its
// own scope: neither a project nor an organisation silences the user's own memories (CFG-1). Where not every file was read, the index knows who claims to
// replace one, and the claim is judged from the claimant's own bytes (SEA-5).

export interface Superseding {
  readonly id: string | undefined;
  readonly scope: Scope;
  readonly tier: EffectiveTier;
  readonly supersedes: readonly string[];
}

/** A test for "is this one replaced by any of these?". */
export function replacedBy(memories: readonly Superseding[]): (memory: Pick<Superseding, "id" | "scope">) => boolean {
  const replaced = new Set<string>();
  for (const { id: own, scope, tier, supersedes } of memories) {
    if (tier !== "verified") continue;
    for (const id of supersedes) {
      if (id === own) continue;
      for (const reached of scope === "personal" ? SCOPES : [scope]) replaced.add(`${reached} ${id}`);
    }
  }
  return ({ id, scope }) => id !== undefined && replaced.has(`${scope} ${id}`);
}

export function supersededAmong(memories: readonly Memory[]): ReadonlySet<Memory> {
  const isReplaced = replacedBy(memories);
  return new Set(memories.filter(isReplaced));
}

/** Neither put away nor replaced nor held. */
export function isInForce(memory: Memory, superseded: ReadonlySet<Memory>): boolean {
  return memory.tier !== "quarantined" && statusOf(memory.document) === "active" && !superseded.has(memory);
}

interface Claimed {
  readonly store: MemoryStore;
  /** What the index knows of who claims to replace one. */
  readonly index: { claimants(ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> } | undefined;
}

/** Whether a claim to replace holds is decided from the signature of the one that claims it (TRU-22b). */
export function replacedAmong(found: readonly Memory[], stores: readonly Claimed[]): ReadonlySet<Memory> {
  const ids = found.flatMap(({ id }) => id ?? []);
  const claimants = stores.flatMap(({ store, index }) => {
    const spots = new Map<string, Spot>();
    for (const claimed of claimsIn(index, ids).values()) {
      for (const spot of claimed) spots.set(`${spot.place}/${spot.file}`, spot);
    }
    return readMemories(store, [...spots.values()]);
  });
  const isReplaced = replacedBy([...found, ...claimants]);
  return new Set(found.filter(isReplaced));
}

function claimsIn(index: Claimed["index"], ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> {
  try {
    return index?.claimants(ids) ?? new Map();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return new Map();
  }
}
