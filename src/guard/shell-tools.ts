// What a call gives to a shell or to a tool for patches: the lines and the patches in its input, and the folders in which
// they may be meant (AGT-20, AGT-21).
import { isTypedInto } from "../hosts/claude-shaped.ts";
import { isPatch } from "./patch.ts";
import type { GuardWorld, ToolCall } from "./world.ts";

const SHELL_KEYS = ["command", "cmd", "chars", "script"];
/** How tools that type into a shell write a key: `{enter}`. */
const TYPED_KEYS = ["input", "text", "data"];
const KEYSTROKE = /\{[a-z]+\}/gi;
const PATCH_KEYS = ["input", "patch", "command", "diff", "patch_text", "patchText"];
/** Spelled out rather than matched: each folder costs a reading, and a call can hold any number of keys. */
const FOLDER_KEYS = ["workdir", "cwd", "directory", "dir_path", "working_directory", "workingDirectory", "workingDir"];
/** The values of `command` in the editor tools, which are no shell. */
const EDITOR = /^(view|create|str_replace|insert|undo_edit|delete|rename)$/;

export function linesOf({ tool, input }: ToolCall): readonly string[] {
  if (isSlashCommand(tool)) return [];
  const typed = isTypedInto(tool) ? TYPED_KEYS.map((key) => input[key]) : [];
  const lines = typed.flatMap((text) => (typeof text === "string" ? [text.replace(KEYSTROKE, "\n")] : []));
  return [...lines, ...SHELL_KEYS.flatMap((key) => commandsAt(input[key], tool))];
}

/** A command may come as a list of words; then it is what they say to a shell, each quoted. */
function commandsAt(value: unknown, tool: string): readonly string[] {
  if (typeof value === "string") return EDITOR.test(value) || (takesPatch(tool) && isBarePatch(value)) ? [] : [value];
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return [];
  return [value.map((word: string) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")];
}

function isSlashCommand(tool: string): boolean {
  return /^(SlashCommand|Skill)$/.test(tool);
}

/** A shell runs what stands below the head of a patch; only to a tool for patches it is no line. */
function takesPatch(tool: string): boolean {
  return /patch/i.test(tool);
}

/** A patch by itself; inside a shell line the shell's reading finds it. */
function isBarePatch(text: string): boolean {
  return /^\s*\*\*\* Begin Patch/.test(text);
}

export function patchesOf({ tool, input }: ToolCall): readonly string[] {
  const named = takesPatch(tool);
  return PATCH_KEYS.flatMap((key) => {
    const value = input[key];
    return typeof value === "string" && (isBarePatch(value) || (named && isPatch(value)) || (named && key === "diff"))
      ? [value]
      : [];
  });
}

export function isPowerShell({ tool }: ToolCall): boolean {
  return /^(\w+_)?(pwsh|powershell)$/i.test(tool);
}

/** A line that only PowerShell or cmd would be given, in a tool that is called after another shell. */
const FOR_WINDOWS =
  /[a-z]:\\|[~.]\\|\\\\|\w\\[\w.]+\\|%\w+%|\$env:|\b(cmd|powershell|pwsh)(\.exe)?\s|\b(set|add|clear|out|remove|move|copy|new|rename|tee)-[a-z]+\b/i;

/** Where there are several shells, a tool's name tells little: what is called bash may be any of them. */
export function mayBeForWindows({ tool }: ToolCall, line: string): boolean {
  return !/bash|^sh$|zsh/i.test(tool) || FOR_WINDOWS.test(line);
}

/** Each host knows one of the keys, or none, and passes over the others: so it may be any of them, or the session's own. */
export function foldersOf({ input, cwd }: ToolCall, world: Pick<GuardWorld, "resolve">): readonly string[] {
  const named = FOLDER_KEYS.map((key) => input[key]).filter((value) => typeof value === "string" && value !== "");
  return [...new Set([cwd, ...named.map((folder) => world.resolve(String(folder), cwd))])];
}
