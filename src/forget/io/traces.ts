// Everything of ours beside the memories themselves, searched and cleared (FOR-1). Known places first, by the memory's id;
// then every file below store, cache, state and config is read and searched for the words, so that a place nobody thought
// of is found too.
import { filterLines } from "../../disk/append-log.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { inFolderIfThere } from "../../disk/folder.ts";
import { folderThere } from "../../disk/foreign-tree.ts";
import { shown } from "../../disk/paths.ts";
import type { Places } from "../../disk/places.ts";
import { bytesHold, filesHolding } from "../../disk/search-files.ts";
import { formsOf } from "../../memory/phrases.ts";
import { copiedFrom } from "../../memory/slug.ts";
import { dropFeedback } from "../../recall/io/feedback.ts";
import { discard } from "../../recall/io/index/database.ts";
import { blankInReceipts } from "../../recall/io/receipts.ts";
import { readArchive } from "../../store/io/archive.ts";
import { openDigestKeys } from "../../store/io/digest-keys.ts";
import { dropHistory, keptVersions } from "../../store/io/history.ts";
import { dropCopies, KEPT_FOLDER } from "../../store/io/kept-file.ts";
import { storeKey } from "../../store/io/open-store.ts";
import { dropRaw, rawCopies } from "../../store/io/raw.ts";
import { rawsOf } from "../../store/io/raw-files.ts";
import type { StoreInfo } from "../../store/memory-store.ts";
import { isKeptRaw, rawPath } from "../../store/raw-files.ts";
import { Fault } from "../../text/errors.ts";
import type { Cleared, Doomed, Trace, Traces } from "../ports.ts";
import { isJournal } from "./journal.ts";

interface Hit {
  readonly area: Area;
  readonly root: string;
  readonly names: readonly string[];
}

/** The files of memories go by name, not by search. */
const STAYS: ReadonlySet<Fate["kind"]> = new Set(["memory", "left"]);

export function openTraces(places: Places): Traces {
  const hitsIn = (stores: readonly StoreInfo[], needles: readonly Uint8Array[]) => searchAll(places, stores, needles);
  return {
    stands: folderThere,
    archived: readArchive,
    kept: (store, id, files) => [
      ...keptVersions(places.state, storeKey(store), id).map((bytes) => ({ bytes })),
      ...rawCopies(places.state, files).map(({ name, bytes }) => ({ raw: name, bytes })),
      ...rawsOf(store, files).map((raw) => ({ raw: rawPath(raw), bytes: raw.bytes })),
    ],
    holding: (stores, phrases) => {
      const { hits } = hitsIn(stores, needlesOf(phrases));
      return hits.filter(({ area, names }) => !STAYS.has(fateOf(area, names).kind)).map(pathOf);
    },
    clear: (stores, doomed, phrases) => clearAll(places, stores, doomed, needlesOf(phrases)),
  };
}

export function needlesOf(phrases: readonly string[]): readonly Uint8Array[] {
  return [...new Set(phrases.flatMap(formsOf))].map((form) => Buffer.from(form));
}

function clearAll(
  places: Places,
  stores: readonly StoreInfo[],
  doomed: readonly Doomed[],
  needles: readonly Uint8Array[],
): Cleared {
  const ids = new Set<string>(doomed.map(({ id }) => id));
  let files = 0;
  for (const { id, root, raw } of doomed) {
    const store = stores.find((each) => each.root === root);
    if (store === undefined) continue;
    const key = storeKey(store);
    files += dropHistory(places.state, key, id);
    openDigestKeys(places.state, key).drop(id);
    for (const name of raw) files += name.includes("/") ? dropKept(root, name) : dropRaw(places.state, name);
    discard({ cacheDir: places.cache, storeKey: key });
  }
  for (const store of stores) {
    const here = doomed.filter(({ root }) => root === store.root).map(({ id }) => id);
    if (here.length > 0) dropCopies(places.state, storeKey(store), here);
  }
  for (const hit of reportsAbout(stores, [...ids])) files += clearOne(places, hit, needles).files;
  let lines = blankInReceipts(places.state, ids) + dropFeedback(places.state, ids);
  for (const hit of searchAll(places, stores, needles).hits) {
    const cleared = clearOne(places, hit, needles);
    files += cleared.files;
    lines += cleared.lines;
  }
  return { files, lines, left: leftAfter(places, stores, needles) };
}

/** In quarantine, or in the store's own corner of this machine. */
function dropKept(root: string, path: string): number {
  const [folder = "", below = "", name = ""] = path.split("/");
  return inFolderIfThere(root, [folder, below], (opened) => (removeFile(opened, name) ? 1 : 0)) ?? 0;
}

/** A report writes names in the spelling of its format, and cuts them; the id beside them stays what it is. */
function reportsAbout(stores: readonly StoreInfo[], ids: readonly string[]): readonly Hit[] {
  const needles = ids.map((id) => Buffer.from(id));
  return stores.flatMap(({ root }) => {
    const { hits } = filesHolding(root, needles, { skip: ([first]) => first !== "audit" });
    return hits.map((names): Hit => ({ area: "store", root, names }));
  });
}

/** What is still there is said, whatever the reason. */
function leftAfter(places: Places, stores: readonly StoreInfo[], needles: readonly Uint8Array[]): readonly Trace[] {
  const { hits, closed } = searchAll(places, stores, needles);
  const traces = hits.flatMap((hit): readonly Trace[] => {
    const fate = fateOf(hit.area, hit.names);
    if (fate.kind === "memory") return [];
    return [{ path: pathOf(hit), why: fate.kind === "left" ? fate.why : "it could not be cleared" }];
  });
  return [...traces, ...closed.map((path) => ({ path, why: "it could not be read" }))];
}

