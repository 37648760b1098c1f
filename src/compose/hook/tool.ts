// A tool is about to act: the guard first, which is the one part that may say no (AGT-4), of our folders and of what goes
// into Claude's own memory (AGT-23); then what is kept about the file, the command, the text or the address (CTX-2, ARR-6).
import { homedir } from "node:os";
import { realTarget } from "../../disk/real-target.ts";
import { filesNamed } from "../../guard/auto-memory.ts";
import { broughtBy } from "../../guard/content-after.ts";
import type { Intent, ToolEvent } from "../../hosts/event.ts";
import { namesIn } from "../../recall/act-names.ts";
import { toolNotes } from "../../recall/tool-notes.ts";
import type { Whereabouts } from "../here.ts";
import { guardAutoMemory } from "./auto-memory.ts";
import type { HookCall } from "./call.ts";
import { guarded } from "./guard.ts";
import { inSession } from "./session.ts";
import { hereOf, openForHook } from "./stores.ts";

export async function onTool(event: ToolEvent, call: HookCall): Promise<Intent> {
  const here = hereOf(event.cwd, call);
  const decision = await guarded(event, call, here);
  if (decision.kind !== "none") return decision;
  const memory = await guardAutoMemory(event, call, here);
  if (memory.kind !== "none") return memory;
  return event.session === "" ? { kind: "nothing" } : await notesFor(event, call, here);
}

async function notesFor(event: ToolEvent, call: HookCall, here: Whereabouts): Promise<Intent> {
  const files = filesNamed(event);
  const command = files.length === 0 ? textAt(event.input, "command", "cmd", "input") : undefined;
  const url = textAt(event.input, "url");
  const root = here.project?.root ?? realTarget(event.cwd, "/", homedir());
  const paths = files.flatMap((path) => namesBelow(root, path, event.cwd));
  const names = namesIn({ paths, command, url, text: broughtBy(event) });
  if (names.length === 0) return { kind: "nothing" };
  const opened = openForHook(event.cwd, call, here);
  if (opened === undefined || opened.config["tool-tokens"] === 0 || opened.config["max-inject"] === 0)
    return { kind: "nothing" };
  const { indexed, about, keep } = inSession(opened, event, call);
  const { intent, receipt } = await toolNotes(indexed, { ...about, tool: event.tool, paths, names });
  if (receipt !== undefined) keep(receipt);
  return intent;
}

function textAt(input: ToolEvent["input"], ...keys: readonly string[]): string | undefined {
  return keys.map((key) => input[key]).find((value) => typeof value === "string");
}

/** The names from the project's top; nothing for what lies outside. */
function namesBelow(root: string, path: string, cwd: string): readonly (readonly string[])[] {
  const real = realTarget(path, cwd, homedir());
  return real.startsWith(`${root}/`) ? [real.slice(root.length + 1).split("/")] : [];
}
