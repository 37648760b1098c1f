// What a name means when it is to be forgotten (FOR-1): a memory, a file that can't be read as one, an archived one, or
// an id of which only the local history still holds the text. What is only like it by name is not touched.
import type { MemoryDocument } from "../memory/document.ts";
import { idOf, textField } from "../memory/fields.ts";
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import { documentIn, readCatalogue, stateOf } from "../store/catalogue.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import type { ArchivedFile } from "../store/memory-store.ts";
import { rawNamed } from "../store/raw-plan.ts";
import type { LedgerEvent } from "../store/records.ts";
import { resolve } from "../store/resolve.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { DoomedFile, Traces } from "./ports.ts";

/** One text of it, standing or kept. */
export interface Text {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly document: MemoryDocument | undefined;
  /** Where it stands in the store; absent for a kept version. */
  readonly at?: DoomedFile;
  readonly raw?: string;
}

export interface Subject {
  readonly kind: "subject";
  readonly open: OpenStore;
  /** Undefined for a file that was written by hand or can't be read. */
  readonly id: MemoryId | undefined;
  readonly stem: string;
  readonly name: string;
  readonly from: LedgerEvent["from"];
  readonly texts: readonly Text[];
}

const SHORTEST_PREFIX = 4;

export function subjectOf(stores: OpenStores, name: string, traces: Traces): Subject | Refusal {
  const found = resolve(stores, name);
  if (found.kind === "found") {
    const { memory, open } = found;
    return whole(open, memory.id, memory.stored.file, stateOf(memory).tier, traces);
  }
  if (found.kind === "found-broken") {
    const { broken, open } = found;
    if (broken.stored !== undefined) return whole(open, undefined, broken.spot.file, "inferred", traces);
    const message = `${broken.spot.place}/${broken.spot.file} is not opened: ${broken.reason}.`;
    return refuse("unsafe-path", message, "Remove it by hand.");
  }
  return found.code === "not-found"
    ? (asBytes(stores, name, traces) ?? elsewhere(stores, name, traces) ?? found)
    : found;
}

/** By the whole id, with every file that has it: nobody is there to be asked which one is meant. */
export function subjectWith(open: OpenStore, id: MemoryId, traces: Traces): Subject | Refusal {
  const memory = readCatalogue(open.store).memories.find((each) => each.id === id);
  if (memory === undefined) return subjectOf([open], id, traces);
  return whole(open, id, memory.stored.file, stateOf(memory).tier, traces);
}

function asBytes(stores: OpenStores, name: string, traces: Traces): Subject | Refusal | undefined {
  const found = rawNamed(stores, name);
  if (found?.kind !== "found-raw") return found;
  return whole(found.open, found.raw.id, found.raw.file, "quarantined", traces);
}

/** In the archive, else only in what this machine keeps of the past. */
function elsewhere(stores: OpenStores, name: string, traces: Traces): Subject | Refusal | undefined {
  const stem = name.replace(/\.md$/, "");
  const archived = stores.flatMap((open) =>
    traces.archived(open.store.info).flatMap((file) => {
      const id = idIn(file);
      const named =
        file.file === `${stem}.md` || (name.length >= SHORTEST_PREFIX && id?.startsWith(name.toUpperCase()));
      return named === true ? [{ open, file, id }] : [];
    }),
  );
  const [first, ...more] = archived;
  if (first !== undefined && more.some(({ id }) => id === undefined || id !== first.id)) {
    const names = archived.map(({ file, id }) => `${id ?? "(no id)"}  archive/${file.month}/${file.file}`);
    return refuse("ambiguous", `"${name}" names ${archived.length} archived memories.`, "Give the whole id.", names);
  }
  if (first !== undefined) return whole(first.open, first.id, first.file.file, "archived", traces);
  const id = name.toUpperCase();
  if (!isMemoryId(id)) return undefined;
  const past = stores.find((open) => traces.kept(open.store.info, id, []).length > 0);
  return past === undefined ? undefined : whole(past, id, undefined, "none", traces);
}

/** Every text of one memory: wherever a file has its id or its name, and what was kept of it. */
export function whole(
  open: OpenStore,
  id: MemoryId | undefined,
  file: string | undefined,
  from: Subject["from"],
  traces: Traces,
): Subject {
  const standing = standingTexts(open, traces).filter((text) => isOf(text, id, file));
  const files = [...new Set([...standing.map((text) => text.file), ...(file === undefined ? [] : [file])])];
  const owner = id ?? standing.map(({ document }) => document && idOf(document)).find((each) => each !== undefined);
  const kept = traces
    .kept(open.store.info, owner ?? NOBODY, files)
    .map(({ bytes, raw }): Text => ({ ...textOf(files[0] ?? "", bytes), ...(raw === undefined ? {} : { raw }) }))
    .filter(({ raw, document }) => raw === undefined || isUnknownOr(owner, document));
  const texts = [...standing, ...kept];
  const stem = (files[0] ?? owner ?? "").replace(/\.md$/, "");
  const document = texts.find((text) => text.document !== undefined)?.document;
  const name = (document && textField(document, "name")) ?? stem;
  return { kind: "subject", open, id: owner, stem, name, from, texts };
}

/** No memory has this id: nothing is kept under it. */
const NOBODY = "00000000000000000000000000" as MemoryId;

/** A file without an id is known by its name, and only to a subject without one. */
function isOf({ document, file: theirs }: Text, id: MemoryId | undefined, file: string | undefined): boolean {
  const found = document && idOf(document);
  return found === id && (found !== undefined || theirs === file);
}

/** A raw copy came from a file of the same name: it is another memory's only if it says so. */
function isUnknownOr(id: MemoryId | undefined, document: MemoryDocument | undefined): boolean {
  const found = document && idOf(document);
  return found === undefined || found === id;
}

function standingTexts(open: OpenStore, traces: Traces): readonly Text[] {
  const { memories, shadowed, broken } = readCatalogue(open.store);
  const stored = [...memories, ...shadowed].map((memory) => memory.stored);
  const unreadable = broken.flatMap((each) => each.stored ?? []);
  const listed = [...stored, ...unreadable].map(({ place, file, bytes, sha256 }) => ({
    ...textOf(file, bytes),
    at: { folder: place, file, sha256 },
  }));
  const archived = traces.archived(open.store.info).map(({ month, file, bytes, sha256 }) => ({
    ...textOf(file, bytes),
    at: { folder: `archive/${month}`, file, sha256 },
  }));
  return [...listed, ...archived];
}

function textOf(file: string, bytes: Uint8Array): Text {
  return { file, bytes, document: documentIn(bytes) };
}

function idIn({ bytes }: ArchivedFile): MemoryId | undefined {
  const document = documentIn(bytes);
  return document && idOf(document);
}
