// The agents' file tools: which paths a call would change (AGT-20). Tools are told by what their input holds rather than
// by name, so that a tool we have never heard of is guarded too; those that only read are on a list.
import { broughtBy } from "./content-after.ts";
import { isInside } from "./ground.ts";
import { pathsOfPatch } from "./patch.ts";
import { REASONS } from "./wording.ts";
import type { GuardWorld, ToolCall } from "./world.ts";

/** Compared in lower case, without `_` and `-`. */
const PATH_KEYS: ReadonlySet<string> = new Set(
  (
    "filepath path notebookpath absolutepath relativepath targetfile target filename file destination dest destpath " +
    "source src newpath oldpath from to dirpath directory folder uri outputpath output paths files filepaths"
  ).split(" "),
);
/** A tool of somebody's server may have any name for its arguments: what is nothing but a path counts under each. */
const WHOLE_PATH = /^(~|\.{0,2}[\\/]|[a-z]:[\\/.]|file:)[^\n]*$/i;
/** But not where a tool is given words to keep, or a line for a shell. */
const TEXT_KEY = /^(command|cmd|content|text|(old|new)str(ing)?|description|prompt|filetext|newsource|inserttext)$/;
/** In a shell tool these say where it runs, not what it changes. */
const FOLDER_KEYS: ReadonlySet<string> = new Set(["workdir", "cwd", "directory", "dirpath", "workingdirectory"]);

/** At the start, or as a word further on: some hosts put the server before it, as in `mcp_files_read_text`. */
const READER =
  /^(read|grep|glob|ls|list|search|view|get|find|show|open|fetch|stat|cat|lsp|notebookread|todo|task|agent|skill|websearch|webfetch|exit|enter|kill|bashoutput|monitor|toolsearch)|[_-](read|view|search|list|get|stat|tree)([_-]|$)/i;
/** `search_replace` and `find_and_edit` begin like readers and are none. */
const WRITER = /write|edit|replace|create|delete|remove|move|rename|update|patch|insert|append|save|set_|put|copy/i;
/** The editor tools that have the deed in an argument; to any other tool that argument is a word it passes over. */
const EDITOR = /str_?replace_?(based_?)?edit|text_?editor/i;

/** Our own server's, under each host's name for it: what it may write, it decides itself. */
const OURS = /^(mcp__(plugin_holdfast_)?holdfast__|mcp_holdfast_|holdfast[-_])memory_\w+$/;

export function isReader(call: ToolCall): boolean {
  if (OURS.test(call.tool)) return true;
  const name = nameOf(call);
  if (EDITOR.test(name)) return call.input["command"] === "view" && broughtBy(call) === "";
  return !WRITER.test(name) && READER.test(name);
}

/** Without the server, where it is a tool of one. */
function nameOf({ tool }: ToolCall): string {
  return tool.slice(tool.lastIndexOf("__") < 0 ? 0 : tool.lastIndexOf("__") + 2);
}

/** The reason for a refusal, or undefined. */
export function judgePaths(call: ToolCall, world: GuardWorld): string | undefined {
  if (isReader(call)) return undefined;
  const hit = pathsOf(call.input, runs(call), 0)
    .flatMap(readings)
    .find((path) => isInside(path, call.cwd, world));
  return hit === undefined ? undefined : REASONS.file(hit);
}

/** A tool that is called after what it does to files is no shell, whatever else its input holds. */
function runs(call: ToolCall): boolean {
  const { command, cmd } = call.input;
  return (typeof command === "string" || typeof cmd === "string") && !WRITER.test(nameOf(call));
}

export function judgePatch(text: string, cwd: string, world: GuardWorld): string | undefined {
  const hit = pathsOfPatch(text).find((path) => isInside(path, cwd, world));
  return hit === undefined ? undefined : REASONS.file(hit);
}

/** Lists of edits and of files are looked into; four levels are more than any tool has. */
function pathsOf(value: unknown, runs: boolean, depth: number): readonly string[] {
  if (depth > 4 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, runs, depth + 1));
  return Object.entries(value).flatMap(([key, each]) => {
    const plain = key.toLowerCase().replace(/[_-]/g, "");
    if (runs && FOLDER_KEYS.has(plain)) return [];
    return [each].flat().flatMap((one: unknown) => {
      if (typeof one !== "string") return pathsOf(one, runs, depth + 1);
      return PATH_KEYS.has(plain) || (!TEXT_KEY.test(plain) && WHOLE_PATH.test(one)) ? [fromUri(one)] : [];
    });
  });
}

/** Gemini CLI takes an `@`, and the slashes behind it, off a path that is not there; so both are looked at. */
function readings(path: string): readonly string[] {
  return path.startsWith("@") ? [path, path.replace(/^@[\\/]*/, "")] : [path];
}

function fromUri(path: string): string {
  if (!/^file:/i.test(path)) return path.replaceAll("\0", "");
  const bare = path.replace(/^file:(\/\/[^/]*)?/i, "");
  try {
    return decodeURIComponent(bare).replaceAll("\0", "");
  } catch {
    return bare; // not percent-encoded after all: the text itself is the path
  }
}
