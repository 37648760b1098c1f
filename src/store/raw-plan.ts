// Bytes that can't be read as a memory, taken out of service and brought back (STO-3). Both go through the one pipeline: the
// file moves byte for byte, the ledger names it by its digest, and undo knows it. They come back into memories/ by a person's
// restore, once they read as a memory and pass the checks; an undo puts them back as they were, which serves nobody.
import type { Checked } from "../checks/checked.ts";
import { carriesSecret } from "../checks/secret-findings.ts";
import { decodeText, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { declaredTier, idOf } from "../memory/fields.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { PLACES, placeOf } from "../trust/tiers.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Act, OpenStore, OpenStores, Plan, Step } from "./context.ts";
import type { RawFile, RawSpot, Spot, StoredFile } from "./memory-store.ts";
import { findingLines, gate, planOf } from "./plan-transition.ts";
import { rawName, rawParts } from "./raw-files.ts";
import type { HistoryRecord } from "./records.ts";
import { resolve } from "./resolve.ts";

const SHORTEST_PREFIX = 4;

export interface FoundRaw {
  readonly kind: "found-raw";
  readonly open: OpenStore;
  readonly raw: RawFile;
}

/** By id, unique id prefix or the stem of the file it was. Undefined: there is none. */
export function rawNamed(stores: OpenStores, name: string): FoundRaw | Refusal | undefined {
  const file = `${name.replace(/\.md$/, "")}.md`;
  const isNamed = (raw: RawFile): boolean =>
    raw.file === file || (name.length >= SHORTEST_PREFIX && raw.id.startsWith(name.toUpperCase()));
  const found = stores.flatMap((open) => {
    const raws = open.store.raws().filter(isNamed);
    return raws.map((raw): FoundRaw => ({ kind: "found-raw", open, raw }));
  });
  const [first, ...more] = found;
  if (more.length === 0) return first;
  const names = found.map(({ raw }) => `${raw.id}  ${raw.file}  (${raw.bytes.length} bytes)`);
  return refuse("ambiguous", `"${name}" names ${found.length} raw files.`, "Give the whole id.", names);
}

/** A memory, or where none has the name, bytes in quarantine. */
export function resolveOrRaw(stores: OpenStores, name: string): ReturnType<typeof resolve> | FoundRaw {
  const found = resolve(stores, name);
  return found.kind === "refusal" && found.code === "not-found" ? (rawNamed(stores, name) ?? found) : found;
}

/** What nobody could read counted as nothing, unless it stood in quarantine. */
export function takeOutStep(
  open: OpenStore,
  stored: StoredFile,
  act: Act,
): { readonly step: Step; readonly raw: RawSpot } {
  const { place, file, sha256: base } = stored;
  const raw = spotFor(open, stored, act);
  const id = rawParts(raw.name)?.id;
  if (id === undefined) throw new RangeError("a raw file needs the name of a memory's file");
  const from = place === "quarantine" ? "quarantined" : "none";
  const change = { kind: "take-out", place, file, base, raw } as const;
  return { step: { id, action: "demote", reason: "asked", from, to: "quarantined", change }, raw };
}

/** Where an attempt that was killed left it, or a name of its own. */
function spotFor({ store }: OpenStore, { file, bytes, sha256 }: StoredFile, act: Act): RawSpot {
  const left = store.raws().find((raw) => raw.file === file && raw.sha256 === sha256);
  if (left !== undefined) return { name: left.name, local: left.local };
  const local = store.info.scope !== "personal" || rawHoldsSecret(bytes, act);
  return { name: rawName(file, sha256, act.now), local };
}

/** As text of any kind: an ill-formed letter hides nothing, and neither do the zeros of wide characters. */
export function rawHoldsSecret(bytes: Uint8Array, { checks }: Pick<Act, "checks">): boolean {
  const text = new TextDecoder().decode(bytes);
  const narrow = text.replaceAll("\0", "");
  return carriesSecret(text, "personal", checks) || (narrow !== text && carriesSecret(narrow, "personal", checks));
}

