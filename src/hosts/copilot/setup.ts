// Our entries in Copilot CLI's settings (AGT-1, AGT-30): a hook file of our own in its folder of hooks, and one member of
// its list of MCP servers. Copilot has no exec form, and it refuses every tool call whose hook fails, so the line for the
// shell ends well even where `node` or the hook is gone: memory never breaks the session (AGT-3).
import type { Json, JsonEdit } from "../edits.ts";
import type { Guarded } from "../guarded.ts";
import {
  commandFor,
  type HookGroup,
  type HostSetup,
  hookEdits,
  isOurLine,
  type OurPlaces,
  serverEdits,
} from "../setup.ts";

type Edits = { readonly install: readonly JsonEdit[]; readonly uninstall: readonly JsonEdit[] };

/** Below Copilot's own default of 30 s: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
const WHATEVER = " || true";
/** The version of the format, without which older programs pass the file over. */
const VERSION = { path: ["version"], mine: (value: unknown): boolean => value === 1 };
/** No matcher: which tools there are hangs on the model, and each of them is asked about (AGT-20). */
const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop", "SubagentStop", "SessionEnd"];

export const setup: HostSetup = {
  files: (at, { folder, settings }) => [
    { path: settings, format: "json", undo: "exact", ...ourFile(at) },
    { path: `${folder}/mcp-config.json`, format: "json", undo: "exact", ...serverEdits(at, serverAt) },
    { path: `${folder}/settings.json`, format: "json", undo: "entries", ...sandboxEdits(at.guarded) },
  ],
};

/** Copilot has no rule for paths outside of its sandbox (AGT-24). Where that is on, these hold for its file tools, too. */
function sandboxEdits({ folders, key }: Guarded): Edits {
  const within = (list: string): readonly string[] => ["sandbox", "userPolicy", "filesystem", list];
  const rules = [
    { path: within("readonlyPaths"), items: folders },
    { path: within("deniedPaths"), items: [key] },
  ];
  return {
    install: rules.map((rule) => ({ kind: "ensure-items", ...rule })),
    uninstall: rules.map((rule) => ({ kind: "drop-items", ...rule })),
  };
}

function serverAt(args: readonly string[]): Json {
  return { type: "local", command: "node", args, tools: ["*"] };
}

function ourFile(at: OurPlaces): Edits {
  const groups = EVENTS.map((event): HookGroup => ({ event, entries: [entryFor(at)] }));
  const { install, uninstall } = hookEdits(groups, isOurLine(at, "copilot", "bash", WHATEVER));
  return {
    install: [{ kind: "ensure-member", ...VERSION, value: 1 }, ...install],
    uninstall: [...uninstall, { kind: "drop-member", ...VERSION, ifAlone: true }],
  };
}

function entryFor(at: OurPlaces): Json {
  const line = commandFor(at, "copilot");
  return { type: "command", bash: `${line}${WHATEVER}`, powershell: `${line}; exit 0`, timeoutSec: TIMEOUT_SECONDS };
}
