// A shell line as a whole: the reading is asked for only where the line may concern us.
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld } from "../world.ts";
import { TooManyLooks, withFewLooks } from "./few-looks.ts";
import { calledIn } from "./holdfast.ts";
import { judgeCommand } from "./judge.ts";
import { mayConcern } from "./may-concern.ts";

/** A line longer than this is not taken apart, and one that can't be read for sure is not judged by what was read of it:
 * a mention is enough. */
const LONGEST = 64 * 1024;

/** The reason for a refusal, or undefined. */
export function judgeLine(line: string, cwd: string, world: GuardWorld): string | undefined {
  return mayConcern(line, cwd, world) ? judgeFully(line, cwd, world) : undefined;
}

/** Without the first look; exported so that a test can prove the first look right. */
export function judgeFully(line: string, cwd: string, world: GuardWorld): string | undefined {
  if (line.length > LONGEST) return judgeUnread(line, world);
  try {
    return judgeRead(line, cwd, withFewLooks(world));
  } catch (fault) {
    if (!(fault instanceof TooManyLooks)) throw fault;
    return judgeUnread(line, world);
  }
}

function judgeRead(line: string, cwd: string, world: GuardWorld): string | undefined {
  const reading = world.readShell(line, { ...world.variables, HOME: world.home, PWD: cwd });
  for (const command of reading.commands) {
    const reason = judgeCommand(command, world);
    if (reason !== undefined) return reason;
  }
  return reading.sure ? undefined : judgeUnread(line, world);
}

/** Quotes may part a name that a shell puts together again. */
function judgeUnread(line: string, world: GuardWorld): string | undefined {
  const bare = line.replace(/['"]|\\\n/g, "");
  if (mentions(line, world.roots) || mentions(bare, world.roots)) return REASONS.unread;
  return calledIn(line);
}
