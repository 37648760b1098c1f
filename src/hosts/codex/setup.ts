// Our entries in Codex's settings (AGT-1, AGT-30): hooks.json, and one table of config.toml for the MCP server. Codex has
// no exec form, so an entry is one shell string, quoted; and it runs a hook only after the person trusted exactly this
// string in /hooks, so it must not change from release to release. No rules of Codex's own (AGT-24): it has none for paths but
// its sandbox, which keeps an agent to its project already, and a profile of permissions can't be added without being chosen.
import type { Json, TomlEdit } from "../edits.ts";
import {
  commandFor,
  type HookGroup,
  type HostSetup,
  hookEdits,
  isOurLine,
  MARK,
  type OurPlaces,
  tomlText,
} from "../setup.ts";

/** Below Codex's own default: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** Codex cuts a longer one and warns about it in every session. */
const END_SECONDS = 3;
/** Its patterns know no look-ahead, and one that it can't read matches nothing: our own tools are asked about too. */
const TOOLS = "^(Bash|apply_patch|mcp__.*)$";
const TABLE = {
  name: ["mcp_servers", "holdfast"],
  mark: `# ${MARK}`,
};

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    {
      path: settings,
      format: "json",
      undo: "exact",
      ...hookEdits(groups(at), isOurLine(at, "codex")),
    },
    { path: `${folder}/config.toml`, format: "toml", undo: "exact", ...tableEdits(at) },
  ],
  advice: "Codex runs hooks only after you trust them: type /hooks in Codex, once.",
};

function groups(at: OurPlaces): readonly HookGroup[] {
  const entries = [entryFor(at, TIMEOUT_SECONDS)];
  return [
    { event: "SessionStart", entries },
    { event: "UserPromptSubmit", entries },
    { event: "PreToolUse", matcher: TOOLS, entries },
    { event: "PreCompact", entries },
    { event: "Stop", entries },
    { event: "SubagentStop", entries },
    { event: "SessionEnd", entries: [entryFor(at, END_SECONDS)] },
  ];
}

function entryFor(at: OurPlaces, timeout: number): Json {
  return { type: "command", command: commandFor(at, "codex"), timeout };
}

function tableEdits({ mcpPath, args }: OurPlaces): { install: readonly TomlEdit[]; uninstall: readonly TomlEdit[] } {
  const lines = ['command = "node"', `args = [${[mcpPath ?? "", ...args].map(tomlText).join(", ")}]`];
  return {
    install: mcpPath === undefined ? [] : [{ kind: "ensure-table", table: { ...TABLE, lines } }],
    uninstall: [{ kind: "drop-table", table: TABLE }],
  };
}
