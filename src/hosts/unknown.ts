// A payload that no wire reads, on an entry of ours (AGT-8): it is taken by its shape. What has a tool or what one is given, and
// does not say that it came afterwards, is a call that is about to act: every object in it counts as what the tool is given, so
// that the guard looks at each. Nobody knows what such a program listens to: a refusal says it in every form that one does, and
// by how the hook ends. Memory is not given: there is no telling where it would end up.
import type { Fields } from "../disk/json-file.ts";
import { reasonOf } from "./claude-shaped.ts";
import type { Intent, ToolEvent } from "./event.ts";
import type { Wire } from "./host.ts";
import { CAMEL_CASE, inKnownNames } from "./input-names.ts";
import { isFields, jsonIn, parseLine } from "./json-line.ts";

/** Compared in lower case, without `_` and `-`. */
const TOOL = /^(toolname|tool|name|function)$/;
const GIVEN = /^(tool(input|args|arguments|info|call|use)?|parameters|params|arguments|args|input|call)$/;
const ACT = /^(command(line)?|cmd|script|filepath|path|patch)$/;
const EVENT = /^(hook(event)?(name)?|event(name|type)?|type|trigger|agentactionname|action)$/;
const FOLDER = /^(cwd|workspace(folder|root|path)?s?|workspace(root|path)s|project(dir|root)|workdir)$/;
/** Where it is over, there is nothing to refuse. */
const AFTER = /^(post|after)|[^a-z](post|after|end|done|result|completed?)([^a-z]|$)/i;
const RESULT = /^(tool(response|output|result)|resultjson|output|exitcode)$/;
const DEEPEST = 4;
const MOST_OBJECTS = 50;
const NAMES = { ...CAMEL_CASE, commandLine: "command", command_line: "command" };

export function callIn(stdin: string, folder: string): ToolEvent | undefined {
  const read = parseLine(stdin);
  if (read === undefined) return undefined;
  const objects = objectsIn(read, 0).slice(0, MOST_OBJECTS);
  const keyed = objects.flatMap((object) => Object.entries(object)).map(([key, value]) => ({ key: plain(key), value }));
  const texts = (pattern: RegExp): readonly string[] =>
    keyed.flatMap(({ key, value }) => (pattern.test(key) && typeof value === "string" && value !== "" ? [value] : []));
  const isCall = keyed.some(({ key, value }) => ACT.test(key) || (GIVEN.test(key) && value !== null));
  const isOver = texts(EVENT).some((name) => AFTER.test(name)) || keyed.some(({ key }) => RESULT.test(key));
  if (!isCall || isOver) return undefined;
  const calls = objects.map((object) => inKnownNames(object, NAMES));
  const lines = calls.flatMap(({ command, cmd, script }) =>
    [command, cmd, script].filter((each) => typeof each === "string"),
  );
  const [file] = calls.flatMap(({ file_path, path }) => [file_path, path].filter((each) => typeof each === "string"));
  const input = {
    ...(file === undefined ? {} : { file_path: file }),
    ...(lines.length === 0 ? {} : { command: lines.join("\n") }),
    calls: calls.slice(1),
    ...without(calls[0] ?? {}),
  };
  const [tool = "tool"] = [...texts(TOOL), ...texts(EVENT)];
  return { kind: "PreToolUse", session: "", cwd: folderIn(keyed) ?? folder, tool, input, takesNotes: false };
}

/** It says where and whose it is, beside what a tool is given. */
function without(top: Fields): Fields {
  return Object.fromEntries(
    Object.entries(top).filter(
      ([key]) => (!FOLDER.test(plain(key)) && !/path$|roots$/.test(plain(key))) || ACT.test(plain(key)),
    ),
  );
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "");
}

function folderIn(keyed: readonly { readonly key: string; readonly value: unknown }[]): string | undefined {
  const found = keyed.flatMap(({ key, value }) => (FOLDER.test(key) ? [value].flat() : []));
  return found.find((each): each is string => typeof each === "string" && each !== "" && !each.includes("\0"));
}

/** JSON in a text is looked into: some hosts send what a tool is given so. */
function objectsIn(value: unknown, depth: number): readonly Fields[] {
  if (depth > DEEPEST) return [];
  if (typeof value === "string") return /^\s*[{[]/.test(value) ? objectsIn(jsonIn(value), depth + 1) : [];
  if (Array.isArray(value)) return value.flatMap((each) => objectsIn(each, depth + 1));
  if (!isFields(value)) return [];
  return [value, ...Object.values(value).flatMap((each) => objectsIn(each, depth + 1))];
}

export const EVERY_FORM: Wire = {
  parseEvent: () => undefined,
  renderIntent: (intent) => {
    const reason = refusalOf(intent);
    if (reason === undefined) return "";
    const decided = { permissionDecision: "deny", permissionDecisionReason: reason };
    return JSON.stringify({
      ...decided,
      hookSpecificOutput: { hookEventName: "PreToolUse", ...decided },
      ...{ permission: "deny", user_message: reason, agent_message: reason },
      ...{ decision: "deny", reason },
      ...{ cancel: true, errorMessage: reason },
    });
  },
  refusalOf,
};

function refusalOf(intent: Intent): string | undefined {
  if (intent.kind === "nothing" || intent.kind === "context") return undefined;
  return reasonOf(intent.kind === "ask" ? { reason: intent.refusal } : intent);
}
