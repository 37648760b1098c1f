// Every memory of the stores at hand, for as long as a person looks at them (SUR-13): read once, then what has another stamp
// is read again. A list and a search answer from here; a card, and whatever is done to it, is read from the disk each time.
import { type SearchedStore, type Strategy, search } from "../recall/search.ts";
import type { SearchIndex } from "../recall/search-index.ts";
import { type Memory, readMemories, shadowedBy, supersededAmong } from "../store/catalogue.ts";
import type { OpenStore, OpenStores } from "../store/context.ts";
import type { Spot } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import { keyOf } from "./decide.ts";
import { headOf, isAskedFor, type ListFilter, type PlainRow, plainRowOf } from "./list.ts";

export interface ShelfPorts {
  readonly stores: OpenStores;
  /** In the order of the stores; without one, names, tags and descriptions are searched. */
  readonly indexes: readonly { readonly index: SearchIndex | undefined; readonly strategy?: Strategy }[];
  readonly project?: string | undefined;
  readonly branches?: readonly string[] | undefined;
  now(): Date;
}

export interface ShelfRow extends PlainRow {
  readonly key: string;
}

export type ShelfFilter = Omit<ListFilter, "due" | "here" | "words">;

export interface ShelfPage {
  readonly rows: readonly ShelfRow[];
  /** That match, and of all. */
  readonly found: number;
  readonly all: number;
}

interface Placed {
  readonly open: OpenStore;
  readonly spot: Spot;
}

export interface Shelf {
  page(text: string, filter: ShelfFilter, from: number, count: number): ShelfPage;
  /** What may be chosen from: most frequent first. */
  known(): { readonly tags: readonly string[]; readonly projects: readonly string[] };
  placeOf(key: string): Placed | undefined;
  keys(): ReadonlyMap<Memory, string>;
  memories(): readonly Memory[];
  /** `places` reads what came, went or was replaced; `files` what was edited where it stands; `all` reads everything. */
  look(depth: "places" | "files" | "all"): void;
}

interface Held {
  readonly stamp: string;
  readonly memory: Memory | undefined;
}

interface Board {
  readonly open: OpenStore;
  places: string;
  files: ReadonlyMap<string, Held>;
}

interface Sorted {
  readonly rows: readonly ShelfRow[];
  /** In the same order. */
  readonly heads: Heads;
  readonly memories: readonly Memory[];
  readonly byMemory: ReadonlyMap<Memory, ShelfRow>;
  readonly byKey: ReadonlyMap<string, Placed>;
}

/** Whoever opens the page anew right away sees what was just read. */
const FRESH_MS = 10_000;

export function makeShelf(ports: ShelfPorts): Shelf {
  const boards: readonly Board[] = ports.stores.map((open) => ({ open, places: "", files: new Map() }));
  const rowsKnown = new WeakMap<Memory, ShelfRow>();
  let readAt = Number.NEGATIVE_INFINITY;
  let sorted: Sorted | undefined;
  let last: { readonly asked: string; readonly of: Sorted; readonly rows: readonly ShelfRow[] } | undefined;

  const look: Shelf["look"] = (asked) => {
    const at = ports.now().getTime();
    const depth = asked === "all" && at - readAt < FRESH_MS ? "files" : asked;
    if (depth === "all") readAt = at;
    for (const board of boards) {
      const { places } = board.open.store.stamps("places");
      if (depth === "places" && places !== "" && places === board.places) continue;
      const { files, isChanged } = readAgain(board, depth === "all");
      board.places = places;
      board.files = files;
      if (isChanged) sorted = undefined;
    }
    // An index that can't be used is as good as none: the search says so by what it finds.
    const refresh = (index: SearchIndex | undefined): unknown =>
      unlessFault(
        () => index?.refresh({ depth: "files" }),
        () => undefined,
      );
    if (depth !== "places") for (const { index } of ports.indexes) refresh(index);
  };

  const current = (): Sorted => {
    sorted ??= sortedOf(boards, rowsKnown, ports.now());
    return sorted;
  };

  const searched = (): readonly SearchedStore[] =>
    boards.map(({ open, files }, at) => ({
      ...ports.indexes[at],
      store: open.store,
      index: quiet(ports.indexes[at]?.index),
      held: ({ place, file }) => files.get(`${place}/${file}`)?.memory,
    }));

  const rowsFor = (text: string, filter: ShelfFilter): readonly ShelfRow[] => {
    const of = current();
    const asked = JSON.stringify([text, filter]);
    if (last?.asked === asked && last.of === of) return last.rows;
    const wanted = (row: ShelfRow): boolean => isAskedFor(row, filter);
    const rows = text === "" ? of.rows.filter(wanted) : best(text, of).filter(wanted);
    last = { asked, of, rows };
    return rows;
  };

  /** In the engine's order; then what has these very words in its head and is in no index: put away, or not in use. */
  const best = (text: string, of: Sorted): readonly ShelfRow[] => {
    const { project, branches } = ports;
    const request = { text, interactive: true, everywhere: true, project, branches, now: ports.now() };
    const { hits, misses } = search(searched(), request);
    const ranked = [...hits, ...misses].toSorted((a, b) => b.score - a.score);
    const found = new Set(ranked.flatMap(({ memory }) => of.byMemory.get(memory) ?? []));
    const more = holding(of.heads, text.toLowerCase().split(/\s+/)).flatMap((at) => of.rows[at] ?? []);
    return [...found, ...more.filter((row) => !found.has(row))];
  };

  look("all");
  return {
    look,
    page: (text, filter, from, count) => {
      look("places");
      const rows = rowsFor(text.trim(), filter);
      return { rows: rows.slice(from, from + count), found: rows.length, all: current().rows.length };
    },
    known: () => {
      const { rows } = current();
      return {
        tags: byCount(rows.flatMap(({ tags }) => tags)),
        projects: byCount(rows.flatMap(({ project }) => project ?? [])),
      };
    },
    placeOf: (key) => current().byKey.get(key),
    keys: () => new Map([...current().byMemory].map(([memory, { key }]) => [memory, key])),
    memories: () => current().memories,
  };
}

