// What goes between the server and its page, as types; both sides are built from these. Every string of an answer has
// gone through the sanitiser (message.ts), and the page shows it as text.
// Nothing is imported: the page is compiled for a browser and knows no other folder.

export type View = "waiting" | "quarantined";
export type Kind = "confirm" | "demote" | "edit" | "merge" | "retire" | "archive";

/** In a header of its own, so that no other page can send it: the secret of this session. */
export const SESSION_HEADER = "x-holdfast-session";

export interface Row {
  readonly key: string;
  readonly name: string;
  readonly stem: string;
  readonly tier: string;
  readonly why: string;
}

export interface QueueAnswer {
  readonly view: View;
  readonly rows: readonly Row[];
  readonly waiting: number;
  readonly broken: number;
  /** The queue holds more than was sent. */
  readonly more: boolean;
}

/** A run of text in a comparison. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

export interface Side {
  readonly title: string;
  readonly tier: string;
  readonly text: readonly Piece[];
}

export interface Comparison {
  readonly label: string;
  readonly left: Side;
  readonly right: Side;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface Action {
  readonly kind: Kind;
  readonly key: string;
  readonly word: string;
}

export interface CardAnswer {
  readonly key: string;
  /** Sent back with a decision: it counts for exactly what was shown. */
  readonly version: string;
  readonly name: string;
  readonly stem: string;
  readonly tier: string;
  readonly description: string;
  readonly body: string;
  readonly why: readonly string[];
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
  readonly comparisons: readonly Comparison[];
  readonly actions: readonly Action[];
  /** What an edit begins with. */
  readonly draft: string;
}

export interface SettledAnswer {
  readonly said: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly gone: readonly string[];
}

export interface UndoneAnswer {
  readonly said: string;
  readonly key: string;
}

export interface SessionAnswer {
  readonly secret: string;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: readonly string[] | undefined;
}
