// Our entries in Gemini CLI's settings (AGT-1, AGT-30): hooks and server stand in one file. Gemini has no exec form, and
// counts time in milliseconds.
import { isOfWindows } from "../../text/windows-paths.ts";
import type { Json, JsonEdit, OwnFileEdit } from "../edits.ts";
import { endOf, type Guarded } from "../guarded.ts";
import {
  commandFor,
  type HookGroup,
  type HostSetup,
  hookEdits,
  isOurLine,
  MARK,
  type OurPlaces,
  serverEdits,
  tomlText,
} from "../setup.ts";

/** Below Gemini's own default of a minute: a hook that hangs must not hold the session up. */
const TIMEOUT_MS = 5000;
/** No PreCompress: it comes before every request, whether anything is cut or not. */
const EVENTS = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterAgent", "SessionEnd"];

export const setup: HostSetup = {
  off: { path: ["hooksConfig"], mine: isOff },
  files: (at, { folder, settings }) => [
    { path: settings, format: "json", undo: "exact", ...settingsEdits(at) },
    { path: `${folder}/policies/holdfast.toml`, format: "text", undo: "exact", ...policyEdits(at.guarded) },
  ],
};

/** Gemini's own rules (AGT-24), above those by which a person allows a tool for good. They are asked of a call's words, as JSON. */
function policyEdits({ folders, key }: Guarded): {
  install: readonly OwnFileEdit[];
  uninstall: readonly OwnFileEdit[];
} {
  const mark = `# ${MARK}`;
  // In JSON a backslash stands twice.
  const slash = isOfWindows(key) ? "[\\\\/]+" : "/";
  const text = [
    ...rule(
      ["write_file", "replace"],
      `"file_path":"(?:[^"]*${slash})?(?:${folders.map((each) => literally(each, slash)).join("|")})(?:${slash}|")`,
    ),
    ...rule(["read_file", "read_many_files", "run_shell_command"], literally(key, slash)),
  ].join("\n");
  return { install: [{ kind: "ensure-file", mark, text }], uninstall: [{ kind: "drop-file", mark }] };
}

function rule(tools: readonly string[], pattern: string): readonly string[] {
  return [
    "[[rule]]",
    `toolName = [${tools.map(tomlText).join(", ")}]`,
    `argsPattern = ${tomlText(pattern)}`,
    'decision = "deny"',
    "priority = 999",
    'denyMessage = "This belongs to Holdfast. To keep something, use the memory_remember tool."',
    "",
  ];
}

function literally(path: string, slash: string): string {
  return endOf(path)
    .split("/")
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(slash);
}

function settingsEdits(at: OurPlaces): { install: readonly JsonEdit[]; uninstall: readonly JsonEdit[] } {
  const groups = EVENTS.map((event): HookGroup => ({ event, entries: [entryFor(at)] }));
  const hooks = hookEdits(groups, isOurLine(at, "gemini"));
  const server = serverEdits(at, serverAt);
  return { install: [...hooks.install, ...server.install], uninstall: [...hooks.uninstall, ...server.uninstall] };
}

/** Under a name by which the person can switch it off in /hooks. */
const NAME = "holdfast";

function isOff(value: unknown): boolean {
  const { enabled, disabled } = (value ?? {}) as { readonly enabled?: unknown; readonly disabled?: unknown };
  return enabled === false || (Array.isArray(disabled) && disabled.includes(NAME));
}

function entryFor(at: OurPlaces): Json {
  return { type: "command", name: NAME, command: commandFor(at, "gemini"), timeout: TIMEOUT_MS };
}

function serverAt(args: readonly string[]): Json {
  return { command: "node", args };
}
