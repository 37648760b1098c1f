// How much of a store who fills (HUB-5). A path that is gone goes on counting, so what was filled can't be emptied: whoever confirms nothing
// leaves the last part to those who do, or they could stop a store for good.
import { LIMITS } from "../protocol.ts";
import type { Store } from "./stores.ts";

export interface Shares {
  /** Of LIMITS.storeBytes and LIMITS.storePaths. */
  readonly texts: number;
  readonly demotions: number;
  readonly full: string;
  readonly next: string;
}

export function sharesOf(isReviewer: boolean): Shares {
  return isReviewer ? REVIEWERS : EVERYBODYS;
}

const HOLDS = `it holds ${LIMITS.storeBytes / 1_048_576} MiB and ${LIMITS.storePaths} paths at most`;

/** A memory that comes back to its place and is demoted to another one takes a path each time, so demotions have an end as well. */
const EVERYBODYS: Shares = {
  texts: 9 / 10,
  demotions: 19 / 20,
  full: `the store is full but for reviewers: ${HOLDS}, the last tenth for them`,
  next: "leave it out: a reviewer or an admin brings it",
};
const REVIEWERS: Shares = {
  texts: 1,
  demotions: Number.POSITIVE_INFINITY,
  full: `the store is full: ${HOLDS}`,
  next: "leave it out",
};

type Size = Pick<Store, "bytes" | "paths">;

/** What takes no more room is never beyond it. */
export function isBeyond(share: number, { bytes, paths }: Size, more: Size): boolean {
  return (
    (more.bytes > 0 && bytes + more.bytes > LIMITS.storeBytes * share) ||
    (more.paths > 0 && paths + more.paths > LIMITS.storePaths * share)
  );
}
