// A pull request as its judges see it, and what they say.
import type { Circle } from "../../core/attest/circle.ts";
import type { CommittedStore } from "../../core/ports/committed-store.ts";
import { sha256Hex } from "../../core/text/digest.ts";
import type { Catalogue } from "../catalogue.ts";

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
  readonly fork: CommittedStore;
  readonly head: CommittedStore;
  /** Whose word counts before and after. */
  readonly before: Circle;
  readonly after: Circle;
  readonly had: Catalogue;
  readonly has: Catalogue;
}

export function problem(kind: ProblemKind, path: string, what: string, next: string): Problem {
  return { kind, path: path.startsWith("../") ? path.slice(3) : `.holdfast/${path}`, what, next };
}

export function isChanged({ fork, head }: Pick<Compared, "fork" | "head">, path: string): boolean {
  const [before, now] = [fork.files.get(path), head.files.get(path)];
  return before === undefined || now === undefined || sha256Hex(before) !== sha256Hex(now);
}
