// The guard's one question (AGT-20, AGT-21). It has an opinion only about what is ours: "none" prints nothing, and there
// is no way to say more (AGT-22). A fault in here is a refusal where the call names ours, and no opinion elsewhere (AGT-4).
import { isReader, judgePatch, judgePaths } from "./file-tools.ts";
import { judgePowerShell } from "./lines/judge.ts";
import { judgeLine, judgeWindowsLine, mayConcern } from "./lines/line.ts";
import { mentions } from "./mentions.ts";
import { foldersOf, isPowerShell, linesOf, mayBeForWindows, patchesOf } from "./shell-tools.ts";
import { REASONS } from "./wording.ts";
import { type Decision, type GuardWorld, NONE, type ToolCall, TooManyLooks } from "./world.ts";

export function decide(call: ToolCall, world: GuardWorld): Decision {
  try {
    const reason = judge(call, withFewLooks(world));
    return reason === undefined ? NONE : { kind: "deny", reason };
  } catch {
    // Whatever failed, the raw words still tell whether ours is named; the session goes on where it is not.
    return mentions(rawText(call), world.roots) ? { kind: "deny", reason: REASONS.unread } : NONE;
  }
}

/** Whether decide() will ask for a reading of shell text. */
export function needsShell(call: ToolCall, world: GuardWorld): boolean {
  try {
    return (world.readWindows !== undefined || !isPowerShell(call)) && concerns(call, foldersOf(call, world), world);
  } catch {
    return true;
  }
}

function concerns(call: ToolCall, folders: readonly string[], world: GuardWorld): boolean {
  const lines = linesOf(call);
  return folders.some((folder) => lines.some((line) => mayConcern(line, folder, world)));
}

/** A host names one; a call with more is made to be slow, for a hook that is late has refused nothing. */
const MOST_FOLDERS = 3;

/** Of a line or a patch. No system starts a program with a longer argument: such a call is made to be slow, too. */
const LONGEST_JUDGED = 1024 * 1024;

function judge(call: ToolCall, world: GuardWorld): string | undefined {
  if ([...linesOf(call), ...patchesOf(call)].some(({ length }) => length > LONGEST_JUDGED)) return REASONS.long;
  const folders = foldersOf(call, world);
  if (folders.length > MOST_FOLDERS && concerns(call, folders, world)) return REASONS.folders;
  for (const folder of folders) {
    const reason = judgeIn(folder, call, world);
    if (reason !== undefined) return reason;
  }
  return judgeCode(call, world) ?? judgePaths(call, world);
}

function judgeIn(folder: string, call: ToolCall, world: GuardWorld): string | undefined {
  for (const line of linesOf(call)) {
    const reason = isPowerShell(call) ? judgePowerShell(line, world) : judgeLine(line, folder, world);
    const windows = mayBeForWindows(call, line) ? judgeWindowsLine(line, folder, world) : undefined;
    if ((reason ?? windows) !== undefined) return reason ?? windows;
  }
  for (const text of patchesOf(call)) {
    const reason = judgePatch(text, folder, world);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Code for an interpreter is not read: naming ours is enough, as in a one-liner (AGT-21). */
function judgeCode(call: ToolCall, world: GuardWorld): string | undefined {
  const { code } = call.input;
  const isNamed = typeof code === "string" && !isReader(call) && mentions(code, world.roots);
  return isNamed ? REASONS.code(call.tool) : undefined;
}

function rawText({ input }: ToolCall): string {
  try {
    return JSON.stringify(input);
  } catch {
    return "";
  }
}

/** Components of paths, each of them a system call. */
const MOST_COMPONENTS = 10_000;
/** No system opens a longer one. */
const LONGEST_PATH = 4096;

/**
 * A world that may be asked only so often where a path leads: each look costs system calls, and a guard that takes too long
 * is no guard (AGT-4). What was asked before is remembered; nothing runs while a call is judged.
 */
function withFewLooks<World extends Pick<GuardWorld, "resolve">>(world: World): World {
  const known = new Map<string, string>();
  let left = MOST_COMPONENTS;
  const resolve = (path: string, cwd: string): string => {
    const key = `${cwd}\n${path}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    left -= key.length > LONGEST_PATH ? MOST_COMPONENTS + 1 : key.split("/").length;
    if (left < 0) throw new TooManyLooks();
    const real = world.resolve(path, cwd);
    known.set(key, real);
    return real;
  };
  return { ...world, resolve };
}
