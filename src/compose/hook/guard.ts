// The guard's world on this machine: what is ours, where paths lead, and how a shell line is read. It stands by itself: a
// damaged configuration or index must not switch it off (AGT-4).
import { homedir } from "node:os";
import { parentOf } from "../../disk/paths.ts";
import { asOpened, asWritten, foundBelow, knowing, realTarget } from "../../disk/real-target.ts";
import { decide, needsShell } from "../../guard/decide.ts";
import { ontoRoots } from "../../guard/ground.ts";
import type { ShellReading } from "../../guard/shell-line.ts";
import { REASONS } from "../../guard/wording.ts";
import { type Decision, type GuardWorld, NONE } from "../../guard/world.ts";
import type { ToolEvent } from "../../hosts/event.ts";
import { guardedIn } from "../../hosts/guarded.ts";
import { findSharedStore } from "../../store/io/open-store.ts";
import { storesAround } from "../around.ts";
import type { Whereabouts } from "../here.ts";
import type { HookCall } from "./call.ts";

/** A fault on the way is a refusal where the call names ours by its usual name, and no opinion elsewhere. */
export async function guarded(event: ToolEvent, call: HookCall, here: Whereabouts): Promise<Decision> {
  try {
    return await decided(event, call, here);
  } catch {
    const usual = [".holdfast", call.env["HOLDFAST_HOME"] ?? ""].filter((name) => name !== "");
    const raw = JSON.stringify(event.input);
    return usual.some((name) => raw.toLowerCase().includes(name.toLowerCase()))
      ? { kind: "deny", reason: REASONS.unread }
      : NONE;
  }
}

async function decided(event: ToolEvent, hook: HookCall, here: Whereabouts): Promise<Decision> {
  const home = asWritten(homedir());
  const kept = keptBy(here, home);
  const call = { tool: event.tool, input: asMeant(event, kept, home), cwd: asWritten(event.cwd) };
  const roots = [...kept, ...connecting(hook, kept, home)];
  const disk = knowing(roots);
  const folds = disk.windows || process.platform === "darwin";
  const real = (path: string, base: string): string => realTarget(path, base, home, disk);
  const world: Omit<GuardWorld, "readShell"> = {
    roots,
    home,
    variables: variablesOf(hook.env),
    resolve: folds ? (path, base) => ontoRoots(real(path, base), roots) : real,
    isStore: (folder) => findSharedStore(parentOf(asOpened(folder))) !== undefined,
    folds,
    ...(disk.windows ? { readWindows: () => UNREAD } : {}),
  };
  const unread: GuardWorld = { ...world, readShell: () => UNREAD };
  if (!needsShell(call, unread)) return decide(call, unread);
  const { readShell, readWindows } = await import("./shell.ts");
  return decide(call, { ...world, readShell, ...(disk.windows ? { readWindows } : {}) });
}

const UNREAD: ShellReading = { sure: false, commands: [], steps: 0 };

/** A host may ask about the path as the model wrote it, and then edit the file whose path ends so. */
function asMeant(
  { input, cwd, foundByEnd: key }: ToolEvent,
  roots: readonly string[],
  home: string,
): ToolEvent["input"] {
  const path = key === undefined ? undefined : input[key];
  if (key === undefined || typeof path !== "string") return input;
  const found = foundBelow(roots, path, realTarget(path, cwd, home));
  return found === undefined ? input : { ...input, [key]: found };
}

/** Where Holdfast keeps things. */
function keptBy({ places, project }: Whereabouts, home: string): readonly string[] {
  const ours = [...guardedIn(places).folders, ...storesAround(project, places)];
  return ours.map((path) => realTarget(path, "/", home));
}

/**
 * What connects the guard itself and is wholly ours: those files of the installer's, and the folder of the hook that runs, in
 * a plugin the plugin's. An agent's settings are the user's (docs/threat-model.md), and so is a home into which somebody
 * copied the hook.
 */
function connecting({ ownSettings, via }: HookCall, kept: readonly string[], home: string): readonly string[] {
  const beside = parentOf(process.argv[1] ?? "/");
  const paths = [...ownSettings, via === "plugin" ? parentOf(beside) : beside];
  const holds = (folder: string, path: string): boolean => `${path}/`.startsWith(`${folder}/`);
  return paths
    .map((path) => realTarget(path, "/", home))
    .filter(
      (path) => path !== "/" && !kept.some((root) => holds(root, path)) && !holds(path, realTarget("~", "/", home)),
    );
}

/** `%HOMEDRIVE%%HOMEPATH%` is the home too. */
function ofWindows(env: HookCall["env"]): Readonly<Record<string, string | undefined>> {
  const names = ["USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "USERNAME", "SystemDrive"];
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

/** What an agent's shell knows and a store path may be written with. */
function variablesOf(env: HookCall["env"]): Readonly<Record<string, string>> {
  const named = {
    HOLDFAST_HOME: env["HOLDFAST_HOME"],
    XDG_CONFIG_HOME: env["XDG_CONFIG_HOME"],
    XDG_STATE_HOME: env["XDG_STATE_HOME"],
    XDG_DATA_HOME: env["XDG_DATA_HOME"],
    XDG_CACHE_HOME: env["XDG_CACHE_HOME"],
    ...(process.platform === "win32" ? ofWindows(env) : {}),
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
