// A tool is about to act: the guard first, which is the one part that may say no (AGT-4), of our folders and of what goes
// into Claude's own memory (AGT-23); then what is kept about the file or the command (CTX-2).

import { guardAutoMemory } from "../compose/hook/auto-memory.ts";
import type { HookCall } from "../compose/hook/call.ts";
import { guarded } from "../compose/hook/guard.ts";
import { hereOf } from "../compose/hook/stores.ts";
import { openForTool } from "../compose/hook/tool.ts";
import type { Intent, ToolEvent } from "../hosts/event.ts";
import { toolNotes } from "../recall/tool-notes.ts";

export async function onTool(event: ToolEvent, call: HookCall): Promise<Intent> {
  const here = hereOf(event.cwd, call);
  const decision = await guarded(event, call, here);
  if (decision.kind !== "none") return decision;
  const memory = await guardAutoMemory(event, call, here);
  if (memory.kind !== "none") return memory;
  const opened = event.session === "" ? undefined : openForTool(event, call, here);
  if (opened === undefined) return { kind: "nothing" };
  const { intent, receipt } = await toolNotes(opened.indexed, {
    session: event.session,
    host: call.host,
    tool: event.tool,
    paths: opened.paths,
    ...(opened.command === undefined ? {} : { command: opened.command }),
    ...(opened.project === undefined ? {} : { project: opened.project.id }),
    branches: opened.branches,
    now: call.now,
    config: opened.config,
    shown: opened.shown,
    claim: opened.claim,
    isOutdated: opened.isOutdated,
    judge: opened.judge,
  });
  if (receipt !== undefined) opened.keep(receipt);
  return intent;
}
