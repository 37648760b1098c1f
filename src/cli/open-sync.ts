// What `sync` plugs in: the store as files and its git repository.
import { performance } from "node:perf_hooks";
import type { OpenStore } from "../app/context.ts";
import type { GitOutcome, GitRepository } from "../core/ports/git-repository.ts";
import type { StoreFiles } from "../core/ports/store-files.ts";
import { openGitRepository } from "../git/repository.ts";
import { openStoreFiles } from "../store/whole.ts";

export interface SyncTools {
  files(open: OpenStore): StoreFiles;
  repository(open: OpenStore): Promise<GitOutcome<GitRepository>>;
  /** What is left of so many milliseconds from now. */
  budget(ms: number): () => number;
}

export function openSync(): SyncTools {
  return {
    files: ({ store }) => openStoreFiles(store.info),
    repository: ({ store }) => openGitRepository(store.info.root),
    budget: (ms) => {
      const end = performance.now() + ms;
      return () => end - performance.now();
    },
  };
}
