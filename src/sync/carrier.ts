// What carries a store from one machine to another (HUB-1): git's own remote is one, a hub is another. A carrier has no say in
// what is joined. It makes of what the other side has a commit in this machine's repository, and brings a commit of this
// machine there; join and gate are the same for each. What can't be done is a value with a reason.

import type { GitRepository } from "../disk/git/carrier.ts";
import { failedFrom, type GitFailed, type Refusal } from "../text/errors.ts";
import type { Unread } from "./side.ts";

export interface Fetched {
  readonly kind: "fetched";
  /** What the other side has; undefined: nobody has sent anything yet. */
  readonly commit: string | undefined;
  /** The other side's history was rewritten; what it was is kept under this ref. */
  readonly backup?: string | undefined;
  /** What was offered and is no file of a store. */
  readonly leftOut?: readonly Unread[];
  /** Something that was sent before was not taken: it is offered again, whatever else there is to send. */
  readonly owes?: boolean;
}

export type Pushed =
  /** But for what is left out, and why. */
  | { readonly kind: "landed"; readonly leftOut?: readonly Unread[] }
  /** The other side moved on: fetch, join, and try again. */
  | { readonly kind: "behind"; readonly why?: string };

export interface Carrier {
  fetch(budgetMs: number): Promise<Fetched | Refusal | GitFailed>;
  /** `commit` goes on from what was fetched last. Never forced. */
  push(commit: string, budgetMs: number): Promise<Pushed | Refusal | GitFailed>;
  /** Milliseconds that the network has taken so far: what a budget counts. */
  reachedMs(): number;
}

/** The remote of the store's own repository. */
export function gitCarrier(git: Pick<GitRepository, "fetchRemote" | "push" | "reachedMs">): Carrier {
  return {
    fetch: async (budgetMs) => {
      const fetched = await git.fetchRemote(budgetMs).catch(failedFrom);
      return "kind" in fetched ? fetched : { kind: "fetched", ...fetched };
    },
    push: async (commit, budgetMs) => {
      const failed = await git.push(commit, budgetMs).catch(failedFrom);
      if (failed === undefined) return { kind: "landed" };
      return failed.reason === "rejected" ? { kind: "behind", why: failed.message } : failed;
    },
    reachedMs: () => git.reachedMs(),
  };
}
