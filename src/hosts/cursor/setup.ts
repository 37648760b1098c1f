// Our entries in Cursor's settings (AGT-1, AGT-30): one per event in hooks.json, whose lists hold entries and no groups, and one
// member of its list of MCP servers. No exec form: an entry is one line for a shell, and it is run in ~/.cursor. No matcher:
// every tool is asked about (AGT-20). The shell and servers' tools have events of their own beside the general one, which its
// program for the terminal does not send; so they are asked about twice where it does.
import type { Json, JsonEdit } from "../edits.ts";
import { commandFor, type HostSetup, isOurLine, type OurPlaces, serverEdits } from "../setup.ts";

/** A hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** The version of the format. */
const VERSION = { path: ["version"], mine: (value: unknown): boolean => value === 1 };
const EVENTS = [
  ...["sessionStart", "beforeSubmitPrompt", "preToolUse", "beforeShellExecution", "beforeMCPExecution"],
  ...["preCompact", "stop", "subagentStop", "sessionEnd"],
];

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    { path: settings, format: "json", undo: "exact", ...hooks(at) },
    { path: `${folder}/mcp.json`, format: "json", undo: "exact", ...serverEdits(at, serverAt) },
  ],
};

function hooks(at: OurPlaces): { readonly install: readonly JsonEdit[]; readonly uninstall: readonly JsonEdit[] } {
  const mine = isOurLine(at, "cursor");
  const group = { command: commandFor(at, "cursor"), timeout: TIMEOUT_SECONDS };
  const install = EVENTS.map((event): JsonEdit => ({ kind: "ensure-group", path: ["hooks", event], group, mine }));
  return {
    install: [{ kind: "ensure-member", ...VERSION, value: 1 }, ...install],
    uninstall: [
      { kind: "drop-entries", path: ["hooks"], mine },
      { kind: "drop-member", ...VERSION, ifAlone: true },
    ],
  };
}

function serverAt(args: readonly string[]): Json {
  return { command: "node", args };
}
