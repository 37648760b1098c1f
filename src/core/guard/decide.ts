// The guard's one question (AGT-20, AGT-21). It has an opinion only about what is ours: "none" prints nothing, and there
// is no way to say more (AGT-22). A fault in here is a refusal where the call names ours, and no opinion elsewhere (AGT-4).
import { isReader, judgePatch, judgePaths } from "./file-tools.ts";
import { judgeLine } from "./lines/line.ts";
import { mayConcern } from "./lines/may-concern.ts";
import { mentions } from "./mentions.ts";
import { isPatch } from "./patch.ts";
import { judgePowerShell } from "./powershell.ts";
import { REASONS } from "./wording.ts";
import { type Decision, type GuardWorld, NONE, type ToolCall } from "./world.ts";

export function decide(call: ToolCall, world: GuardWorld): Decision {
  try {
    const reason = judge(call, world);
    return reason === undefined ? NONE : { kind: "deny", reason };
  } catch {
    // Whatever failed, the raw words still tell whether ours is named; the session goes on where it is not.
    return mentions(rawText(call), world.roots) ? { kind: "deny", reason: REASONS.unread } : NONE;
  }
}

/** Whether decide() will ask for a reading of shell text. */
export function needsShell(call: ToolCall, world: GuardWorld): boolean {
  try {
    return !isPowerShell(call) && linesOf(call).some((line) => mayConcern(line, folderOf(call, world), world));
  } catch {
    return true;
  }
}

function judge(call: ToolCall, world: GuardWorld): string | undefined {
  const cwd = folderOf(call, world);
  for (const line of linesOf(call)) {
    const reason = isPowerShell(call) ? judgePowerShell(line, world) : judgeLine(line, cwd, world);
    if (reason !== undefined) return reason;
  }
  for (const text of patchesOf(call)) {
    const reason = judgePatch(text, cwd, world);
    if (reason !== undefined) return reason;
  }
  return judgeCode(call, world) ?? judgePaths(call, world);
}

/** Code for an interpreter is not read: naming ours is enough, as in a one-liner (AGT-21). */
function judgeCode(call: ToolCall, world: GuardWorld): string | undefined {
  const { code } = call.input;
  const isNamed = typeof code === "string" && !isReader(call) && mentions(code, world.roots);
  return isNamed ? REASONS.code(call.tool) : undefined;
}

const SHELL_KEYS = ["command", "cmd", "chars", "script"];
/** Tools that type into a shell which runs already, and how they write a key: `{enter}`. */
const TYPING = /bash|shell|terminal|console|pty|stdin/i;
const TYPED_KEYS = ["input", "text", "data"];
const KEYSTROKE = /\{[a-z]+\}/gi;
const PATCH_KEYS = ["input", "patch", "command", "diff", "patch_text", "patchText"];
/** The values of `command` in the editor tools, which are no shell. */
const EDITOR = /^(view|create|str_replace|insert|undo_edit|delete|rename)$/;

function linesOf({ tool, input }: ToolCall): readonly string[] {
  if (isSlashCommand(tool)) return [];
  const typed = TYPING.test(tool) ? TYPED_KEYS.map((key) => input[key]) : [];
  const lines = typed.flatMap((text) => (typeof text === "string" ? [text.replace(KEYSTROKE, "\n")] : []));
  return [...lines, ...SHELL_KEYS.flatMap((key) => commandsAt(input, key))];
}

/** A command may come as a list of words; then it is what they say to a shell, each quoted. */
function commandsAt(input: ToolCall["input"], key: string): readonly string[] {
  const value = input[key];
  if (typeof value === "string") return EDITOR.test(value) || isBarePatch(value) ? [] : [value];
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return [];
  return [value.map((word: string) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")];
}

function isSlashCommand(tool: string): boolean {
  return /^(SlashCommand|Skill)$/.test(tool);
}

/** A patch by itself; inside a shell line the shell's reading finds it. */
function isBarePatch(text: string): boolean {
  return /^\s*\*\*\* Begin Patch/.test(text);
}

function patchesOf({ tool, input }: ToolCall): readonly string[] {
  const named = /patch/i.test(tool);
  return PATCH_KEYS.flatMap((key) => {
    const value = input[key];
    return typeof value === "string" && (isBarePatch(value) || (named && isPatch(value)) || (named && key === "diff"))
      ? [value]
      : [];
  });
}

function isPowerShell({ tool }: ToolCall): boolean {
  return /^(\w+_)?(pwsh|powershell)$/i.test(tool);
}

/** Codex and Gemini may name another folder to run in. */
function folderOf(call: ToolCall, world: GuardWorld): string {
  if (isReader(call)) return call.cwd;
  const named = ["workdir", "cwd", "directory", "dir_path"].map((key) => call.input[key]);
  const folder = named.find((value) => typeof value === "string" && value !== "");
  return typeof folder === "string" ? world.resolve(folder, call.cwd) : call.cwd;
}

function rawText({ input }: ToolCall): string {
  try {
    return JSON.stringify(input);
  } catch {
    return "";
  }
}
