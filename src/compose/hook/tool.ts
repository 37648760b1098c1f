// A tool is about to act: the guard first, which is the one part that may say no (AGT-4), of our folders and of what goes
// into Claude's own memory (AGT-23); then what is kept about the file, the command, the text or the address (CTX-2, ARR-6).
import { homedir } from "node:os";
import { realTarget } from "../../disk/real-target.ts";
import { filesNamed } from "../../guard/auto-memory.ts";
import { broughtBy } from "../../guard/content-after.ts";
import { isReader } from "../../guard/file-tools.ts";
import type { Intent, ToolEvent } from "../../hosts/event.ts";
import { namesIn } from "../../recall/act-names.ts";
import { toolNotes } from "../../recall/tool-notes.ts";
import type { ActWorld } from "../../rules/deeds.ts";
import { isAllowed } from "../allowed-once.ts";
import { belowOf } from "../below.ts";
import { guardAutoMemory } from "./auto-memory.ts";
import type { HookCall } from "./call.ts";
import { guarded } from "./guard.ts";
import { ruled } from "./rules.ts";
import { inSession, type Moment } from "./session.ts";
import { hereOf, openForHook, openKept } from "./stores.ts";

export async function onTool(event: ToolEvent, call: HookCall): Promise<Intent> {
  const here = hereOf(event.cwd, call);
  const decision = await guarded(event, call, here);
  if (decision.kind !== "none") return decision;
  const memory = await guardAutoMemory(event, call, here);
  if (memory.kind !== "none") return memory;
  const opened = openForHook(event.cwd, call, here) ?? openKept(call, here);
  if (opened === undefined) return { kind: "nothing" };
  const root = here.project?.root ?? realTarget(event.cwd, "/", homedir());
  const below = belowOf(root);
  const moment = inSession(opened, event, call);
  const { keepsRules } = opened.bounds;
  const rule = await ruled(event, moment, {
    below,
    isAllowed: (stopped, scope) => !(keepsRules && scope === "org") && isAllowed(opened, stopped, scope, call.now),
    keepsRules,
  });
  return rule.kind !== "nothing" || !takesNotes(event) ? rule : await notesFor(event, moment, below);
}

/**
 * Notes are about what changes something, or is fetched: a read is asked about for rules alone. They are for the host's own
 * tools, for what another server's takes is not known; and for a session with a usable id.
 */
function takesNotes(event: ToolEvent): boolean {
  const { session, tool, mcp, takesNotes: takes = true } = event;
  if (!takes || session === "" || mcp !== undefined || tool.startsWith("mcp__")) return false;
  return filesNamed(event).length === 0 || !isReader(event);
}

async function notesFor(event: ToolEvent, { indexed, about, keep }: Moment, below: ActWorld["below"]): Promise<Intent> {
  const files = filesNamed(event);
  const command = files.length === 0 ? textAt(event.input, "command", "cmd", "input") : undefined;
  const url = textAt(event.input, "url");
  const paths = files.flatMap((path) => below(path, event.cwd));
  const names = namesIn({ paths, command, url, text: broughtBy(event) });
  const { config } = about;
  if (names.length === 0 || config["tool-tokens"] === 0 || config["max-inject"] === 0) return { kind: "nothing" };
  const { intent, receipt } = await toolNotes(indexed, { ...about, tool: event.tool, paths, names });
  if (receipt !== undefined) keep(receipt);
  return intent;
}

function textAt(input: ToolEvent["input"], ...keys: readonly string[]): string | undefined {
  return keys.map((key) => input[key]).find((value) => typeof value === "string");
}
