// A shared store as one commit has it, and the commits that a pull request is about (SYN-31). Nothing of it is on a disk:
// it is read from git's objects, and judged as a reader would who counts a given circle.
import type { Anchor, Circle } from "../attest/circle.ts";
import type { DeviceRecord } from "../attest/devices.ts";
import type { Allowances } from "../checks/settings.ts";
import type { GitOddity } from "../disk/git/carrier.ts";
import type { Marker } from "../store/marker.ts";
import type { MemoryStore } from "../store/memory-store.ts";

/** A line of `allowed_signers`; without an anchor where it is none of ours. */
export interface SignerLine {
  readonly line: string;
  readonly anchor: Anchor | undefined;
}

export interface CommittedStore {
  /** By their paths below the store's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What is no plain file, or too large to be looked at. */
  readonly odd: readonly { readonly path: string; readonly what: GitOddity | "too-large" }[];
  /** Undefined: there is no store in this commit. */
  readonly marker: Marker | undefined;
  readonly signers: readonly SignerLine[];
  /** Undefined for a file of devices/ that is no whole, signed record. */
  readonly records: ReadonlyMap<string, DeviceRecord | undefined>;
  as(circle: Circle): Pick<MemoryStore, "info" | "list" | "read" | "readEach" | "statements" | "pastStatements">;
  allowances(circle: Circle): Pick<Allowances, "digest" | "all">;
}

/** Why there is none, where the history was cut off. */
export const SHALLOW = "this is a shallow clone, and what a pull request changes is told by the whole history";

export interface PullRequest {
  /** As it was named. */
  readonly base: string;
  /** What the base is now: whose word counts is decided by it. */
  readonly tip: CommittedStore;
  /** Where the two parted: what was changed is told by it. More than one where branches were merged across each other. */
  readonly forks: readonly CommittedStore[];
  readonly head: CommittedStore;
  readonly commits: { readonly tip: string; readonly forks: readonly string[]; readonly head: string };
}
