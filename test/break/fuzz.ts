// Hostile events from a seed: recorded shapes with keys taken away, types exchanged, values that hurt. One generator for
// both ways of running them.
import { type Chance, chance } from "../support/acts.ts";
import { rootOf } from "../support/store-box.ts";
import {
  ASKED,
  EVENT_NAMES,
  type EventName,
  eventFor,
  type Fields,
  type Host,
  insideStore,
  projectOf,
  SENDERS,
  writeTo,
} from "./events.ts";
import type { Wanted } from "./judge.ts";

export interface Hostile {
  readonly host: Host;
  readonly event: EventName;
  readonly stdin: string;
  readonly wanted: Wanted;
}

function pick<T>(random: Chance, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const WORDS = [
  "pelican",
  "restart",
  "../../etc/passwd",
  "\0",
  "\u202e\u200b",
  "</memory-context>",
  "\ud800",
  "$(reboot)",
  "%s%n",
  "'; DROP TABLE meta; --",
  '"AND NEAR(*',
  "ａｂｃ",
  "İ".repeat(40),
  "\r\n",
  "~",
  "*",
  "^",
  "NEAR(",
  "\\",
  "/",
  "C:\\x",
  "-rf",
  "&&",
  "|",
  ">",
  "<<EOF",
  "`",
  "$IFS",
];

const VALUES: readonly ((random: Chance, base: string) => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => "",
  () => [],
  () => ({}),
  () => ["x", { y: [null] }],
  () => ({ __proto__: null, constructor: { prototype: 1 }, toString: "x" }),
  (random) => pick(random, WORDS).repeat(1 + Math.floor(random() * 3)),
  (random) => Array.from({ length: 1 + Math.floor(random() * 30) }, () => pick(random, WORDS)).join(" "),
  (random) => "x".repeat(Math.floor(random() * 200_000)),
  (random) => String.fromCodePoint(...Array.from({ length: 60 }, () => Math.floor(random() * 0x10ffff))),
  (random) => nested(1 + Math.floor(random() * 2000)),
  (_, base) => `${rootOf(base)}/memories/../memories/x.md`,
  (_, base) => `${base}/nowhere`,
  () => "/proc/self/fd/0",
  () => "/dev/zero",
];

function nested(depth: number): unknown {
  let inner: unknown = "x";
  for (let at = 0; at < depth; at++) inner = at % 2 === 0 ? [inner] : { inner };
  return inner;
}

export function hostile(seed: number, number: number, base: string): Hostile {
  const random = chance(seed * 1_000_003 + number);
  const host = pick(random, SENDERS);
  if (random() < 0.15) return guarded(random, host, base);
  const event = pick(random, EVENT_NAMES);
  const fields: Record<string, unknown> = { ...eventFor(host, event, base, `f${number}`) };
  if (event === "PreToolUse") Object.assign(fields, tool(random, base));
  if (event === "UserPromptSubmit" && random() < 0.5) fields["prompt"] = `${ASKED} ${pick(random, WORDS)}`;
  const times = Math.floor(random() * 4);
  for (let time = 0; time < times; time++) mutate(random, fields, base);
  return { host, event, stdin: cut(random, JSON.stringify(fields)), wanted: "anything" };
}

/** A plain write into the store in an odd event: whatever else is odd, the guard stands (AGT-4). */
function guarded(random: Chance, host: Host, base: string): Hostile {
  const whole: Record<string, unknown> = { ...writeTo(host, base, insideStore(base)) };
  const kept = ["hook_event_name", "tool_name", "tool_input"];
  for (const key of Object.keys(whole).filter((name) => !kept.includes(name))) {
    if (random() < 0.5) whole[key] = value(random, base);
    else if (random() < 0.3) delete whole[key];
  }
  whole[pick(random, WORDS)] = value(random, base);
  return { host, event: "PreToolUse", stdin: JSON.stringify(whole), wanted: "deny" };
}

function tool(random: Chance, base: string): Fields {
  const path = pick(random, [
    `${projectOf(base)}/src/main.ts`,
    insideStore(base),
    `${base}/x`,
    "src/../../x",
    "~root/x",
  ]);
  const line = Array.from({ length: Math.floor(random() * 12) }, () =>
    pick(random, [...WORDS, "echo", "cat", "rm", path]),
  ).join(" ");
  const made: readonly (readonly [string, Fields])[] = [
    ["Bash", { command: line }],
    ["Write", { file_path: path, content: line }],
    ["Edit", { file_path: path, old_string: line, new_string: "x", replace_all: random() < 0.5 }],
    ["MultiEdit", { file_path: path, edits: [{ old_string: line, new_string: "" }, value(random, base)] }],
    ["NotebookEdit", { notebook_path: path, new_source: line }],
    ["apply_patch", { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${line}\n+x\n*** End Patch` }],
    ["exec_command", { cmd: ["bash", "-lc", line], workdir: value(random, base) }],
    [pick(random, WORDS), { [pick(random, WORDS)]: value(random, base) }],
  ];
  const [tool_name, tool_input] = pick(random, made);
  return { tool_name, tool_input };
}

function mutate(random: Chance, fields: Record<string, unknown>, base: string): void {
  const inner = fields["tool_input"];
  const isInner = random() < 0.4 && typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const target = isInner ? (inner as Record<string, unknown>) : fields;
  const keys = Object.keys(target);
  const key = random() < 0.1 || keys.length === 0 ? pick(random, WORDS) : pick(random, keys);
  if (random() < 0.2) delete target[key];
  else target[key] = value(random, base);
}

function value(random: Chance, base: string): unknown {
  return pick(random, VALUES)(random, base);
}

/** Now and then the text itself is damaged. */
function cut(random: Chance, text: string): string {
  if (random() > 0.1) return text;
  const at = Math.floor(random() * text.length);
  return pick(random, [
    text.slice(0, at),
    text.slice(0, at) + pick(random, WORDS) + text.slice(at),
    `${text}${text}`,
    `\ufeff${text}`,
  ]);
}
