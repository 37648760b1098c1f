// What a hook leaves for later: that something was said, and where the host keeps it (spec 5, events). Local, kept 14
// days (SUR-9). The text itself stays in the host's own record until somebody drains the inbox.
import type { PromptEvent, TurnEvent } from "../hosts/event.ts";

export interface InboxEntry {
  readonly at: string;
  readonly session: string;
  readonly host: string;
  readonly cwd: string;
  /** A prompt leaves one where a cue was caught in it. */
  readonly kind: (TurnEvent | PromptEvent)["kind"];
  readonly transcript?: string;
}

/** Entries that one drainer holds. Until `done` they come back by themselves when their drainer is killed. */
export interface Batch {
  readonly entries: readonly InboxEntry[];
  /** What could not be handled in time goes back; the rest is gone. */
  done(left: readonly InboxEntry[]): void;
}

// The hosts' own records of sessions, read from where the last reader stopped.
/** How far a record was read, and how many memories came of it. */
export interface ReadMark {
  readonly offset: number;
  readonly kept: number;
  /** Private spans that were open there (OBS-7). */
  readonly open?: number;
}

export interface Piece {
  readonly lines: readonly string[];
  readonly from: ReadMark;
  /** Where the next reader begins: after the last whole line. */
  readonly next: number;
}

export interface Transcripts {
  /** Undefined: there is no such file, or it is none that may be read. `to`: as if it ended there. */
  read(path: string, to?: number): Piece | undefined;
  /** Remembered only after what was found is written: a kill in between reads the piece again. */
  remember(path: string, mark: ReadMark): void;
}
