// The events of the hosts that speak Claude Code's hook protocol: Claude Code itself, Codex, and others after them. Read
// with suspicion: a field of another type than expected makes it no event.

import type { Fields } from "../disk/json-file.ts";
import {
  type HostEvent,
  type InSession,
  SESSION_SOURCES,
  type SessionSource,
  type SessionStartEvent,
  type ToolEvent,
} from "./event.ts";
import { isFields, parseLine } from "./json-line.ts";

/** Session ids name files of local state, so they are letters, digits and a few marks, or no id at all. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** `names` has the event names of a host that has others. */
export function parseClaudeShaped(stdin: string, names?: Readonly<Record<string, string>>): HostEvent | undefined {
  const read = parseLine(stdin);
  if (read === undefined) return undefined;
  const event = names === undefined ? read : { ...read, hook_event_name: renamed(read.hook_event_name, names) };
  const at = sessionIn(event);
  if (at !== undefined) return eventOf(event, { ...at, ...timeOf(event) });
  // The guard asks for neither: a host that changes their form must not switch it off (AGT-4).
  const cwd = folderOf(event.cwd) ?? "/";
  return event.hook_event_name === "PreToolUse" ? eventOf(event, { session: "", cwd }) : undefined;
}

/** What asks for the status line says only whose it is. */
export function parseStatus(stdin: string): InSession | undefined {
  const read = parseLine(stdin);
  return read === undefined ? undefined : sessionIn(read);
}

function sessionIn({ session_id, cwd: folder }: Fields): InSession | undefined {
  const [session, cwd] = [sessionOf(session_id), folderOf(folder)];
  return session === undefined || cwd === undefined ? undefined : { session, cwd };
}

/** For hosts whose resumed session has lost what hooks said at its start: it is told anew, as after a clear (AGT-10). */
export function toldAnew(event: SessionStartEvent): SessionStartEvent {
  return event.source === "resume" ? { ...event, source: "clear" } : event;
}

/** For hosts in which notes about a file would count as told and never arrive: guard and rules alone are asked. */
export function withoutNotes(event: ToolEvent): ToolEvent {
  return { ...event, takesNotes: false };
}

/** A refusal without a reason counts as a fault with some hosts, and then the tool runs. */
export function reasonOf({ reason }: { readonly reason: string }): string {
  return reason.trim() === "" ? "Holdfast refuses this tool call." : reason;
}

/** An answer of Claude's shape: what the model is told with an event, and what the person is; empty where neither is. */
export function contextAnswer(hookEventName: string, additionalContext: string, systemMessage = ""): string {
  const answer = {
    ...(additionalContext === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext } }),
    ...(systemMessage === "" ? {} : { systemMessage }),
  };
  return Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
}

function renamed(name: unknown, names: Readonly<Record<string, string>>): string | undefined {
  return typeof name === "string" && Object.hasOwn(names, name) ? names[name] : undefined;
}

export function isSessionId(value: unknown): value is string {
  return typeof value === "string" && SESSION_ID.test(value);
}

function sessionOf(value: unknown): string | undefined {
  return isSessionId(value) ? value : undefined;
}

function folderOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && !value.includes("\0") ? value : undefined;
}

function timeOf({ timestamp }: Fields): { readonly at?: number } {
  const at = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? {} : { at };
}

function eventOf(event: Fields, base: Pick<HostEvent, "session" | "cwd" | "at">): HostEvent | undefined {
  const kind = event.hook_event_name;
  switch (kind) {
    case "SessionStart":
      return { kind, ...base, source: sourceOf(event.source) };
    case "UserPromptSubmit":
      return typeof event.prompt === "string"
        ? { kind, ...base, prompt: event.prompt, ...transcriptOf(event) }
        : undefined;
    case "PreToolUse": {
      const { tool_name: tool } = event;
      const input = inputOf(event.tool_input);
      return typeof tool === "string" && input !== undefined
        ? { kind, ...base, tool, input, ...agentOf(event) }
        : undefined;
    }
    case "SubagentStart": {
      const { agent } = agentOf(event);
      const { agent_type: agentType } = event;
      if (agent === undefined || typeof agentType !== "string" || agentType === "") return undefined;
      return { kind, ...base, agent, agentType, ...transcriptOf(event) };
    }
    case "SubagentStop":
      // Compacting ends a helper without a name: an inner step of the host, not somebody's turn.
      if (event.agent_type === "") return undefined;
      return { kind, ...base, ...transcriptOf(event) };
    case "Stop":
    case "PreCompact":
    case "SessionEnd":
      return { kind, ...base, ...transcriptOf(event) };
    default:
      return undefined;
  }
}

/** A free-form tool is given a text: it is what the tool's input is. */
function inputOf(value: unknown): Fields | undefined {
  if (typeof value === "string") return { input: value };
  return isFields(value) ? value : undefined;
}

/** It names a file of local state together with the session, so it is read as strictly. */
function agentOf({ agent_id: id }: Fields): { readonly agent?: string } {
  const agent = sessionOf(id);
  return agent === undefined ? {} : { agent };
}

function transcriptOf({ transcript_path: path }: Fields): { readonly transcript?: string } {
  return typeof path === "string" && path !== "" && !path.includes("\0") ? { transcript: path } : {};
}

/** A source we do not know yet (Claude has added `fork`) begins a session like any other. */
function sourceOf(value: unknown): SessionSource {
  return SESSION_SOURCES.find((source) => source === value) ?? "startup";
}

/** Tools that type into a shell which runs already. */
const TYPING = /bash|shell|terminal|console|pty|stdin/i;

export function isTypedInto(tool: string): boolean {
  return TYPING.test(tool);
}