function clearOne(
  places: Places,
  hit: Hit,
  needles: readonly Uint8Array[],
): { readonly files: number; readonly lines: number } {
  try {
    return applied(places, hit, fateOf(hit.area, hit.names), needles);
  } catch (error) {
    // It is still there, so the search that follows names it; the other places are not left for it.
    if (error instanceof Fault || typeof (error as { code?: unknown }).code === "string") return { files: 0, lines: 0 };
    throw error;
  }
}

function applied(
  places: Places,
  hit: Hit,
  fate: Fate,
  needles: readonly Uint8Array[],
): { readonly files: number; readonly lines: number } {
  switch (fate.kind) {
    case "whole":
      return { files: inParent(hit, (folder, name) => (removeFile(folder, name) ? 1 : 0)), lines: 0 };
    case "lines":
      return { files: 0, lines: inParent(hit, (folder, name) => filterLines(folder, name, without(needles))) };
    case "index":
      discard({ cacheDir: places.cache, storeKey: fate.key.replace(/\.old\..*$/, "") });
      return { files: 1, lines: 0 };
    case "raw":
      return { files: dropRaw(places.state, fate.name), lines: 0 };
    case "memory":
    case "left":
      return { files: 0, lines: 0 };
  }
}

function without(needles: readonly Uint8Array[]): (line: string) => string | undefined {
  return (line) => (bytesHold(Buffer.from(line), needles) ? undefined : line);
}

type Folder = Parameters<Parameters<typeof inFolderIfThere>[2]>[0];

function inParent(hit: Hit, act: (folder: Folder, name: string) => number): number {
  const name = hit.names.at(-1) ?? "";
  return inFolderIfThere(hit.root, hit.names.slice(0, -1), (folder) => act(folder, name)) ?? 0;
}

function searchAll(
  { cache, state, config }: Places,
  stores: readonly StoreInfo[],
  needles: readonly Uint8Array[],
): { readonly hits: readonly Hit[]; readonly closed: readonly string[] } {
  const roots: readonly (readonly [Area, string])[] = [
    ...stores.map(({ root }) => ["store", root] as const),
    ["cache", cache],
    ["state", state],
    ["config", config],
  ];
  const skip = (names: readonly string[]): boolean =>
    names[0] === ".git" || (names.length === 1 && isJournal(names[0] ?? ""));
  const found = roots.map(([area, root]) => ({ area, root, ...filesHolding(root, needles, { skip }) }));
  return {
    hits: found.flatMap(({ area, root, hits }) => hits.map((names) => ({ area, root, names }))),
    closed: found.flatMap(({ closed }) => closed),
  };
}

function pathOf({ root, names }: Hit): string {
  const printable = names.every((name) => /^[\x20-\x7e]+$/.test(name));
  return printable ? [root, ...names].join("/") : `${root}/${shown(names.join("/"))}`;
}

// What becomes of a file of ours that holds a forgotten phrase (FOR-1). Records lose the line, whatever else is derived
// goes whole; memories, settings and what carries no text by rule are named and left to the person.

export type Area = "store" | "cache" | "state" | "config";

export type Fate =
  | { readonly kind: "whole" }
  | { readonly kind: "lines" }
  /** The index of one store goes with its log: a page that was freed holds what stood in it. */
  | { readonly kind: "index"; readonly key: string }
  /** A copy goes with its note. */
  | { readonly kind: "raw"; readonly name: string }
  | { readonly kind: "memory" }
  | { readonly kind: "left"; readonly why: string };

const TEMPORARY = /^\.holdfast-[0-9]{1,10}-[0-9a-f]{16}\.tmp$/;
const MEMORIES: ReadonlySet<string> = new Set(["memories", "quarantine", "archive"]);
/** Somebody else's settings as they were, and short records that are read by their names. */
const KEPT: ReadonlySet<string> = new Set(["install", "digest-keys", "ledger-heads", "ledger", "pause.json"]);

/** Records of lines, the generations of a log among them. */
const LINES = /\.(?:jsonl|log(?:\.\d)?)$/;

export function fateOf(area: Area, names: readonly string[]): Fate {
  const [first = "", second = ""] = names;
  const file = names.at(-1) ?? "";
  if (TEMPORARY.test(file)) return { kind: "whole" };
  switch (area) {
    case "config":
      return { kind: "left", why: "it is your configuration" };
    case "cache":
      return first === "index" && second !== "" ? { kind: "index", key: second } : { kind: "whole" };
    case "store":
      if (isKeptRaw(names.join("/"))) return { kind: "whole" };
      if (MEMORIES.has(first)) {
        if (copiedFrom(file) !== undefined) return { kind: "left", why: "a copy of another sync tool: rm it" };
        return file.endsWith(".md") ? { kind: "memory" } : { kind: "left", why: "it is not ours" };
      }
      return first === "audit" ? { kind: "whole" } : { kind: "left", why: "it is part of the store" };
    case "state":
      // Copies of other memories that say the same: they are made anew from the store.
      if (first === KEPT_FOLDER) return { kind: "whole" };
      if (KEPT.has(first)) return { kind: "left", why: "it is needed as it is" };
      if (first === "raw") return { kind: "raw", name: file.replace(/\.(?:bin|json)$/, "") };
      return LINES.test(file) ? { kind: "lines" } : { kind: "whole" };
  }
}
