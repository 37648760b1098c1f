// Our one entry in Claude Code's settings (AGT-1, AGT-30): exec form, no shell, the host named explicitly. Pure: it
// describes edits, disk/json-edit.ts applies them.
import type { Json, JsonEdit } from "../../core/json-edits.ts";

export interface Planned {
  readonly edits: readonly JsonEdit[];
}

const SESSION_START = ["hooks", "SessionStart"] as const;
/** Below Claude's own default of 600 s: a hook that hangs must not hold the session up. */
const TIMEOUT_SECONDS = 5;
/** Where `install` of any version puts the hook, so that an entry of an older one is recognised. */
const OUR_HOOK = /(^|[\\/])holdfast[\\/]hook\.cjs$/;

/** The settings file of this user. */
export function settingsPath(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const chosen = env.CLAUDE_CONFIG_DIR;
  return `${chosen === undefined || chosen === "" ? `${home}/.claude` : chosen}/settings.json`;
}

export function planInstall(from: { readonly hookPath: string }): Planned {
  const group = { matcher: "startup|resume|clear|compact", hooks: [entryFor(from.hookPath)] };
  return { edits: [{ kind: "ensure-group", path: SESSION_START, list: "hooks", group, mine: isOurs(from.hookPath) }] };
}

export function planUninstall(from: { readonly hookPath: string }): Planned {
  return { edits: [{ kind: "drop-entries", path: SESSION_START, list: "hooks", mine: isOurs(from.hookPath) }] };
}

function entryFor(hookPath: string): Json {
  return { type: "command", command: "node", args: [hookPath, "--host", "claude"], timeout: TIMEOUT_SECONDS };
}

function isOurs(hookPath: string): (entry: unknown) => boolean {
  return (entry) => {
    const args = (entry as { args?: unknown } | null | undefined)?.args;
    const first: unknown = Array.isArray(args) ? args[0] : undefined;
    return typeof first === "string" && (first === hookPath || OUR_HOOK.test(first));
  };
}
