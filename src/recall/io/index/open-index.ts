// The search index of one store. Whatever is wrong with the file, nobody is told off: it is made anew, or there is no
// index here and the caller searches by title and tags (SEA-1, SEA-6).
import type { DatabaseSync } from "node:sqlite";
import type { MemoryStore } from "../../../store/memory-store.ts";
import { Fault } from "../../../text/errors.ts";
import type { Encodings, IndexState, RefreshOptions, StoreIndex } from "../../search-index.ts";
import { discard, type IndexPlace, openDatabase } from "./database.ts";
import type { Background } from "./developer-text.ts";
import { branchesFrom, globsFrom, inferredBeforeFrom, leadingFrom, rulesFrom, verifiedOutsideFrom } from "./leading.ts";
import { ensureSchema, isWhole, readMeta, versionKey } from "./meta.ts";
import type { NearFrom } from "./near.ts";
import { candidatesFrom, claimantsFrom, completionsFrom, factsFrom } from "./query.ts";
import { isDue, refresh } from "./refresh.ts";
import { isDamage } from "./sqlite.ts";
import { verdictsFrom, writeVerdicts } from "./verdicts.ts";

export interface SearchIndexOptions {
  readonly cacheDir: string;
  /** Names the file: one per store and place (STO-3). */
  readonly storeKey: string;
  readonly store: MemoryStore;
  /** Left out, what is there stays: a hook need not carry the counts, only somebody who opens the index before. */
  readonly background?: Background;
  /** Left out, nothing is near: only a search that somebody waits for, and a session start, ask for it (ARR-5a). */
  readonly near?: NearFrom | undefined;
  /** Left out, there is no encoder here. */
  readonly encodings?: ((asking: Asking) => Encodings) | undefined;
  /** Left out, this program under this Node. */
  readonly version?: string;
  /** How long to wait for another process that writes the index. */
  readonly waitMs?: number;
}

/** Asks the database, which is made anew where it is found damaged on the way. */
export type Asking = <A extends readonly unknown[], T>(
  ask: (database: DatabaseSync, ...args: A) => T,
) => (...args: A) => T;

export interface NoIndex {
  readonly kind: "no-index";
  /** For doctor and the log. */
  readonly reason: string;
}

export interface OpenedIndex {
  readonly kind: "index";
  readonly index: StoreIndex;
}

const WAIT_MS = 1000;
/** Another process may move a damaged file out of the way at the moment it is opened here. */
const ATTEMPTS = 3;

export function openSearchIndex(options: SearchIndexOptions): OpenedIndex | NoIndex {
  const { cacheDir, storeKey, version = versionKey(), waitMs = WAIT_MS } = options;
  try {
    return { kind: "index", index: indexAt({ cacheDir, storeKey, version, waitMs }, options) };
  } catch (error) {
    return { kind: "no-index", reason: error instanceof Error ? error.message : String(error) };
  }
}

function indexAt(place: IndexPlace, { store, background, near, encodings }: SearchIndexOptions): StoreIndex {
  let database = openWhole(place);
  const refreshNow = (options: RefreshOptions): IndexState => refresh({ store, background, database }, options);
  /** Damage found on the way: made anew, filled, asked once more. */
  const whole = <T>(act: () => T, refreshing?: RefreshOptions): T => {
    try {
      return act();
    } catch (error) {
      if (!isDamage(error)) throw asIndexFault(error);
    }
    try {
      close(database);
      discard(place);
      database = openWhole(place);
      if (refreshing === undefined) refreshNow({ depth: "files" });
      return act();
    } catch (error) {
      throw asIndexFault(error);
    }
  };
  const asking: Asking =
    (ask) =>
    (...args) =>
      whole(() => ask(database, ...args));
  return {
    refresh: (options = { depth: "files" }) => whole(() => refreshNow(options), options),
    facts: asking(factsFrom),
    candidates: asking((from, terms, filter, limit) => candidatesFrom(from, terms, filter, { limit })),
    claimants: asking(claimantsFrom),
    leading: asking(leadingFrom),
    isWhole: asking((from) => isWhole(readMeta(from))),
    isDue: asking((from, now) => isDue(readMeta(from), now.getTime())),
    branches: asking(branchesFrom),
    inferredBefore: asking(inferredBeforeFrom),
    verifiedOutside: asking(verifiedOutsideFrom),
    globs: asking(globsFrom),
    rules: asking(rulesFrom),
    verdicts: asking(verdictsFrom),
    keepVerdicts: (judge, verdicts) => {
      try {
        writeVerdicts(database, judge, verdicts);
      } catch {
        // Another process is writing, or the disk is full: the checks run again the next time.
      }
    },
    completions: asking(completionsFrom),
    ...(near && { near: asking(near) }),
    ...(encodings && { encodings: encodings(asking) }),
    close: () => close(database),
  };
}

/** Opened, of this version; a damaged file is replaced. */
function openWhole(place: IndexPlace): DatabaseSync {
  for (let attempt = 1; ; attempt++) {
    let database: DatabaseSync | undefined;
    try {
      database = openDatabase(place);
      ensureSchema(database, place.version);
      return database;
    } catch (error) {
      if (database !== undefined) close(database);
      if (attempt === ATTEMPTS) throw error;
      if (isDamage(error)) discard(place);
      else if (!(error instanceof Fault && error.hint === "Try again.")) throw error;
    }
  }
}

function close(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // A derived file: what could not be written at the end is found missing and read again.
  }
}

function asIndexFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("io", `The search index can't be used: ${String(error)}.`, "holdfast doctor", { cause: error });
}
