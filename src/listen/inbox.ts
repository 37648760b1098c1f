// What a hook leaves for later: that something was said, and where the host keeps it (spec 5, events). Local, kept 14
// days (SUR-9). The text itself stays in the host's own record until somebody drains the inbox.
import type { TurnEvent } from "../hosts/event.ts";

export interface InboxEntry {
  readonly at: string;
  readonly session: string;
  readonly host: string;
  readonly cwd: string;
  readonly kind: TurnEvent["kind"];
  readonly transcript?: string;
}

/** Entries that one drainer holds. Until `done` they come back by themselves when their drainer is killed. */
export interface Batch {
  readonly entries: readonly InboxEntry[];
  /** What could not be handled in time goes back; the rest is gone. */
  done(left: readonly InboxEntry[]): void;
}

export interface Inbox {
  /** Everything that waits, oldest first; of two drainers at once each entry goes to one. */
  take(now: Date): Batch;
}
