// A real store on disk with its index, and files of any kind in it. Times of files lie in the past, so that stamps count.

import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { openSearchIndex, type SearchIndexOptions } from "../../../../src/recall/io/index/open-index.ts";
import type { IndexFilter, Proposal, StoreIndex } from "../../../../src/recall/search-index.ts";
import type { MemoryStore } from "../../../../src/store/memory-store.ts";
import { INDEX_FILE } from "../../../support/index-file.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../../../support/store-box.ts";

export const TODAY = "2026-06-15";
export const HERE: IndexFilter = { today: TODAY };

export interface Written {
  readonly place?: "memories" | "quarantine";
  readonly name?: string;
  readonly head?: readonly string[];
  readonly body?: string;
}

export class SearchBox {
  readonly base: string = makeBox();
  readonly store: MemoryStore = openBox(this.base).store;
  readonly reads: string[] = [];
  readonly #opened: StoreIndex[] = [];

  get cacheDir(): string {
    return placesOf(this.base).cache;
  }

  get folder(): string {
    return `${this.cacheDir}/index/key`;
  }

  get file(): string {
    return `${this.folder}/${INDEX_FILE}`;
  }

  pathOf(stem: string, place = "memories"): string {
    return `${rootOf(this.base)}/${place}/${stem}.md`;
  }

  write(
    stem: string,
    { place = "memories", name = stem.replaceAll("_", " "), head = [], body = "." }: Written = {},
  ): void {
    const text = ["---", `name: ${name}`, "description: something", "type: user", ...head, "---", body, ""].join("\n");
    writeFileSync(this.pathOf(stem, place), text, { mode: 0o600 });
  }

  remove(stem: string, place = "memories"): void {
    rmSync(this.pathOf(stem, place));
  }

  /** Stamps of the last few milliseconds prove nothing; this waits until they do. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 70));
  }

  touch(stem: string, seconds: number): void {
    utimesSync(this.pathOf(stem), seconds, seconds);
  }

  /** Counts what is read through it. */
  open(more: Partial<SearchIndexOptions> = {}): StoreIndex {
    const { store, reads, cacheDir } = this;
    const counting: MemoryStore = {
      info: store.info,
      statements: (id) => store.statements(id),
      latestStatements: (id) => store.latestStatements(id),
      pastStatements: (id) => store.pastStatements(id),
      standingStatements: (id) => store.standingStatements(id),
      unreadStatements: (id) => store.unreadStatements(id),
      raws: () => store.raws(),
      list: () => store.list(),
      archived: () => store.archived(),
      stamps: (depth) => store.stamps(depth),
      read: (spot) => {
        reads.push(spot.file);
        return store.read(spot);
      },
      readEach: (spots) => {
        const all = [...spots];
        reads.push(...all.map(({ file }) => file));
        return store.readEach(all);
      },
      withLock: (act) => store.withLock(act),
    };
    const opened = openSearchIndex({ cacheDir, storeKey: "key", store: counting, ...more });
    if (opened.kind === "no-index") throw new Error(opened.reason);
    this.#opened.push(opened.index);
    return opened.index;
  }

  close(): void {
    for (const index of this.#opened) index.close();
    removeBox(this.base);
  }
}

export function stems(proposals: readonly Proposal[]): readonly string[] {
  return proposals.map(({ file }) => file.replace(/\.md$/, ""));
}
