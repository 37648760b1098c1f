// What a hook is told and what it answers, free of any host's wire format (AGT-2). hosts/<agent>/wire.ts
// translates both ways.

export const SESSION_SOURCES = ["startup", "resume", "clear", "compact"] as const;
export type SessionSource = (typeof SESSION_SOURCES)[number];

export interface SessionStartEvent {
  readonly kind: "SessionStart";
  readonly session: string;
  readonly cwd: string;
  readonly source: SessionSource;
}

export type HostEvent = SessionStartEvent;

/** `text` is for the model and may be empty; `userMessage` is for the person and never reaches the model (AGT-12). */
export type Intent =
  | { readonly kind: "nothing" }
  | { readonly kind: "context"; readonly event: "SessionStart"; readonly text: string; readonly userMessage?: string };
