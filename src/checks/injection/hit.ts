// What the injection check and the capability check return: values with offsets in the raw text.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface InjectionHit extends Span {
  readonly rule: string;
  /** An unambiguous kind: chat-template tokens, forged fences, hidden payloads. The others order a review. */
  readonly marker: boolean;
}

export type Capability =
  | "shell"
  | "network"
  | "install"
  | "disable-check"
  | "hide-from-user"
  | "reveal-secret"
  | "edit-agent-setup";

export interface CapabilityHit extends Span {
  readonly capability: Capability;
}
