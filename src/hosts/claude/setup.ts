// Our entries in Claude Code's settings (AGT-1, AGT-30): exec form, no shell, the host named explicitly. Pure: it
// describes edits, install/io/json-edit.ts applies them.

import { isOfWindows, slashed } from "../../text/windows-paths.ts";
import type { Json, JsonEdit } from "../edits.ts";
import type { Guarded } from "../guarded.ts";
import { folderFrom } from "../host.ts";
import {
  commandFor,
  type HookGroup,
  type HostSetup,
  hookEdits,
  type OurPlaces,
  type SettingsFile,
  serverEdits,
  startsWith,
  type TheirPlaces,
} from "../setup.ts";

/** One line below the prompt, of what the session was given and what waits; a person's own status line stays. */
const STATUS_LINE = ["statusLine"];
const OUR_STATUS = /holdfast[\\/]hook\.cjs['"] --host claude .*--status$/;

type JsonFile = Extract<SettingsFile, { format: "json" }>;

/** Below Claude's own default of 600 s: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** The session is over and the person waits for the prompt of their shell. */
const END_SECONDS = 3;
/** Where `install` of any version puts the hook, so that an entry of an older one is recognised. */
const OUR_HOOK = /(^|[\\/])holdfast[\\/]hook\.cjs$/;
const FILE_TOOLS = ["Write", "Edit", "NotebookEdit"];
/** Reads for rules alone (RUL-2). Every MCP tool but our own server's: another server's may write files (AGT-20). */
const TOOLS =
  "^(Write|Edit|MultiEdit|NotebookEdit|Bash|PowerShell|Read|Grep|WebFetch|mcp__(?!(plugin_holdfast_)?holdfast__).*)$";
/** Claude reads the rest as patterns; a store in such a folder has the general entry alone, and no rule. */
const PLAIN_PATH = /^\/[\w./ -]*$/;

/** Where Claude's own memory is replaced by the store (AGT-23): one member of the user's settings names the folder. */
const OWN_MEMORY = ["autoMemoryDirectory"];
/** Where `install` of any version puts that folder. */
const OUR_FOLDER = /(^|[\\/])holdfast[\\/]claude-memory[\\/]?$/;
/** Claude reads this, in the folder, into every session as the index of its memories. */
const MEMORY_NOTE = `# Memory is kept by Holdfast

- What is remembered comes with the session, inside memory-context; no memory lies in this folder.
- Do not write here: it is refused. To keep something, use the memory_remember tool, or \`holdfast add "SENTENCE"\`.
- To look something up, use the memory_search tool, or \`holdfast search WORD\`.
`;

export const setup: HostSetup = {
  memoryNote: MEMORY_NOTE,
  off: { path: ["disableAllHooks"], mine: (value) => value === true },
  files: (at, theirs) => [
    { path: theirs.settings, format: "json", undo: "exact", ...settingsEdits(at) },
    { path: serversPath(theirs), format: "json", undo: "entries", ...serverEdits(at, serverAt) },
  ],
};

/** Where Claude keeps the user's MCP servers, among much else; not in ~/.claude unless the folder was chosen. */
function serversPath({ env, home }: TheirPlaces): string {
  return `${folderFrom(env["CLAUDE_CONFIG_DIR"], home)}/.claude.json`;
}

function settingsEdits(at: OurPlaces): Pick<JsonFile, "install" | "uninstall" | "extras" | "ownMemory"> {
  const hooks = hookEdits(groups(at), startsWith(OUR_HOOK, at.hookPath));
  const ownMemory = ownMemoryEdits(at.memoryFolder);
  const status = statusEdits(at);
  const rules = { path: ["permissions", "deny"], items: denyRules(at.guarded) };
  return {
    install: [...hooks.install, { kind: "ensure-items", ...rules }],
    uninstall: [...hooks.uninstall, { kind: "drop-items", ...rules }, ...status.uninstall, ...ownMemory.off],
    extras: status.install,
    ownMemory,
  };
}

/**
 * Claude's own rules (AGT-24). One for Edit holds for every tool that writes files and for the plain ways of a shell; where its
 * sandbox is on, that denies the same folders to every command. `.holdfast` is the shared store of the session's project.
 */
export function denyRules({ folders, key }: Guarded): readonly string[] {
  const plain = [...folders, key].map(inRule);
  const written = plain.slice(0, -1).filter((folder) => PLAIN_PATH.test(folder));
  const read = plain.slice(-1).filter((path) => PLAIN_PATH.test(path));
  return [
    ...written.map((folder) => `Edit(/${folder}/**)`),
    "Edit(.holdfast/**)",
    ...read.map((path) => `Read(/${path})`),
  ];
}

/** On Windows Claude compares `C:\Users\jane` as `/c/Users/jane`. */
function inRule(path: string): string {
  return isOfWindows(path) ? slashed(path) : path;
}

function groups(at: OurPlaces): readonly HookGroup[] {
  const entry = entryFor(at, TIMEOUT_SECONDS);
  return [
    { event: "SessionStart", matcher: "startup|resume|clear|compact", entries: [entry] },
    { event: "SubagentStart", entries: [entry] },
    { event: "UserPromptSubmit", entries: [entry] },
    { event: "PreToolUse", matcher: TOOLS, entries: [entry, ...closedEntries(at)] },
    { event: "Stop", entries: [entry] },
    { event: "SubagentStop", entries: [entry] },
    { event: "PreCompact", entries: [entry] },
    { event: "SessionEnd", entries: [entryFor(at, END_SECONDS)] },
  ];
}

/**
 * The guard fails closed, and only inside the store (AGT-4): where the hook can't even start, or hangs, these entries
 * make Claude refuse. They are asked about writes into the store alone.
 */
function closedEntries(at: OurPlaces): readonly Json[] {
  const store = inRule(at.store);
  if (!PLAIN_PATH.test(store)) return [];
  return FILE_TOOLS.map((tool) => ({
    ...entryFor(at, TIMEOUT_SECONDS),
    if: `${tool}(/${store}/**)`,
    onFailure: "block",
  }));
}

function entryFor(at: OurPlaces, timeout: number): { readonly [key: string]: Json } {
  const { hookPath, program = "node", args } = at;
  return { type: "command", command: program, args: [hookPath, "--host", "claude", ...args], timeout };
}

function statusEdits(at: OurPlaces): {
  readonly install: readonly JsonEdit[];
  readonly uninstall: readonly JsonEdit[];
} {
  const command = `${commandFor(at, "claude")} --status`;
  const mine = (value: unknown): boolean => {
    const found: unknown = (value as { readonly command?: unknown } | null | undefined)?.command;
    return typeof found === "string" && (found === command || OUR_STATUS.test(found));
  };
  const member = { path: STATUS_LINE, mine };
  const value = { type: "command", command };
  return {
    install: [{ kind: "ensure-member", ...member, value, unlessTaken: true }],
    uninstall: [{ kind: "drop-member", ...member }],
  };
}

function serverAt(args: readonly string[]): Json {
  return { type: "stdio", command: "node", args, env: {} };
}

function ownMemoryEdits(folder: string): { on: readonly JsonEdit[]; off: readonly JsonEdit[] } {
  const mine = (value: unknown): boolean => typeof value === "string" && (value === folder || OUR_FOLDER.test(value));
  return {
    on: [{ kind: "ensure-member", path: OWN_MEMORY, value: folder, mine }],
    off: [{ kind: "drop-member", path: OWN_MEMORY, mine }],
  };
}
