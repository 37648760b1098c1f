// A host that misbehaves: what comes on stdin, whether it ends, who reads the answer, and when it gives up.

import { removeBox } from "../support/store-box.ts";
import { type EventName, eventFor, HOSTS, type Host, insideStore, writeTo } from "./events.ts";
import type { Wanted } from "./judge.ts";
import type { Setting } from "./process.ts";
import type { Report } from "./report.ts";
import { tryOne } from "./trial.ts";
import { makeWorld } from "./world.ts";

interface StreamCase {
  readonly name: string;
  readonly event: EventName;
  readonly wanted: Wanted;
  readonly setting?: Partial<Setting>;
  input(host: Host, base: string): string | Buffer;
}

const LARGE = 20 * 1024 * 1024;
const DEEP = 200_000;
/** Twice what Linux takes as one argument, so that no shell could run it. */
const LONG_LINE = "echo a; ".repeat(32_000);

const start = (host: Host, base: string): string => JSON.stringify(eventFor(host, "SessionStart", base));
const write = (host: Host, base: string, more: object = {}): string =>
  JSON.stringify({ ...writeTo(host, base, insideStore(base)), ...more });
const prompt =
  (text: string) =>
  (host: Host, base: string): string =>
    JSON.stringify({ ...eventFor(host, "UserPromptSubmit", base), prompt: text });
const deep = "[".repeat(DEEP) + "]".repeat(DEEP);

function garbage(name: string, input: StreamCase["input"]): StreamCase {
  return { name, event: "SessionStart", wanted: "nothing", input };
}

function unended(name: string, setting: Partial<Setting>, input: StreamCase["input"]): StreamCase {
  return { name, event: "SessionStart", wanted: "nothing", setting: { stdin: "stays open", ...setting }, input };
}

export const STREAMS: readonly StreamCase[] = [
  garbage("stdin is empty", () => ""),
  garbage("stdin is half an event", (host, base) => start(host, base).slice(0, 60)),
  garbage("stdin is 20 MB of one letter", () => Buffer.alloc(LARGE, "x")),
  garbage("stdin is an event of 20 MB", prompt("x".repeat(LARGE))),
  garbage("stdin is NUL bytes", () => Buffer.alloc(5000)),
  garbage("stdin is an event after a NUL", (host, base) => `\0${start(host, base)}`),
  garbage("stdin is not UTF-8", () => Buffer.from(Array.from({ length: 5000 }, (_, at) => 128 + (at % 128)))),
  garbage("stdin is a list", (host, base) => `[${start(host, base)}]`),
  garbage("stdin is a word", () => '"SessionStart"'),
  garbage("stdin is two events", (host, base) => start(host, base) + start(host, base)),
  garbage("stdin is deep", () => deep),
  {
    name: "an event with a deep part",
    event: "SessionStart",
    wanted: "anything",
    input: (host, base) => start(host, base).replace("{", `{"deep":${deep},`),
  },
  {
    name: "a prompt of 8 MB",
    event: "UserPromptSubmit",
    wanted: "anything",
    input: prompt("pelican restart ".repeat(500_000)),
  },
  {
    name: "a prompt of one long word",
    event: "UserPromptSubmit",
    wanted: "anything",
    input: prompt("a".repeat(4_000_000)),
  },
  {
    name: "a prompt of rare letters",
    event: "UserPromptSubmit",
    wanted: "anything",
    input: prompt("\u{1f468}\u200d\u{1f469}\u0301\u202e\ufdfa".repeat(200_000)),
  },
  {
    name: "a write into the store with a deep part",
    event: "PreToolUse",
    wanted: "deny",
    input: (host, base) => write(host, base).replace('"tool_input":{', `"tool_input":{"deep":${deep},`),
  },
  {
    name: "a write into the store without a session",
    event: "PreToolUse",
    wanted: "deny",
    input: (host, base) => write(host, base, { session_id: "../../x" }),
  },
  {
    name: "a write into the store without a folder",
    event: "PreToolUse",
    wanted: "deny",
    input: (host, base) => write(host, base, { cwd: 7 }),
  },
  {
    name: "a write into the store from a folder that is gone",
    event: "PreToolUse",
    wanted: "deny",
    input: (host, base) => write(host, base, { cwd: `${base}/gone/${"x".repeat(5000)}` }),
  },
  {
    name: "a long command",
    event: "PreToolUse",
    wanted: "anything",
    input: (host, base) =>
      JSON.stringify({
        ...eventFor(host, "PreToolUse", base),
        tool_name: "Bash",
        tool_input: { command: LONG_LINE },
      }),
  },
  {
    name: "a long command that ends in the store",
    event: "PreToolUse",
    wanted: "deny",
    input: (host, base) =>
      JSON.stringify({
        ...eventFor(host, "PreToolUse", base),
        tool_name: "Bash",
        tool_input: { command: `${LONG_LINE} echo x > ${insideStore(base)}` },
      }),
  },
  unended("stdin never says a word", {}, () => ""),
  unended("stdin never ends after half an event", {}, (host, base) => start(host, base).slice(0, 60)),
  unended("SIGTERM while waiting", { terminate: 400 }, () => ""),
  { name: "stdout is closed", event: "SessionStart", wanted: "nothing", setting: { stdout: "closed" }, input: start },
  {
    name: "stdout is read by nobody",
    event: "SessionStart",
    wanted: "nothing",
    setting: { stdout: "gone" },
    input: start,
  },
  {
    name: "stdout is a full pipe",
    event: "SessionStart",
    wanted: "nothing",
    setting: { stdout: "full" },
    input: start,
  },
];

export async function tryStream(
  { name, event, wanted, setting, input }: StreamCase,
  hook: string,
  report: Report,
): Promise<void> {
  const base = makeWorld();
  try {
    for (const host of HOSTS)
      await tryOne(
        base,
        host,
        { name, event, wanted, stdin: input(host, base), setting: { hook, ...setting } },
        report,
      );
  } finally {
    removeBox(base);
  }
}
