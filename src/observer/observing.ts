// What the observer keeps between its runs: sessions that wait, answers that were paid for and not yet written down, what
// became of each session, and whether it may ask at all (OBS-10, OBS-11). Local and disposable.

import type { InboxEntry } from "../listen/inbox.ts";
import type { Breaker } from "./said/breaker.ts";

/** Of a session, the last that its host told of it. */
export interface WaitingSession {
  readonly key: string;
  readonly entry: InboxEntry & { readonly transcript: string };
}

/** `due`: those that are over, or silent for a while; the others may still change, and calls are few. */
export type Which = "due" | "all";

export interface WaitingSessions {
  /** One runner at a time. What it claims comes back when it is killed. */
  claim(now: Date, which: Which): readonly WaitingSession[];
  done(waiting: WaitingSession): void;
  back(waiting: WaitingSession): void;
}

export interface Answered {
  readonly text: string;
  /** How far the record had been read when it was asked. */
  readonly to: number;
}

/** By the path of the record. */
export interface PendingAnswers {
  get(transcript: string): Answered | undefined;
  put(transcript: string, answered: Answered): void;
  drop(transcript: string): void;
}

/** One session, one time. */
export interface ObservedRun {
  readonly at: string;
  readonly session: string;
  readonly host: string;
  readonly project?: string;
  readonly outcome: "observed" | "nothing" | "over-budget" | "denied" | "unlocked" | "failed";
  readonly why?: string;
  readonly added: number;
  readonly proposed: number;
  readonly dropped: Readonly<Record<string, number>>;
}

export interface ObserverState {
  readonly sessions: WaitingSessions;
  readonly pending: PendingAnswers;
  readonly breaker: { read(): Breaker; write(breaker: Breaker): void };
  keep(run: ObservedRun): void;
}
