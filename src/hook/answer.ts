// An event in, the host's answer out. What the event means is the host's wire format; what is said is app's. Each kind
// of event has a part of its own, which is loaded when such an event comes.
import { homedir } from "node:os";
import { keepCompiled } from "../compose/compiled.ts";
import type { HookCall } from "../compose/hook/call.ts";
import type { HostEvent, Intent } from "../hosts/event.ts";
import { heardFrom, speakerOf } from "../hosts/heard.ts";
import { type Host, placesOf, type Wire } from "../hosts/host.ts";
import { HOSTS, hostNamed } from "../hosts/index.ts";
import { asksNothing } from "../recall/everyday.ts";

export interface Input {
  readonly text: string;
  /** False: it went on for longer than is read. */
  readonly isWhole: boolean;
}

/** What goes to stdout; and what goes to stderr, with which the hook ends as 2: for whoever takes no other refusal. */
export interface Answer {
  readonly out: string;
  readonly refusal?: string | undefined;
}

const SILENCE: Answer = { out: "" };

export async function answer(args: readonly string[], stdin: string, env: HookCall["env"]): Promise<Answer> {
  const host = hostNamed(given(args, "--host") ?? "");
  if (host === undefined) return SILENCE;
  if (args.includes("--status")) return { out: await statusFor(host, stdin, env) };
  const heard = heardFrom(host, stdin) ?? (await import("../compose/hook/heard.ts")).unknownCall(stdin);
  if (heard === undefined) return SILENCE;
  const { event, wire, speaker } = heard;
  keepCompiled(env, event.kind);
  const call = callOf(heard.host ?? host, args, env);
  if (speaker === undefined) return rendered(wire, await respond(event, call));
  (await import("../compose/hook/heard.ts")).tellHeard(host, speaker, env);
  // Where that program has an entry of its own, this one guards and leaves the rest to it (AGT-13).
  const via = heard.host === undefined || heard.host === host ? call.via : "other-entry";
  return rendered(wire, await respond(event, { ...call, via }));
}

function rendered(wire: Wire, intent: Intent): Answer {
  return { out: wire.renderIntent(intent), refusal: wire.refusalOf?.(intent) };
}

/** The one line that a host shows its person: words alone, no event and no answer. */
async function statusFor(host: Host, stdin: string, env: HookCall["env"]): Promise<string> {
  const at = host.wire.parseStatus?.(stdin);
  if (at === undefined) return "";
  keepCompiled(env, "Status");
  return (await import("../compose/hook/status.ts")).statusLine(at, callOf(host, [], env));
}

function callOf(host: Host, args: readonly string[], env: HookCall["env"]): HookCall {
  const home = homedir();
  return {
    host: host.name,
    settings: placesOf(host, env, home).settings,
    ownSettings: HOSTS.flatMap((each) => (each.ours ?? []).map((file) => `${each.folder(env, home)}/${file}`)),
    instructions: host.instructions,
    via: given(args, "--via"),
    env,
    now: new Date(),
    began: beganAt(),
  };
}

const TOOL =
  /"(?:hook_event_name|hookEventName|hookName)"\s*:\s*"(?:PreToolUse|BeforeTool|tool_call|before(?:Shell|MCP)Execution)"/i;
const LARGE = "This call is too large to be judged by Holdfast's guard. Make it smaller, in several calls.";
const LATE = "Holdfast's guard could not judge this call, and it names a folder of Holdfast. Write it more plainly.";

/** The guard's word where there was no judgement (AGT-4): no to what is too large to be read, and to what names ours. */
export function unjudged(args: readonly string[], { text, isWhole }: Input): Answer {
  const host = hostNamed(given(args, "--host") ?? "");
  if (host === undefined || !TOOL.test(text) || (isWhole && !text.includes(".holdfast"))) return SILENCE;
  return rendered(speakerOf(host, text), { kind: "deny", reason: isWhole ? LATE : LARGE });
}

/** As `performance` has it, without loading that: it costs a millisecond. */
function beganAt(): number {
  return Date.now() - process.uptime() * 1000;
}

async function respond(event: HostEvent, call: HookCall): Promise<Intent> {
  switch (event.kind) {
    case "SessionStart":
      return (await import("../compose/hook/start.ts")).onSessionStart(event, call);
    case "SubagentStart":
      return (await import("../compose/hook/subagent.ts")).onSubagentStart(event, call);
    case "UserPromptSubmit":
      // Answered before a store is looked for: half of what such a prompt would cost.
      if (asksNothing(event.prompt)) return { kind: "nothing" };
      return (await import("../compose/hook/prompt.ts")).onPrompt(event, call);
    case "PreToolUse":
      return (await import("../compose/hook/tool.ts")).onTool(event, call);
    case "Stop":
    case "SubagentStop":
    case "PreCompact":
    case "SessionEnd":
      (await import("../compose/hook/turn.ts")).onTurn(event, call);
      return { kind: "nothing" };
  }
}

function given(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}
