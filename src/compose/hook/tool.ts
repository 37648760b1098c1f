// A tool is about to act: the guard first, which is the one part that may say no (AGT-4), of our folders and of what goes
// into Claude's own memory (AGT-23); then what is kept about the file or the command (CTX-2).
import { homedir } from "node:os";
import { realTarget } from "../../disk/real-target.ts";
import { filesNamed } from "../../guard/auto-memory.ts";
import type { Intent, ToolEvent } from "../../hosts/event.ts";
import { toolNotes } from "../../recall/tool-notes.ts";
import type { Whereabouts } from "../here.ts";
import { guardAutoMemory } from "./auto-memory.ts";
import type { HookCall } from "./call.ts";
import { guarded } from "./guard.ts";
import { inSession } from "./session.ts";
import { hereOf, openForHook } from "./stores.ts";

/** A longer line carries a document, not a command. */
const LONGEST_COMMAND = 2000;

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
  const command = files.length === 0 ? commandIn(event.input) : undefined;
  if (files.length === 0 && command === undefined) return { kind: "nothing" };
  const opened = openForHook(event.cwd, call, here);
  if (opened === undefined || opened.config["tool-tokens"] === 0 || opened.config["max-inject"] === 0)
    return { kind: "nothing" };
  const { project } = opened;
  const { indexed, about, keep } = inSession(opened, event, call);
  const paths = project === undefined ? [] : files.flatMap((path) => namesBelow(project.root, path, event.cwd));
  const moment = { ...about, tool: event.tool, paths, ...(command !== undefined && { command }) };
  const { intent, receipt } = await toolNotes(indexed, moment);
  if (receipt !== undefined) keep(receipt);
  return intent;
}

function commandIn(input: ToolEvent["input"]): string | undefined {
  const text = [input["command"], input["cmd"], input["input"]].find((value) => typeof value === "string");
  return text === undefined || text.length > LONGEST_COMMAND ? undefined : text;
}

/** The names from the project's top; nothing for what lies outside. */
function namesBelow(root: string, path: string, cwd: string): readonly (readonly string[])[] {
  const real = realTarget(path, cwd, homedir());
  return real.startsWith(`${root}/`) ? [real.slice(root.length + 1).split("/")] : [];
}
