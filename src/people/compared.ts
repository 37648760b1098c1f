// A pull request as its judges see it, and what they say.
import type { Circle } from "../attest/circle.ts";
import type { Catalogue, Memory } from "../store/catalogue.ts";
import { sha256Hex } from "../text/digest.ts";
import type { CommittedStore } from "./committed-store.ts";

export type ProblemKind =
  | "unsigned"
  | "edited"
  | "hold-removed"
  | "new-signer"
  | "signer-removed"
  | "not-a-record"
  | "statement-removed"
  | "statement-forged"
  | "store-changed"
  | "no-plain-file"
  | "attributes"
  | "check";

export interface Problem {
  readonly kind: ProblemKind;
  /** From the top of the repository. */
  readonly path: string;
  readonly what: string;
  readonly next: string;
}

/** What every part of the judgement looks at. */
export interface Compared {
  readonly base: string;
  readonly storeId: string;
  readonly tip: CommittedStore;
  /** All of them: a merge goes by what any of them holds. */
  readonly forks: readonly CommittedStore[];
  readonly head: CommittedStore;
  /** Whose word counts before and after. */
  readonly before: Circle;
  readonly after: Circle;
  readonly had: readonly Memory[];
  readonly has: Catalogue;
}

export function problem(kind: ProblemKind, path: string, what: string, next: string): Problem {
  return { kind, path: path.startsWith("../") ? path.slice(3) : `.holdfast/${path}`, what, next };
}

/** As none of the commits has it at which the two parted. */
export function isChanged({ forks, head }: Compared, path: string): boolean {
  return forks.every((fork) => differs(fork, head, path));
}

export function differs(fork: CommittedStore, head: CommittedStore, path: string): boolean {
  const [before, now] = [fork.files.get(path), head.files.get(path)];
  return before === undefined || now === undefined || sha256Hex(before) !== sha256Hex(now);
}