/** The tier is the one that it says of itself; what a person never vouched for is not verified by it. */
export function planRestoreRaw({ open, raw }: FoundRaw, act: Act): Plan | Refusal {
  const refused = forbidden("restore", act.channel);
  if (refused !== undefined) return refused;
  const document = documentOf(raw);
  if (isRefusal(document)) return document;
  const id = idOf(document);
  const twin = id === undefined ? undefined : readCatalogue(open.store).memories.find((memory) => memory.id === id);
  if (twin !== undefined) {
    const message = `${twin.stored.place}/${twin.stored.file} has the same id as ${raw.file}; nothing was changed.`;
    return refuse("exists", message, exportHint(raw));
  }
  const tier = declaredTier(document) ?? "inferred";
  const place = placeOf(tier);
  const text = checkedText(open, { place, file: raw.file }, document, act);
  if (isRefusal(text)) return { ...text, hint: exportHint(raw) };
  return planOf("restore", [{ ...backStep(raw, { place, file: raw.file }, text), id: id ?? raw.id, to: tier }]);
}

function documentOf(raw: RawFile): MemoryDocument | Refusal {
  const text = decodeText(raw.bytes);
  const parsed = typeof text === "string" ? parseDocument(text) : text;
  if (parsed.kind === "document") return parsed;
  const [first] = parsed.findings;
  const reason = first === undefined ? "it is none" : `${first.rule} at line ${first.line}: ${first.hint}`;
  const message = `${raw.file} can't be read as a memory, so it stays in quarantine: ${reason}`;
  return refuse("unreadable", message, exportHint(raw));
}

function exportHint({ file, id }: RawFile): string {
  return `holdfast export ${id} --out ${file}   (its bytes, to correct and add again)`;
}

/** The very text, or what stands in its way: a mask would make other bytes of it. */
function checkedText({ store }: OpenStore, spot: Spot, { text }: MemoryDocument, act: Act): Checked | Refusal {
  const gated = gate({ text, ...spot, scope: store.info.scope }, act);
  if (gated.kind === "passed" && gated.masked !== true) return gated.text;
  const message = `${spot.file} fails its checks; nothing was changed.`;
  return refuse("checks-failed", message, undefined, gated.kind === "blocked" ? findingLines(gated.findings) : []);
}

function backStep(raw: RawFile, spot: Spot, text: Checked | undefined): Step {
  const { name, local, sha256: base } = raw;
  const change = {
    kind: "put-back",
    ...spot,
    base,
    raw: { name, local },
    ...(text === undefined ? {} : { text }),
  } as const;
  return { id: raw.id, action: "restore", reason: "asked", from: "quarantined", to: "none", change };
}

/** The reversal of a record that has the name of raw bytes. */
export function reverseRaw(open: OpenStore, record: HistoryRecord, act: Act): Step | Refusal {
  const { before, after } = record;
  if (after !== undefined) return takenOutAgain(open, record.id, after, act);
  const raw = open.store.raws().find(({ name, sha256 }) => name === record.raw && sha256 === before?.sha256);
  if (raw === undefined || before === undefined || isTaken(open, before.file)) {
    const message = `${before?.file ?? record.id} was changed since, outside of this history.`;
    return refuse("changed-meanwhile", message, "holdfast list --tier quarantined");
  }
  const decoded = decodeText(raw.bytes);
  const parsed = typeof decoded === "string" ? parseDocument(decoded) : undefined;
  if (parsed?.kind !== "document") return { ...backStep(raw, before, undefined), id: record.id, action: "undo" };
  const text = checkedText(open, before, parsed, act);
  if (isRefusal(text)) return { ...text, hint: exportHint(raw) };
  return { ...backStep(raw, before, text), id: record.id, action: "undo", to: declaredTier(parsed) ?? "inferred" };
}

/** Under a new name: the old one has left quarantine for good, on every machine that heard of it. */
function takenOutAgain(open: OpenStore, id: HistoryRecord["id"], at: Spot, act: Act): Step | Refusal {
  const stored = open.store.read(at);
  if (stored?.kind === "file") return { ...takeOutStep(open, stored, act).step, id, action: "undo" };
  return refuse("changed-meanwhile", `${at.place}/${at.file} was changed since.`, "holdfast list");
}

function isTaken({ store }: OpenStore, file: string): boolean {
  return PLACES.some((place) => store.read({ place, file }) !== undefined);
}
