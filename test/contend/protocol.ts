// What the parent of the contention run and its workers say to each other.

/** Milliseconds of the clock that all processes of a machine share and nobody sets: the time of day may step between two of them. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

export interface Ack {
  readonly id: string;
  /** A line that must stand in the memory's body ever after. */
  readonly mark: string;
  readonly atMs: number;
  /** From the first try to the acknowledgement, refusals included. */
  readonly waitedMs: number;
}

export type ToWorker =
  | {
      readonly kind: "write";
      readonly base: string;
      readonly number: number;
      readonly writes: number;
      /** At this write the worker stops itself in the middle of its critical section. */
      readonly stopAt: number | undefined;
    }
  | { readonly kind: "hold"; readonly base: string }
  /** One write after the other, for so long; a refusal is told and not tried again. */
  | { readonly kind: "write-for"; readonly base: string; readonly number: number; readonly ms: number }
  | { readonly kind: "wait-and-write"; readonly base: string; readonly number: number };

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "ack"; readonly ack: Ack }
  | { readonly kind: "stopping" }
  | { readonly kind: "held" }
  | { readonly kind: "trying" }
  | { readonly kind: "wrong"; readonly what: string }
  | { readonly kind: "wrote"; readonly acks: readonly Ack[]; readonly refusals: Readonly<Record<string, number>> }
  | {
      readonly kind: "done";
      readonly unlocked: number;
      /** Refusals a caller got and tried again after, by code. */
      readonly refusals: Readonly<Record<string, number>>;
    };
