// A shell line as a whole: the reading is asked for only where the line may concern us.
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld } from "../world.ts";
import { calledIn } from "./holdfast.ts";
import { judgeCommand } from "./judge.ts";
import { mayConcern } from "./may-concern.ts";

/** A line longer than this is not taken apart: a mention is enough. */
const LONGEST = 64 * 1024;
const WRITING =
  /[>]|\b(rm|rmdir|mv|cp|ln|tee|sed|perl|dd|install|rsync|truncate|touch|chmod|chown|mkdir|tar|unzip|patch|git|python[\d.]*|node|ruby|ed|ex|vim?|nano|unlink|shred)\b/;

/** The reason for a refusal, or undefined. */
export function judgeLine(line: string, cwd: string, world: GuardWorld): string | undefined {
  return mayConcern(line, cwd, world) ? judgeFully(line, cwd, world) : undefined;
}

/** Without the first look; exported so that a test can prove the first look right. */
export function judgeFully(line: string, cwd: string, world: GuardWorld): string | undefined {
  if (line.length > LONGEST) return judgeUnread(line, world);
  const reading = world.readShell(line, { ...world.variables, HOME: world.home, PWD: cwd });
  for (const command of reading.commands) {
    const reason = judgeCommand(command, world);
    if (reason !== undefined) return reason;
  }
  return reading.sure ? undefined : judgeUnread(line, world);
}

function judgeUnread(line: string, world: GuardWorld): string | undefined {
  if (mentions(line, world.roots) && WRITING.test(line)) return REASONS.unread;
  return calledIn(line);
}
