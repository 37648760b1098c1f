// What a session start reads of a store. A small store is read whole, so that everything left out has its reason in the
// receipt; of a large one only what could find room, as the index proposes it (CTX-2, SEA-1).
import type { Config } from "../config/config.ts";
import { type Memory, readCatalogue, readMemories, replacedAmong } from "../store/catalogue.ts";
import type { MemoryStore, Spot } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import { once } from "../text/values.ts";
import type { IndexedStore } from "./judged.ts";
import type { IndexFilter, StoreIndex } from "./search-index.ts";

export interface ReadHere {
  readonly memories: readonly Memory[];
  /** Apply here and were not read. */
  readonly unread: number;
  /** The index, where it stands for what was not read. */
  readonly index?: StoreIndex;
  readonly problems: readonly string[];
}

/** Reads so many of the most fitting memories, where a store is too large to be read whole: rules, then `first`, then others. */
export type Reader = (limit: number, first: readonly Spot[]) => ReadHere;

const NOTHING: ReadHere = { memories: [], unread: 0, problems: [] };

/** A store of so many memories is read whole. */
const SMALL = 150;
/** Without an index no more than this is read. */
const MOST_FILES = 1000;
/** A start does not look at every file of a larger store; what it shows it reads anyway (SEA-1). */
const LARGE = 1000;
/** Somebody else builds an index that lacks more than this; here it is used as it is. */
const MOST_CHANGES = 300;

export function readerOf(indexed: IndexedStore, filter: IndexFilter, config: Config): Reader {
  const { store, index } = indexed;
  if (store.info.scope === "shared") return once(() => readShared(store, config));
  const total = totalIn(index, filter);
  if (index === undefined || total === undefined) return once(() => readWhole(store));
  if (total <= SMALL && store.list().spots.length <= SMALL) return once(() => readWhole(store));
  const known = new Map<string, Memory | undefined>();
  return (most, first) => {
    const limit = Math.ceil(most);
    const leading = index.leading(filter, limit).spots;
    const rules = leading.filter(({ isRule }) => isRule);
    const wanted = [...rules, ...first, ...leading].map((spot) => [pathOf(spot), spot] as const);
    const spots = [...new Map(wanted).values()].slice(0, limit);
    // Reading and verifying is what a start costs: who asks for more gets the first ones as they were.
    const open = spots.filter((spot) => !known.has(pathOf(spot)));
    for (const spot of open) known.set(pathOf(spot), undefined);
    for (const memory of readMemories(store, open)) known.set(pathOf(memory.stored), memory);
    const read = spots.flatMap((spot) => known.get(pathOf(spot)) ?? []);
    // Who replaces one of them may stand among those that were not read.
    const replaced = replacedAmong(read, [indexed]);
    const memories = read.filter((memory) => !replaced.has(memory));
    return { memories, unread: total - spots.length, index, problems: [] };
  };
}

function pathOf({ place, file }: Spot): string {
  return `${place}/${file}`;
}

function readWhole(store: MemoryStore): ReadHere {
  const { spots } = store.list();
  if (spots.length <= MOST_FILES) return { ...NOTHING, memories: readCatalogue(store).memories };
  const unread = spots.length - MOST_FILES;
  const problem = `The search index is not ready: ${unread} memories were not looked at. Run \`holdfast doctor\`.`;
  return { memories: readMemories(store, spots.slice(0, MOST_FILES)), unread, problems: [problem] };
}

/** Undefined where the index can't be used: the files can. */
function totalIn(index: StoreIndex | undefined, filter: IndexFilter): number | undefined {
  const options = { depth: "files", most: MOST_CHANGES, filesUpTo: LARGE } as const;
  const total = (): number | undefined =>
    index === undefined || index.refresh(options) === "empty" ? undefined : index.leading(filter, 0).total;
  return unlessFault(total, () => undefined);
}

/** A project's store that is out of order is left out and named; it never silences the user's own memories (CFG-1). */
function readShared(store: MemoryStore, config: Config): ReadHere {
  if (!config["serve-project-memories"]) return NOTHING;
  const read = (): ReadHere => ({ ...NOTHING, memories: readCatalogue(store).memories });
  const problem = "This project's shared store is out of order and was left out: run `holdfast doctor`.";
  return unlessFault(read, () => ({ ...NOTHING, problems: [problem] }));
}
