// Our entries in Qwen Code's settings (AGT-1, AGT-30): hooks, server and rules stand in one file. It has no exec form, and
// counts time in seconds. Its rules for paths are Claude's (AGT-24), and hold for the plain ways of a shell, too.
import { denyRules } from "../claude/setup.ts";
import type { Json, JsonEdit } from "../edits.ts";
import {
  commandFor,
  type HookGroup,
  type HostSetup,
  hookEdits,
  isOurLine,
  type OurPlaces,
  serverEdits,
} from "../setup.ts";

/** Below Qwen's own default of a minute: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** No SubagentStart: what a hook says then reaches no helper. No matcher: each tool is asked about (AGT-20). */
const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SubagentStop", "SessionEnd"];

export const setup: HostSetup = {
  off: { path: ["disableAllHooks"], mine: (value) => value === true },
  files: (at, { settings }) => [{ path: settings, format: "json", undo: "exact", ...settingsEdits(at) }],
};

function settingsEdits(at: OurPlaces): { install: readonly JsonEdit[]; uninstall: readonly JsonEdit[] } {
  const groups = EVENTS.map((event): HookGroup => ({ event, entries: [entryFor(at)] }));
  const hooks = hookEdits(groups, isOurLine(at, "qwen"));
  const server = serverEdits(at, serverAt);
  const rules = { path: ["permissions", "deny"], items: denyRules(at.guarded) };
  return {
    install: [...hooks.install, { kind: "ensure-items", ...rules }, ...server.install],
    uninstall: [...hooks.uninstall, { kind: "drop-items", ...rules }, ...server.uninstall],
  };
}

function entryFor(at: OurPlaces): Json {
  return { type: "command", name: "holdfast", command: commandFor(at, "qwen"), timeout: TIMEOUT_SECONDS };
}

function serverAt(args: readonly string[]): Json {
  return { command: "node", args };
}
