// The hosts' own records of sessions, read from where the last reader stopped.

/** How far a record was read, and how many memories came of it. */
export interface Mark {
  readonly offset: number;
  readonly kept: number;
  /** Private spans that were open there (OBS-7). */
  readonly open?: number;
}

export interface Piece {
  readonly lines: readonly string[];
  readonly from: Mark;
  /** Where the next reader begins: after the last whole line. */
  readonly next: number;
}

export interface Transcripts {
  /** Undefined: there is no such file, or it is none that may be read. `to`: as if it ended there. */
  read(path: string, to?: number): Piece | undefined;
  /** Remembered only after what was found is written: a kill in between reads the piece again. */
  remember(path: string, mark: Mark): void;
}
