// The search index of one store. Whatever is wrong with the file, nobody is told off: it is made anew, or there is no
// index here and the caller searches by title and tags (SEA-1, SEA-6).
import type { DatabaseSync } from "node:sqlite";
import type { MemoryStore, Spot } from "../../../store/memory-store.ts";
import { Fault } from "../../../text/errors.ts";
import type {
  Freshness,
  IndexFilter,
  Leading,
  Proposal,
  RefreshOptions,
  StoreIndex,
  TermFacts,
  Verdicts,
} from "../../search-index.ts";
import { discard, openDatabase, type Place } from "./database.ts";
import type { Background } from "./developer-text.ts";
import { branchesFrom, globsFrom, inferredBeforeFrom, leadingFrom } from "./leading.ts";
import { ensureSchema, readMeta, versionKey } from "./meta.ts";
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
  /** How long to wait for another process that writes the index. */
  readonly waitMs?: number;
}

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
  const { cacheDir, storeKey, waitMs = WAIT_MS } = options;
  try {
    return { kind: "index", index: new SqliteIndex({ cacheDir, storeKey, waitMs }, options) };
  } catch (error) {
    return { kind: "no-index", reason: error instanceof Error ? error.message : String(error) };
  }
}

class SqliteIndex implements StoreIndex {
  readonly #place: Place;
  readonly #store: MemoryStore;
  readonly #background: Background | undefined;
  readonly #version: string = versionKey();
  #database: DatabaseSync;

  constructor(place: Place, { store, background }: SearchIndexOptions) {
    this.#place = place;
    this.#store = store;
    this.#background = background;
    this.#database = openWhole(place, this.#version);
  }

  refresh(options: RefreshOptions = { depth: "files" }): Freshness {
    return this.#whole(() => this.#refresh(options), options);
  }

  facts(terms: readonly string[], filter: IndexFilter): TermFacts {
    return this.#whole(() => {
      const { backgroundSize } = readMeta(this.#database);
      return factsFrom(this.#database, terms, filter, backgroundSize);
    });
  }

  candidates(terms: readonly string[], filter: IndexFilter, limit: number): readonly Proposal[] {
    return this.#whole(() => candidatesFrom(this.#database, terms, filter, { limit }));
  }

  claimants(ids: readonly string[]): ReadonlyMap<string, readonly Spot[]> {
    return this.#whole(() => claimantsFrom(this.#database, ids));
  }

  leading(filter: IndexFilter, limit: number): Leading {
    return this.#whole(() => leadingFrom(this.#database, filter, limit));
  }

  isDue(now: Date): boolean {
    return this.#whole(() => isDue(readMeta(this.#database), now.getTime()));
  }

  branches(): readonly string[] {
    return this.#whole(() => branchesFrom(this.#database));
  }

  inferredBefore(moment: string): number {
    return this.#whole(() => inferredBeforeFrom(this.#database, moment));
  }

  globs(filter: IndexFilter): ReadonlyMap<string, readonly Spot[]> {
    return this.#whole(() => globsFrom(this.#database, filter));
  }

  verdicts(judge: string, digests: readonly string[]): Verdicts {
    return this.#whole(() => verdictsFrom(this.#database, judge, digests));
  }

  keepVerdicts(judge: string, verdicts: Verdicts): void {
    try {
      writeVerdicts(this.#database, judge, verdicts);
    } catch {
      // Another process is writing, or the disk is full: the checks run again the next time.
    }
  }

  completions(prefix: string, filter: IndexFilter, limit: number): readonly string[] {
    return this.#whole(() => completionsFrom(this.#database, prefix, filter, limit));
  }

  close(): void {
    close(this.#database);
  }

  #refresh(options: RefreshOptions): Freshness {
    return refresh({ store: this.#store, background: this.#background, database: this.#database }, options);
  }

  /** Damage found on the way: made anew, filled, asked once more. */
  #whole<T>(act: () => T, refreshing?: RefreshOptions): T {
    try {
      return act();
    } catch (error) {
      if (!isDamage(error)) throw asIndexFault(error);
    }
    try {
      close(this.#database);
      discard(this.#place);
      this.#database = openWhole(this.#place, this.#version);
      if (refreshing === undefined) this.#refresh({ depth: "files" });
      return act();
    } catch (error) {
      throw asIndexFault(error);
    }
  }
}

/** Opened, of this version; a damaged file is replaced. */
function openWhole(place: Place, version: string): DatabaseSync {
  for (let attempt = 1; ; attempt++) {
    let database: DatabaseSync | undefined;
    try {
      database = openDatabase(place);
      ensureSchema(database, version);
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
