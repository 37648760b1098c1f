// What `sync` plugs in: the store as files and its git repository.
import { performance } from "node:perf_hooks";
import type { Config } from "../config/config.ts";
import type { GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import type { Places } from "../disk/places.ts";
import { appendNotice } from "../recall/io/notices.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import type { StoreFiles } from "../store/store-files.ts";
import { readSyncRecord, writeSyncRecord } from "../sync/io/record.ts";
import { newsIn, type Run, recordAfter } from "../sync/note.ts";
import { renewDevice } from "./renew-device.ts";

export interface SyncTools {
  files(open: OpenStore): StoreFiles;
  repository(open: OpenStore): Promise<GitRepository>;
  /** Another id for this device. */
  renew(open: OpenStore, act: Act): string;
  /** Leaves for session start and doctor how the run ended. */
  note(open: OpenStore, run: Run): void;
  /** What is left of so many milliseconds from now. */
  budget(ms: number): () => number;
}

export function openSync(places: Places, config: () => Config): SyncTools {
  const { state } = places;
  return {
    files: ({ store }) => openStoreFiles(store.info),
    repository: ({ store }) => openGitRepository(store.info.root),
    renew: ({ store }, act) => renewDevice(places, config(), store.info, act),
    note: (open, run) => {
      const before = readSyncRecord(state);
      const after = recordAfter(before, run, open);
      writeSyncRecord(state, after);
      for (const line of newsIn(before, after)) appendNotice(state, line, run.now);
    },
    budget: (ms) => {
      const end = performance.now() + ms;
      return () => end - performance.now();
    },
  };
}
