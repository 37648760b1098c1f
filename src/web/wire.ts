// What goes between the server and its page, as types; both sides are built from these. Every string of an answer has
// gone through the sanitiser (message.ts), and the page shows it as text.
// Nothing is imported: the page is compiled for a browser and knows no other folder.

export type QueueView = "waiting" | "quarantined";
export type ActKind = "confirm" | "demote" | "edit" | "merge" | "retire" | "archive";

/** In a header of its own, so that no other page can send it: the secret of this session. */
export const SESSION_HEADER = "x-holdfast-session";

export interface QueueRow {
  readonly key: string;
  readonly name: string;
  readonly stem: string;
  readonly tier: string;
  readonly why: string;
}

export interface QueueAnswer {
  readonly view: QueueView;
  readonly rows: readonly QueueRow[];
  readonly waiting: number;
  readonly broken: number;
  /** The queue holds more than was sent. */
  readonly more: boolean;
  /** The person wants to register a passkey. */
  readonly mayRegister: boolean;
}

/** What the passkey is asked to sign before a decision is done. */
export interface Touch {
  readonly challenge: string;
  readonly credential: string;
}

export interface TouchAnswer {
  readonly touch: Touch;
}

export interface RegisterAnswer {
  readonly challenge: string;
}

/** A run of text in a comparison. */
export interface TextPiece {
  readonly text: string;
  readonly differs: boolean;
}

export interface ComparedSide {
  readonly title: string;
  readonly tier: string;
  readonly text: readonly TextPiece[];
}

export interface SideBySide {
  readonly label: string;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

export interface CardAction {
  readonly kind: ActKind;
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
  readonly comparisons: readonly SideBySide[];
  readonly actions: readonly CardAction[];
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

export interface PageProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: readonly string[] | undefined;
}
