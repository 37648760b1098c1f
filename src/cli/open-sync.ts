// What `sync` plugs in: the store as files and its git repository.
import { performance } from "node:perf_hooks";
import type { Act, OpenStore } from "../app/context.ts";
import type { Config } from "../core/config.ts";
import type { GitOutcome, GitRepository } from "../core/ports/git-repository.ts";
import type { StoreFiles } from "../core/ports/store-files.ts";
import type { Places } from "../disk/places.ts";
import { openGitRepository } from "../git/repository.ts";
import { openStoreFiles } from "../store/whole.ts";
import { renewDevice } from "../wiring/renew-device.ts";

export interface SyncTools {
  files(open: OpenStore): StoreFiles;
  repository(open: OpenStore): Promise<GitOutcome<GitRepository>>;
  /** Another id for this device. */
  renew(open: OpenStore, act: Act): string;
  /** What is left of so many milliseconds from now. */
  budget(ms: number): () => number;
}

export function openSync(places: Places, config: () => Config): SyncTools {
  return {
    files: ({ store }) => openStoreFiles(store.info),
    repository: ({ store }) => openGitRepository(store.info.root),
    renew: ({ store }, act) => renewDevice(places, config(), store.info, act),
    budget: (ms) => {
      const end = performance.now() + ms;
      return () => end - performance.now();
    },
  };
}
