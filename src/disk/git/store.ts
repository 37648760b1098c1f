// What every file of this folder needs to know of the store's repository, and a call into it.
import type { GitEntry, GitOutcome } from "./carrier.ts";
import { type GitCall, runGit } from "./run.ts";

export interface GitStore {
  /** The store's folder, resolved; its repository is `.git` in it. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** From config.ts: switches off the filters that the user's own configuration names. */
  readonly filtersOff: Readonly<Record<string, string>>;
  /** What commits hold, by their hash, as far as it was listed in this run: a commit never changes. */
  readonly listed: Map<string, readonly GitEntry[]>;
}

/** For what touches this disk only: far more than it takes, and still an end. */
const LOCAL_MS = 60_000;

type Options = Partial<Pick<GitCall, "input" | "variables" | "protocols" | "settings" | "budgetMs" | "largest">>;

export function callOf(store: GitStore, args: readonly string[], options: Options = {}): GitCall {
  const settings = { ...store.filtersOff, ...options.settings };
  return { at: { store: store.root }, args, budgetMs: LOCAL_MS, env: store.env, ...options, settings };
}

export function inStore(store: GitStore, args: readonly string[], options: Options = {}): Promise<GitOutcome<Buffer>> {
  return runGit(callOf(store, args, options));
}

export function ok<T>(value: T): { readonly kind: "ok"; readonly value: T } {
  return { kind: "ok", value };
}
