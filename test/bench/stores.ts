// Stores to measure: real files up to a size that a disk makes in seconds, above it the same memories from memory, so
// that a million need no million files. What is then not in the figures is the reading of files, which has its own.
import { mkdirSync, writeFileSync } from "node:fs";
import { initStore, openStore } from "../../src/store/io/open-store.ts";
import type { FileStamp, MemoryStore, StoredFile } from "../../src/store/memory-store.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { fileAt, memoryText } from "./generate.ts";

export interface Measured {
  readonly store: MemoryStore;
  /** Changes one memory, as a writer would. */
  change(n: number, round: number): void;
  /** Time spent in looking at the store since it was last asked. */
  looked(): number;
}

const STORE_ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE";

export function onDisk(base: string, size: number, projects: number): Measured {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  initStore(`${base}/store`, { scope: "personal", storeId: STORE_ID });
  const path = (n: number): string => `${base}/store/memories/${fileAt(n)}`;
  for (let n = 0; n < size; n++) writeFileSync(path(n), memoryText(n, projects), { mode: 0o600 });
  const store = openStore(`${base}/store`, { scope: "personal" });
  return timed(store, (n, round) => writeFileSync(path(n), `${memoryText(n, projects)}changed${round}\n`));
}

export function inMemory(size: number, projects: number): Measured {
  const changed = new Map<number, number>();
  const files: FileStamp[] = Array.from({ length: size }, (_, n) => ({
    place: "memories",
    file: fileAt(n),
    stamp: "1",
  }));
  const nothing = () => [];
  const store: MemoryStore = {
    info: { root: "/", storeId: STORE_ID, scope: "personal", format: 1, writable: false },
    statements: nothing,
    latestStatements: nothing,
    pastStatements: nothing,
    standingStatements: nothing,
    unreadStatements: nothing,
    raws: nothing,
    archived: nothing,
    list: () => ({ spots: files, strangers: [], leftovers: [] }),
    stamps: (depth) => ({ places: String(changed.size), files: depth === "files" ? files : [] }),
    read: ({ place, file }): StoredFile => {
      const n = Number.parseInt(file.slice("project_m".length), 10);
      const round = changed.get(n);
      const bytes = Buffer.from(memoryText(n, projects) + (round === undefined ? "" : `changed${round}\n`));
      return { kind: "file", place, file, bytes, sha256: sha256Hex(bytes), mtimeMs: 1 };
    },
    readEach: function* (spots) {
      for (const spot of spots) yield store.read(spot);
    },
    withLock: () => Promise.reject(new Error("never written")),
  };
  return timed(store, (n, round) => {
    changed.set(n, round);
    files[n] = { place: "memories", file: fileAt(n), stamp: `changed ${round}` };
  });
}

function timed(store: MemoryStore, change: Measured["change"]): Measured {
  let spent = 0;
  const stamps: MemoryStore["stamps"] = (depth) => {
    const start = performance.now();
    try {
      return store.stamps(depth);
    } finally {
      spent += performance.now() - start;
    }
  };
  return {
    store: {
      info: store.info,
      statements: (id) => store.statements(id),
      latestStatements: (id) => store.latestStatements(id),
      pastStatements: (id) => store.pastStatements(id),
      standingStatements: (id) => store.standingStatements(id),
      unreadStatements: (id) => store.unreadStatements(id),
      raws: () => store.raws(),
      list: () => store.list(),
      archived: () => store.archived(),
      stamps,
      read: (spot) => store.read(spot),
      readEach: (spots) => store.readEach(spots),
      withLock: (act) => store.withLock(act),
    },
    change,
    looked: () => {
      const was = spent;
      spent = 0;
      return was;
    },
  };
}
