// A helper of the session begins (ARR-7). Its task stands in the session's own record, as the call that started it.
import { setTimeout as pause } from "node:timers/promises";
import { taskIn } from "../../hosts/claude/task.ts";
import type { Intent, SubagentStartEvent } from "../../hosts/event.ts";
import { readRecord } from "../../listen/io/transcripts.ts";
import { subagentContext } from "../../recall/subagent.ts";
import type { HookCall } from "./call.ts";
import { inSession } from "./session.ts";
import { openForHook } from "./stores.ts";

/** The host writes its record while the helper starts, so the call may be a moment behind: 310 ms at most. */
const WAITS_MS = [10, 20, 40, 80, 160];

export async function onSubagentStart(event: SubagentStartEvent, call: HookCall): Promise<Intent> {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined || opened.config["max-inject"] === 0) return { kind: "nothing" };
  const { indexed, about, keep } = inSession(opened, event, call);
  const { agentType, transcript } = event;
  const task =
    transcript === undefined ? "" : await onceThere(() => taskIn(readRecord(transcript) ?? [], agentType), pause);
  const { intent, receipt } = await subagentContext(indexed, { ...about, agentType, task });
  if (receipt !== undefined) keep(receipt);
  return intent;
}

export async function onceThere(read: () => string, wait: (ms: number) => Promise<unknown>): Promise<string> {
  let task = read();
  for (const ms of WAITS_MS) {
    if (task !== "") break;
    await wait(ms);
    task = read();
  }
  return task;
}
