// What goes between the server and its page, as types; both sides are built from these. Every string of an answer has
// gone through the sanitiser (message.ts), and the page shows it as text.
// Nothing is imported: the page is compiled for a browser and knows no other folder.

export type QueueView = "waiting" | "quarantined";
export type ActKind = "confirm" | "demote" | "edit" | "merge" | "retire" | "archive" | "off" | "on" | "forget";

/** What the page begins with: all memories, or what waits. */
export type Beginning = "all" | "waiting";

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
  readonly begins: Beginning;
}

// The whole store (SUR-13).

/** One memory in the list. */
export interface ListRow {
  readonly key: string;
  readonly handle: string;
  readonly tier: string;
  readonly name: string;
  readonly kind: string;
  /** Its project, or the store it is shared in; empty: everywhere. */
  readonly where: string;
  readonly date: string;
  /** Why it is not in use. */
  readonly marks: readonly string[];
}

export interface ListAnswer {
  readonly rows: readonly ListRow[];
  readonly from: number;
  readonly found: number;
  readonly all: number;
  /** With the first rows: what may be filtered by. */
  readonly known?: {
    readonly tags: readonly string[];
    readonly projects: readonly string[];
    readonly kinds: readonly string[];
  };
}

/** One line of a memory's past. */
export interface PastLine {
  readonly when: string;
  readonly what: string;
  readonly who: string;
}

export interface PastAnswer {
  readonly acts: readonly PastLine[];
  readonly given: readonly PastLine[];
  /** How many are not listed. */
  readonly older: { readonly acts: number; readonly given: number };
}

/** What an act would do, before it is done. */
export interface AskAnswer {
  readonly ticket: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** What becomes of its name and description. */
  readonly heads: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  readonly comparisons: readonly SideBySide[];
  /** The text that a yes makes count, whole. */
  readonly text: string;
  /** To be typed; empty: a plain yes is enough. */
  readonly word: string;
  readonly yes: string;
}

export interface DoneAnswer extends SettledAnswer {
  /** What a forgetting could not reach, and how to. */
  readonly left: readonly string[];
}

export interface RuleRow {
  readonly key: string;
  readonly name: string;
  readonly tier: string;
  readonly lines: readonly string[];
  /** How often it fired, or why it is only text. */
  readonly told: string;
  readonly inForce: boolean;
  readonly review: boolean;
}

export interface RulesAnswer {
  readonly rules: readonly RuleRow[];
}

export interface UseAnswer {
  readonly tiers: readonly { readonly tier: string; readonly count: number }[];
  readonly weeks: readonly { readonly week: string; readonly sessions: number; readonly memories: number }[];
  readonly most: readonly { readonly key: string; readonly name: string; readonly sessions: number }[];
  /** In use, and given to no session as far as receipts are kept. */
  readonly never: number;
}

export interface PageProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: readonly string[] | undefined;
}
