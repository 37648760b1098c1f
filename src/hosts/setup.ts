// What connecting an agent means (AGT-30), the same for every host: which of its files get which edits. Pure; each
// hosts/<agent>/setup.ts fills it in, and disk/ applies it.

import { isOfWindows } from "../text/windows-paths.ts";
import type { DropMember, EnsureGroup, Json, JsonEdit, Mine, OwnFileEdit, TomlEdit } from "./edits.ts";
import type { Guarded } from "./guarded.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where `install` put our own files, and what they guard. */
export interface OurPlaces {
  readonly hookPath: string;
  /** What runs the hook, found on PATH; absent: Node. */
  readonly program?: "node" | "bun";
  /** Absent where the package has no MCP server; then none is registered. */
  readonly mcpPath?: string;
  readonly store: string;
  readonly guarded: Guarded;
  /** Where all of ours is, as arguments of what the agent starts: its environment does not count (AGT-1a). */
  readonly args: readonly string[];
  /** What an agent that keeps memories by itself is given as their place, if the person wants so. */
  readonly memoryFolder: string;
  /** A file that the package brings beside the hook, as text; undefined where it has none of that name. */
  built(file: string): string | undefined;
}

/** Where the agent keeps its own. */
export interface TheirPlaces {
  readonly folder: string;
  readonly settings: string;
  readonly env: Environment;
  readonly home: string;
}

interface Edited<Format, Edit> {
  readonly path: string;
  readonly format: Format;
  readonly install: readonly Edit[];
  readonly uninstall: readonly Edit[];
  /**
   * `exact`: the bytes from before install are kept, and put back if nobody touched the file since. `entries`: the agent
   * itself keeps writing the file, and keeps secrets in it, so no copy is made and only our entries are taken out.
   */
  readonly undo: "exact" | "entries";
  /** Nothing hangs on it: where it can't be written, or somebody else's is there, or the person took it away, all is well. */
  readonly optional?: true;
  /** On top of `install`, and nothing hangs on it: who takes it out again is connected all the same. */
  readonly extras?: readonly Edit[];
  /** On top of `install`: the agent's own memory is ours, or its own again (AGT-23). `uninstall` has `off` in it. */
  readonly ownMemory?: { readonly on: readonly Edit[]; readonly off: readonly Edit[] };
}

export type SettingsFile = Edited<"json", JsonEdit> | Edited<"toml", TomlEdit> | Edited<"text", OwnFileEdit>;

export interface HostSetup {
  files(at: OurPlaces, theirs: TheirPlaces): readonly SettingsFile[];
  /** What such an agent reads in the folder; absent where it keeps no memories by itself. */
  readonly memoryNote?: string;
  /** The member of its first file with which a person keeps it from running hooks. */
  readonly off?: Pick<DropMember, "path" | "mine">;
  /** What the person still has to do, once it is connected. */
  readonly advice?: string;
}

export interface HookGroup {
  readonly event: string;
  readonly matcher?: string;
  readonly entries: readonly Json[];
}

/** One group per event (AGT-1). */
export function hookEdits(groups: readonly HookGroup[], mine: Mine): JsonEdits {
  const install = groups.map(({ event, matcher, entries }): EnsureGroup => {
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: entries };
    return { kind: "ensure-group", path: ["hooks", event], list: "hooks", group, mine };
  });
  return { install, uninstall: [{ kind: "drop-entries", path: ["hooks"], list: "hooks", mine }] };
}

type JsonEdits = Pick<Edited<"json", JsonEdit>, "install" | "uninstall">;

/** Where `install` of any version puts the server. */
const OUR_SERVER = /(^|[\\/])holdfast[\\/]mcp\.mjs$/;
const SERVER = ["mcpServers", "holdfast"];

/** One member of a host's list of MCP servers; `entry` is what it holds for a server with these arguments. */
export function serverEdits({ mcpPath, args }: OurPlaces, entry: (args: readonly string[]) => Json): JsonEdits {
  const mine = startsWith(OUR_SERVER, mcpPath);
  return {
    install:
      mcpPath === undefined ? [] : [{ kind: "ensure-member", path: SERVER, value: entry([mcpPath, ...args]), mine }],
    uninstall: [{ kind: "drop-member", path: SERVER, mine }],
  };
}

/** Runs our file: the one of this install, or one that any install would have put there. */
export function startsWith(ours: RegExp, path: string | undefined): Mine {
  return (entry) => {
    const args = (entry as { args?: unknown } | null | undefined)?.args;
    const first: unknown = Array.isArray(args) ? args[0] : undefined;
    return typeof first === "string" && (first === path || ours.test(first));
  };
}

/** In a file of another program, as a comment: by it a file or a table is known as ours. */
export const MARK = "Made by `holdfast install`; `holdfast uninstall` takes it out.";

/** A basic string of TOML takes JSON's escapes; the one character JSON leaves alone and TOML does not is DEL. */
export function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}

/** By their names a person types them: `/remember`, `/memories`. */
const SKILLS = ["remember", "memories"];

/** The same in every agent that reads such a folder; the plugin brings them too. In a header of YAML, so below its first line. */
export function skillFiles({ built }: OurPlaces, { folder }: TheirPlaces): readonly SettingsFile[] {
  const mark = `---\n# ${MARK}`;
  return SKILLS.flatMap((name): readonly SettingsFile[] => {
    const text = built(`skills/${name}/SKILL.md`)?.replace(/^---\r?\n/, "");
    const path = `${folder}/skills/${name}/SKILL.md`;
    const install = text === undefined ? [] : [{ kind: "ensure-file" as const, mark, text }];
    const uninstall = [{ kind: "drop-file" as const, mark }];
    return [{ path, format: "text", undo: "exact", optional: true, install, uninstall }];
  });
}

const OUR_LINE = /^(?:node|bun) (?:'(?:[^']|'\\'')*[\\/]holdfast[\\/]hook\.cjs'|"[^"]*[\\/]holdfast[\\/]hook\.cjs")/;

/**
 * A hook entry as one line for a shell (AGT-1), for the hosts that have no exec form: the host named explicitly, and the
 * same from release to release. In single quotes nothing is special to a shell but the single quote. On Windows it may be
 * cmd, PowerShell or Git Bash that reads the line: a path there holds no double quote, and all three take it in two of them.
 */
export function commandFor({ hookPath, program = "node", args }: OurPlaces, host: string): string {
  const places = args.map((each) => (each.startsWith("--") ? each : quoted(each)));
  return [program, quoted(hookPath), "--host", host, ...places].join(" ");
}

function quoted(text: string): string {
  return isOfWindows(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The places, as any install may have written them; an older one wrote none. */
const PLACES = /^(?: --(?:home|store|config|state|data|cache) (?:'(?:[^']|'\\'')*'|"[^"]*"))*/;

/** An entry whose line, under `key`, runs our hook and nothing else: the one of this install, or of any other. */
export function isOurLine(at: OurPlaces, host: string, key = "command", tail = ""): Mine {
  const line = `${commandFor(at, host)}${tail}`;
  return (entry) => {
    const found = (entry as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    if (typeof found !== "string") return false;
    if (found === line) return true;
    const [head, rest] = [` --host ${host}`, found.replace(OUR_LINE, "")];
    return OUR_LINE.test(found) && rest.startsWith(head) && rest.slice(head.length).replace(PLACES, "") === tail;
  };
}
