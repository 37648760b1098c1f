// What agents said about memories they were given (MCP-1): local and disposable. It changes no tier; it tells a person
// where to look first.

export const VERDICTS = ["used", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Feedback {
  readonly at: string;
  /** The memory's id, or its file stem where it has none. */
  readonly memory: string;
  /** Of the file as it was: once somebody changed it, the word is about a text that is gone. */
  readonly sha256: string;
  readonly verdict: Verdict;
  /** What shows it, in a line. */
  readonly quote?: string;
}

export interface FeedbackLog {
  append(feedback: Feedback): void;
  /** Oldest first. */
  all(): readonly Feedback[];
}
