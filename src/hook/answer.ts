// An event in, the host's answer out. What the event means is the host's wire format; what is said is app's. Each kind
// of event has a part of its own, which is loaded when such an event comes.
import { homedir } from "node:os";
import { keepCompiled } from "../compose/compiled.ts";
import type { HookCall } from "../compose/hook/call.ts";
import type { HostEvent, Intent } from "../hosts/event.ts";
import { type Host, placesOf } from "../hosts/host.ts";
import { HOSTS, hostNamed } from "../hosts/index.ts";

export interface Input {
  readonly text: string;
  /** False: it went on for longer than is read. */
  readonly isWhole: boolean;
}

export async function answer(args: readonly string[], stdin: string, env: HookCall["env"]): Promise<string> {
  const host = hostNamed(given(args, "--host") ?? "");
  if (host === undefined) return "";
  if (args.includes("--status")) return statusFor(host, stdin, env);
  const event = host.wire.parseEvent(stdin);
  if (event === undefined) return "";
  keepCompiled(env, event.kind);
  return host.wire.renderIntent(await respond(event, callOf(host, args, env)));
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

const TOOL = /"hook_event_name"\s*:\s*"(?:PreToolUse|BeforeTool)"|"hookName"\s*:\s*"tool_call"/;
const LARGE = "This call is too large to be judged by Holdfast's guard. Make it smaller, in several calls.";
const LATE = "Holdfast's guard could not judge this call, and it names a folder of Holdfast. Write it more plainly.";

/** The guard's word where there was no judgement (AGT-4): no to what is too large to be read, and to what names ours. */
export function unjudged(args: readonly string[], { text, isWhole }: Input): string {
  const host = hostNamed(given(args, "--host") ?? "");
  if (host === undefined || !TOOL.test(text) || (isWhole && !text.includes(".holdfast"))) return "";
  return host.wire.renderIntent({ kind: "deny", reason: isWhole ? LATE : LARGE });
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
