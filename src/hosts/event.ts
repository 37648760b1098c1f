// What a hook is told and what it answers, free of any host's wire format (AGT-2). hosts/<agent>/wire.ts
// translates both ways.

export const SESSION_SOURCES = ["startup", "resume", "clear", "compact"] as const;
export type SessionSource = (typeof SESSION_SOURCES)[number];

export interface InSession {
  readonly session: string;
  readonly cwd: string;
  /** When it happened, in milliseconds, where the host says so: events that are sent at once have an order by it. */
  readonly at?: number;
}

export interface SessionStartEvent extends InSession {
  readonly kind: "SessionStart";
  readonly source: SessionSource;
  /** What prompts and tools brought is still there, although what the start told is not. */
  readonly hasPrompts?: boolean;
}

export interface PromptEvent extends InSession {
  readonly kind: "UserPromptSubmit";
  readonly prompt: string;
  /** As of a turn. */
  readonly transcript?: string;
}

/** A helper of the session begins, with a context of its own: what the session was told is not in it (ARR-7). */
export interface SubagentStartEvent extends InSession {
  readonly kind: "SubagentStart";
  readonly agent: string;
  readonly agentType: string;
  /** Where the host keeps the session's own record, in which the helper's task stands. */
  readonly transcript?: string;
}

/** A tool is about to act. The input is the agent's own object, not looked into yet. A session without a usable id is "". */
export interface ToolEvent extends InSession {
  readonly kind: "PreToolUse";
  readonly tool: string;
  /** The helper that acts; absent where the session itself does. */
  readonly agent?: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** A key of the input whose relative path the host looks up by its end: it edits the file whose path ends so. */
  readonly foundByEnd?: string;
  /** False where what is said before a tool acts reaches nobody. */
  readonly takesNotes?: false;
  /** Nothing can be told before a tool, a person's reminder neither. */
  readonly takesReminders?: false;
  /** Server and tool, in the host's spelling, where it is another server's tool and its name does not say so as `mcp__`. */
  readonly mcp?: string;
}

/** Something was said or is about to be lost: what the inbox is told of (AGT events Stop, SubagentStop, PreCompact, SessionEnd). */
export interface TurnEvent extends InSession {
  readonly kind: "Stop" | "SubagentStop" | "PreCompact" | "SessionEnd";
  /** Where the host keeps the session's own record; absent where it names none. */
  readonly transcript?: string;
}

export type HostEvent = SessionStartEvent | SubagentStartEvent | PromptEvent | ToolEvent | TurnEvent;

/** `text` is for the model and may be empty; `userMessage` is for the person and never reaches the model (AGT-12). */
export type Intent =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "context";
      readonly event: "SessionStart" | "SubagentStart" | "UserPromptSubmit" | "PreToolUse";
      readonly text: string;
      readonly userMessage?: string;
    }
  /** The tool may not act; the reason is for the model. Only the guard says this (AGT-4). */
  | { readonly kind: "deny"; readonly reason: string }
  /** The person is to be asked first; a host that can't ask is given the refusal, for the model (RUL-5). */
  | { readonly kind: "ask"; readonly reason: string; readonly refusal: string }
  /**
   * The tool acts with this input instead: only for writes that the host lets through without asking the person, such as
   * those into its own memory folder (AGT-22, AGT-23). Where a host can't, it is a deny.
   */
  | { readonly kind: "rewrite"; readonly input: Readonly<Record<string, unknown>>; readonly reason: string };
