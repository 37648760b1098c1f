// What a prompt needs beside what every moment of a session does.
import type { PromptEvent } from "../../hosts/event.ts";
import { isFirst } from "../../recall/io/notices.ts";
import type { HookCall } from "./call.ts";
import { inSession, type OpenedInSession } from "./session.ts";
import { openForHook } from "./stores.ts";

export interface OpenedForPrompt extends OpenedInSession {
  /** Nothing was ever injected before (AGT-12); asked once, when something is. */
  isFirst(): boolean;
}

export function openForPrompt(event: PromptEvent, call: HookCall): OpenedForPrompt | undefined {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return undefined;
  return { ...inSession(opened, event, call), isFirst: () => isFirst(opened.places.state, "injection") };
}
