// What a session start reads of a store. A small store is read whole, so that everything left out has its reason in the
// receipt; of a large one only what could find room, as the index proposes it (CTX-2, SEA-1).
import type { Config } from "../core/config.ts";
import { Fault } from "../core/errors.ts";
import type { MemoryStore } from "../core/ports/memory-store.ts";
import type { IndexFilter } from "../core/ports/search-index.ts";
import type { StoreIndex } from "../core/ports/store-index.ts";
import { type Memory, readCatalogue, readMemory } from "./catalogue.ts";
import type { IndexedStore } from "./judged.ts";

export interface ReadHere {
  readonly memories: readonly Memory[];
  /** Apply here and were not read. */
  readonly unread: number;
  /** The index, where it stands for what was not read. */
  readonly index?: StoreIndex;
  readonly problems: readonly string[];
}

const NOTHING: ReadHere = { memories: [], unread: 0, problems: [] };

/** A store of so many memories is read whole. */
const SMALL = 150;
/** More files than this in a shared store are not read at session start: a project can't make a session wait. */
const SHARED_FILES = 500;
/** Without an index no more than this is read. */
const MOST_FILES = 1000;
/** Somebody else builds an index that lacks more than this; here it is used as it is. */
const MOST_CHANGES = 300;
/** The shortest line costs about so many tokens; and some more are read, because some may not be shown. */
const LEAST_TOKENS = 30;
const SPARE = 20;

export function readHere(indexed: IndexedStore, filter: IndexFilter, config: Config): ReadHere {
  return indexed.store.info.scope === "personal" ? readOwn(indexed, filter, config) : readShared(indexed.store, config);
}

function readOwn({ store, index }: IndexedStore, filter: IndexFilter, config: Config): ReadHere {
  const limit = SPARE + Math.ceil(config["session-start-tokens"] / LEAST_TOKENS);
  const leading = proposed(index, filter, limit);
  if (index === undefined || leading === undefined || leading.total <= SMALL) {
    const { spots } = store.list();
    if (spots.length <= SMALL || leading === undefined) return readWhole(store, spots.length);
  }
  const memories = (leading?.spots ?? []).flatMap((spot) => {
    const memory = readMemory(store, spot);
    return memory?.kind === "memory" ? [memory] : [];
  });
  const unread = Math.max(0, (leading?.total ?? 0) - (leading?.spots.length ?? 0));
  return { memories, unread, problems: [], ...(index === undefined ? {} : { index }) };
}

function readWhole(store: MemoryStore, files: number): ReadHere {
  if (files <= MOST_FILES) return { ...NOTHING, memories: readCatalogue(store).memories };
  const first = store.list().spots.slice(0, MOST_FILES);
  const memories = first.flatMap((spot) => {
    const memory = readMemory(store, spot);
    return memory?.kind === "memory" ? [memory] : [];
  });
  const problem = `The search index is not ready: ${files - MOST_FILES} memories were not looked at. Run \`holdfast doctor\`.`;
  return { memories, unread: files - MOST_FILES, problems: [problem] };
}

function proposed(
  index: StoreIndex | undefined,
  filter: IndexFilter,
  limit: number,
): ReturnType<StoreIndex["leading"]> | undefined {
  try {
    if (index === undefined || index.refresh({ depth: "files", most: MOST_CHANGES }) === "empty") return undefined;
    return index.leading(filter, limit);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined; // the index can't be used: the files can
  }
}

/** A project's store that is out of order is left out and named; it never silences the user's own memories (CFG-1). */
function readShared(store: MemoryStore, config: Config): ReadHere {
  if (!config["serve-project-memories"]) return NOTHING;
  try {
    const { length } = store.list().spots;
    if (length <= SHARED_FILES) return { ...NOTHING, memories: readCatalogue(store).memories };
    const problem = `This project's shared store holds ${length} files; more than ${SHARED_FILES} are not read.`;
    return { ...NOTHING, problems: [problem] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const problem = "This project's shared store is out of order and was left out: run `holdfast doctor`.";
    return { ...NOTHING, problems: [problem] };
  }
}
