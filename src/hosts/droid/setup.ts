// Our entries in Factory Droid's files (AGT-1, AGT-30): its file of hooks, where the events stand at the top, and one member of
// its list of servers. It has no exec form, counts time in seconds, and has no rules for paths that could stand beside (AGT-24).
import type { DropEntries, EnsureGroup, Json, JsonEdit } from "../edits.ts";
import { commandFor, type HostSetup, isOurLine, type OurPlaces, serverEdits } from "../setup.ts";

/** Below Droid's own default of a minute: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** No matcher: each tool is asked about (AGT-20). */
const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SubagentStop", "SessionEnd"];

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    { path: settings, format: "json", undo: "exact", ...hookFile(at) },
    { path: `${folder}/mcp.json`, format: "json", undo: "exact", ...serverEdits(at, serverAt) },
  ],
};

function hookFile(at: OurPlaces): { install: readonly JsonEdit[]; uninstall: readonly JsonEdit[] } {
  const mine = isOurLine(at, "droid");
  const install = EVENTS.map(
    (event): EnsureGroup => ({
      kind: "ensure-group",
      path: [event],
      list: "hooks",
      group: { hooks: [{ type: "command", command: commandFor(at, "droid"), timeout: TIMEOUT_SECONDS }] },
      mine,
    }),
  );
  const drop: DropEntries = { kind: "drop-entries", path: [], list: "hooks", mine };
  return { install, uninstall: [drop] };
}

function serverAt(args: readonly string[]): Json {
  return { type: "stdio", command: "node", args, disabled: false };
}
