// What the parent and its workers say to each other, and what a worker writes into the log outside the store.
import type { Spot } from "../../src/store/memory-store.ts";

export const VERBS = ["add", "edit", "confirm", "demote", "restore", "undo"] as const;
export type CrashVerb = (typeof VERBS)[number];

export const MUTANTS = ["in-place", "early-ack"] as const;
/** Protocols that are wrong on purpose: the harness must see it. */
export type Mutant = (typeof MUTANTS)[number];

/** The worker ends itself before this file-system step, or in the middle of it where it writes bytes. */
export interface KillStep {
  readonly step: number;
  readonly half: boolean;
}

export type ToWorker =
  | {
      readonly kind: "go";
      readonly base: string;
      readonly log: string;
      readonly seed: number;
      readonly mutant: Mutant | undefined;
      readonly kill: KillStep | undefined;
    }
  | { readonly kind: "on" };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "first"; readonly ms: number }
  | { readonly kind: "wrong"; readonly what: string };

export interface Standing extends Spot {
  readonly sha256: string;
}

/** One step of a plan: afterwards the memory stands there, or nowhere. */
export interface Promised {
  readonly id: string;
  readonly action: string;
  readonly moves: boolean;
  readonly after: Standing | null;
}

export type LogLine =
  | { readonly kind: "begin"; readonly verb: CrashVerb; readonly steps: readonly Promised[] }
  | { readonly kind: "ack" };
