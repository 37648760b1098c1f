// Every event of every host against one fault, in a world of its own; before it, the same world without the fault.
import { chmodSync } from "node:fs";
import { placesOf, removeBox, rootOf } from "../support/store-box.ts";
import {
  ASKED,
  EVENT_NAMES,
  type EventName,
  eventFor,
  type Fields,
  HOSTS,
  type Host,
  insideStore,
  projectOf,
  writeTo,
} from "./events.ts";
import { type Fault, settingOf } from "./faults.ts";
import type { Wanted } from "./judge.ts";
import type { Report } from "./report.ts";
import { type Trial, tryOne } from "./trial.ts";
import { makeWorld } from "./world.ts";

/** `all`: every event with both hosts; else the quiet events are shared out between them. */
export async function tryFault(fault: Fault, hook: string, report: Report, all: boolean): Promise<void> {
  if (fault.skip !== undefined) return report.skipped(fault.name, fault.skip);
  const base = makeWorld();
  try {
    for (const host of HOSTS.slice(0, all ? 2 : 1)) await control(base, host, hook, report, fault.name);
    const end = await fault.act(base);
    const setting = { hook, ...settingOf(fault, base) };
    for (const host of HOSTS) {
      const trials = trialsOf(host, base, fault.serves === true).filter(
        ({ event, stdin }) => all || isShort(host, event, stdin),
      );
      for (const trial of trials) await tryOne(base, host, { ...trial, name: fault.name, setting }, report);
    }
    end?.();
  } finally {
    for (const path of [rootOf(base), placesOf(base).state, placesOf(base).cache]) makeWritable(path);
    removeBox(base);
  }
}

/** Without the fault the memory comes; else a silent hook would pass everything below. */
async function control(base: string, host: Host, hook: string, report: Report, name: string): Promise<void> {
  for (const event of ["SessionStart", "UserPromptSubmit"] as const) {
    const stdin = eventFor(host, event, base, `control-${host}`);
    // A session start may show the whole memory, and then a prompt does not repeat it: another session asks.
    const asked = event === "UserPromptSubmit" ? { ...stdin, session_id: `asked-${host}`, prompt: ASKED } : stdin;
    const wanted = event === "UserPromptSubmit" ? "marker" : "anything";
    await tryOne(base, host, { name: `before: ${name}`, event, stdin: asked, wanted, setting: { hook } }, report);
  }
}

type Asked = Pick<Trial, "event" | "wanted"> & { readonly stdin: Fields };

function trialsOf(host: Host, base: string, serves: boolean): readonly Asked[] {
  const told = (event: EventName): Wanted => {
    if (event === "PreToolUse") return "no opinion";
    return event === "UserPromptSubmit" && serves
      ? "marker"
      : ["SessionStart", "SubagentStart", "UserPromptSubmit"].includes(event)
        ? "anything"
        : "nothing";
  };
  return [
    { event: "UserPromptSubmit", stdin: eventFor(host, "UserPromptSubmit", base), wanted: told("UserPromptSubmit") },
    ...EVENT_NAMES.map(
      (event): Asked => ({
        event,
        stdin: eventFor(host, event, base, `t-${host}`),
        wanted: event === "UserPromptSubmit" ? "anything" : told(event),
      }),
    ),
    { event: "PreToolUse", stdin: writeTo(host, base, insideStore(base)), wanted: "deny" },
    { event: "PreToolUse", stdin: writeTo(host, base, `${projectOf(base)}/src/main.ts`), wanted: "no opinion" },
  ];
}

const SHARED_OUT: Readonly<Partial<Record<Host, readonly string[]>>> = {
  claude: ["SubagentStop", "SessionEnd"],
  codex: ["Stop", "PreCompact"],
};

function isShort(host: Host, event: EventName, { session_id }: Fields): boolean {
  if (event === "UserPromptSubmit" || event === "PreToolUse") return session_id === `s-${host}`;
  return event === "SessionStart" || SHARED_OUT[host]?.includes(event) === true;
}

/** What is to be removed must be writable to its owner again. */
function makeWritable(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch {
    // The fault took it away.
  }
}