function readAgain({ open, files }: Board, isAll: boolean): { files: Board["files"]; isChanged: boolean } {
  const stamped = open.store.stamps("files").files;
  const changed = stamped.filter(
    ({ place, file, stamp }) => isAll || stamp === "" || files.get(`${place}/${file}`)?.stamp !== stamp,
  );
  const read = new Map(readMemories(open.store, changed).map((memory) => [pathOf(memory.stored), memory]));
  const isRead = new Set(changed.map(pathOf));
  const next = new Map<string, Held>();
  for (const spot of stamped) {
    const path = pathOf(spot);
    const before = files.get(path);
    const memory = isRead.has(path) ? same(before?.memory, read.get(path), isAll) : before?.memory;
    next.set(path, { stamp: spot.stamp, memory });
  }
  const isChanged =
    isAll || next.size !== files.size || [...next].some(([path, { memory }]) => files.get(path)?.memory !== memory);
  return { files: next, isChanged };
}

/** The same bytes are the same memory, unless its signatures are asked for anew. */
function same(before: Memory | undefined, now: Memory | undefined, isAll: boolean): Memory | undefined {
  const isSame = !isAll && before !== undefined && before.stored.sha256 === now?.stored.sha256;
  return isSame && before.tier === now?.tier ? before : now;
}

function pathOf({ place, file }: Spot): string {
  return `${place}/${file}`;
}

function sortedOf(boards: readonly Board[], rowsKnown: WeakMap<Memory, ShelfRow>, now: Date): Sorted {
  const byMemory = new Map<Memory, ShelfRow>();
  const byKey = new Map<string, Placed>();
  const standing = boards.map(({ open, files }) => {
    const all = [...files.values()].flatMap(({ memory }) => memory ?? []);
    const shadowed = new Set(shadowedBy(all));
    return { open, memories: all.filter((memory) => !shadowed.has(memory)) };
  });
  const memories = standing.flatMap((each) => each.memories);
  const superseded = supersededAmong(memories);
  for (const { open, memories: here } of standing)
    for (const memory of here) {
      const own = keyOf(memory);
      // A copy of a file has the id of its original.
      const key = byKey.has(own) ? `${own} ${memory.stored.file}` : own;
      byKey.set(key, { open, spot: memory.stored });
      const isReplaced = superseded.has(memory);
      const known = rowsKnown.get(memory);
      const isSame = known?.key === key && known.superseded === isReplaced;
      const row = isSame ? known : { ...plainRowOf(memory, now, isReplaced), key };
      rowsKnown.set(memory, row);
      byMemory.set(memory, row);
    }
  const rows = [...byMemory.values()].toSorted(newestFirst);
  return { rows, heads: headsOf(rows), memories, byMemory, byKey };
}

/** One text of all, which is looked through much faster than ten thousand. */
interface Heads {
  readonly text: string;
  /** Where each begins, and the end. */
  readonly starts: readonly number[];
}

function headsOf(rows: readonly ShelfRow[]): Heads {
  const starts = [0];
  const heads = rows.map((row) => `${headOf(row).replaceAll("\n", " ")}\n`);
  for (const head of heads) starts.push((starts.at(-1) ?? 0) + head.length);
  return { text: heads.join(""), starts };
}

/** The rows that have every word in their head; the longest word is in the fewest. */
function holding({ text, starts }: Heads, words: readonly string[]): readonly number[] {
  const [longest = "", ...others] = words.toSorted((a, b) => b.length - a.length);
  const found: number[] = [];
  let row = 0;
  for (let at = text.indexOf(longest); at >= 0 && row < starts.length - 1; at = text.indexOf(longest, starts[row])) {
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at) row++;
    const head = text.slice(starts[row], starts[row + 1]);
    if (others.every((word) => head.includes(word))) found.push(row);
    row++;
  }
  return found;
}

function newestFirst(a: ShelfRow, b: ShelfRow): number {
  const [one, other] = [a.created ?? "", b.created ?? ""];
  if (one !== other) return one < other ? 1 : -1;
  return a.stem < b.stem ? -1 : 1;
}

/** The shelf looks at the files itself; here only names that came or went are taken up. */
function quiet(index: SearchIndex | undefined): SearchIndex | undefined {
  return index && { ...index, refresh: () => index.refresh({ depth: "places" }) };
}

function byCount(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([word]) => word);
}
