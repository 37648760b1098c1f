// What a tool call needs beside what every moment of a session does: the files it touches, or the command it runs.
import { homedir } from "node:os";
import { realTarget } from "../../disk/real-target.ts";
import { filesNamed } from "../../guard/auto-memory.ts";
import type { ToolEvent } from "../../hosts/event.ts";
import type { Here } from "../here.ts";
import type { HookCall } from "./call.ts";
import { inSession, type OpenedInSession } from "./session.ts";
import { openForHook } from "./stores.ts";

export interface OpenedForTool extends OpenedInSession {
  readonly paths: readonly (readonly string[])[];
  readonly command: string | undefined;
}

/** A longer line carries a document, not a command. */
const LONGEST_COMMAND = 2000;

export function openForTool(event: ToolEvent, call: HookCall, here: Here): OpenedForTool | undefined {
  const files = filesNamed(event);
  const command = files.length === 0 ? commandIn(event.input) : undefined;
  if (files.length === 0 && command === undefined) return undefined;
  const opened = openForHook(event.cwd, call, here);
  if (opened === undefined || opened.config["tool-tokens"] === 0 || opened.config["max-inject"] === 0) return undefined;
  const { project } = opened;
  return {
    ...inSession(opened, event, call),
    paths: project === undefined ? [] : files.flatMap((path) => namesBelow(project.root, path, event.cwd)),
    command,
  };
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
