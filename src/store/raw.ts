// Bytes that can't be read as a memory are kept locally, never in the store (STO-3).

export interface RawNote {
  readonly from: string;
  readonly why: string;
}

export interface RawKeeper {
  /** Durable when it returns; gives the path of the kept copy. */
  keep(bytes: Uint8Array, note: RawNote, now: Date): string;
}
