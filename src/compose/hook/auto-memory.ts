// Claude's own memory folder on this machine, guarded for content (AGT-23). Only a call that brings text is looked at, and
// of the disk only the few settings that may name the folder; the scanners are loaded for a file that lies in it. A fault
// here leaves the call to Claude: only inside the store does the guard refuse what it can't judge (AGT-4).
import { homedir } from "node:os";
import { mainTree } from "../../disk/git/project-identity.ts";
import { readSmall } from "../../disk/read-file.ts";
import { asOpened, realTarget } from "../../disk/real-target.ts";
import { type AutoMemoryDecision, autoMemory, filesNamed } from "../../guard/auto-memory.ts";
import { broughtBy } from "../../guard/content-after.ts";
import { NONE } from "../../guard/world.ts";
import {
  type AutoMemoryPlaces,
  autoMemoryFolder,
  autoMemoryPlaces,
  managedSettings,
} from "../../hosts/claude/auto-memory.ts";
import type { ToolEvent } from "../../hosts/event.ts";
import type { Whereabouts } from "../here.ts";
import type { HookCall } from "./call.ts";
import { leaveNotice } from "./fault.ts";
import { openForHook } from "./stores.ts";

const LARGEST_SETTINGS = 1024 * 1024;
const LARGEST_MEMORY = 256 * 1024;

export async function guardAutoMemory(
  event: ToolEvent,
  call: HookCall,
  here: Whereabouts,
): Promise<AutoMemoryDecision> {
  if (call.host !== "claude" || broughtBy(event) === "") return NONE;
  try {
    return await judged(event, call, here);
  } catch (error) {
    leaveNotice(error);
    return NONE;
  }
}

async function judged(event: ToolEvent, call: HookCall, here: Whereabouts): Promise<AutoMemoryDecision> {
  const home = homedir();
  const resolve = (path: string, base: string): string => realTarget(path, base, home);
  const places = placesFor(event.cwd, call, home, here);
  const folders = filesNamed(event).map((path) => autoMemoryFolder(resolve(path, event.cwd), places));
  for (const folder of new Set(folders)) {
    if (folder === undefined) continue;
    const checks = (await import("./checks.ts")).memoryChecks(openedOrNone(event.cwd, call, here));
    const isUnasked = folder === places.unasked;
    const world = { folder, isUnasked, resolve, read: (path: string) => readSmall(asOpened(path), LARGEST_MEMORY) };
    const decision = autoMemory(event, world, checks);
    if (decision.kind !== "none") return decision;
  }
  return NONE;
}

/** All of them as real paths. */
function placesFor(
  cwd: string,
  { env, settings: theirs }: HookCall,
  home: string,
  { project }: Whereabouts,
): AutoMemoryPlaces {
  const started = env["CLAUDE_PROJECT_DIR"] ?? cwd;
  const tops = new Set([started, cwd, project?.root ?? cwd]);
  const inEach = (name: string): readonly string[] =>
    [...tops].map((top) => settingsText(`${top}/.claude/${name}`)).filter((text) => text !== undefined);
  const settings = {
    managed: managedSettings(process.platform)
      .map(settingsText)
      .find((text) => text !== undefined),
    local: inEach("settings.local.json"),
    project: inEach("settings.json"),
    user: settingsText(theirs),
  };
  const { projects, named, unasked } = autoMemoryPlaces({ env, home, top: mainTree(started) ?? started, settings });
  const real = (path: string): string => realTarget(path, "/", home);
  return {
    projects: real(projects),
    named: named.map(real),
    unasked: unasked === undefined ? undefined : real(unasked),
  };
}

function settingsText(path: string): string | undefined {
  return readSmall(path, LARGEST_SETTINGS, "follow");
}

/** Values that a person has allowed are known by the store; without it there are none. */
function openedOrNone(cwd: string, call: HookCall, here: Whereabouts): ReturnType<typeof openForHook> {
  try {
    return openForHook(cwd, call, here);
  } catch {
    return undefined; // a damaged configuration must not switch the checks off
  }
}
