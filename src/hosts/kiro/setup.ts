// Our entries in Kiro's settings (AGT-1, AGT-30): a file of our own in the person's folder of hooks, which its editor and its
// program for the terminal read in every workspace, and one member of its list of MCP servers. No exec form. A tool is refused by
// ending with 2, and the editor has blocked a tool for any other failure too: so the line for the shell ends well even where
// `node` or the hook is gone (AGT-3).
import type { Json, OwnFileEdit } from "../edits.ts";
import { commandFor, type HostSetup, type OurPlaces, serverEdits } from "../setup.ts";

/** Below Kiro's own default of a minute: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
const ONLY_REFUSALS = " || [ $? -ne 2 ] || exit 2";
/** No matcher: every tool is asked about (AGT-20). */
const TRIGGERS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"];
/** JSON takes no remark, so the file is known by how it begins, in every version. */
const MARK = '{\n  "version": "v1",\n  "hooks": [\n    {\n      "name": "holdfast: SessionStart",';

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    { path: settings, format: "text", undo: "exact", ...ourFile(at) },
    { path: `${folder}/settings/mcp.json`, format: "json", undo: "exact", ...serverEdits(at, serverAt) },
  ],
  advice: "Kiro reads its hooks when a session begins: open a new one.",
};

function ourFile(at: OurPlaces): { install: readonly OwnFileEdit[]; uninstall: readonly OwnFileEdit[] } {
  const command = `${commandFor(at, "kiro")}${ONLY_REFUSALS}`;
  const hooks = TRIGGERS.map((trigger) => ({
    name: `holdfast: ${trigger}`,
    trigger,
    action: { type: "command", command },
    timeout: TIMEOUT_SECONDS,
    enabled: true,
  }));
  const whole = `${JSON.stringify({ version: "v1", hooks }, null, 2)}\n`;
  return {
    install: [{ kind: "ensure-file", mark: MARK, text: whole.slice(MARK.length + 1) }],
    uninstall: [{ kind: "drop-file", mark: MARK }],
  };
}

function serverAt(args: readonly string[]): Json {
  return { command: "node", args };
}
