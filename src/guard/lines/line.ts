// A shell line as a whole (AGT-21). The rule: a line that names ours and is not made of known readers is refused, one that
// names ours and can't be read is refused, and everything else passes. Names are taken literally, by links and by globs; who
// hides one is not chased, for what is changed so is found unattested (docs/threat-model.md).
import { groundOf } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { hasHole, type ShellReading } from "../shell-line.ts";
import { REASONS } from "../wording.ts";
import { type GuardWorld, TooManyLooks } from "../world.ts";
import { calledIn } from "./holdfast.ts";
import { judgeCommand } from "./judge.ts";
import { type JudgedAt, names, pathsIn } from "./words.ts";

/** A longer line is not taken apart: a mention is enough. */
const LONGEST_READ = 64 * 1024;

/** The reason for a refusal, or undefined. */
export function judgeLine(line: string, cwd: string, world: GuardWorld): string | undefined {
  return mayConcern(line, cwd, world) ? judgeFully(line, cwd, world) : undefined;
}

/** The same line as PowerShell or cmd would take it. */
export function judgeWindowsLine(line: string, cwd: string, world: GuardWorld): string | undefined {
  const { readWindows } = world;
  if (readWindows === undefined || !mayConcern(line, cwd, world)) return undefined;
  return judgeFully(line, cwd, { ...world, readShell: readWindows });
}

/** Without the first look; exported so that a test can prove the first look right. */
export function judgeFully(line: string, cwd: string, world: GuardWorld): string | undefined {
  if (line.length > LONGEST_READ) return judgeUnread(line, world);
  const reading = world.readShell(line, { ...world.variables, HOME: world.home, PWD: cwd });
  try {
    const reason = judgeRead(line, reading, world) ?? (reading.sure ? undefined : judgeUnread(line, world));
    return reason ?? (reading.isGivenUp ? REASONS.long : undefined);
  } catch (fault) {
    if (!(fault instanceof TooManyLooks)) throw fault;
    return judgeUnread(line, world);
  }
}

function judgeRead(line: string, { commands }: ShellReading, world: GuardWorld): string | undefined {
  let known: boolean | undefined;
  const plainly = (cwd: string): JudgedAt => ({ cwd, world, line, lineNames: () => false });
  const lineNames = (): boolean => {
    known ??= commands.some(({ words, redirects, variables, cwds }) => {
      const all = [...words, ...redirects.map(({ target }) => target), ...Object.values(variables)];
      return cwds.some((cwd) => [".", ...all].some((word) => names(word, plainly(cwd))));
    });
    return known;
  };
  for (const command of commands) {
    for (const cwd of command.cwds) {
      const reason = judgeCommand(command, { cwd, world, line, lineNames });
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** Quotes may part a name that a shell puts together again. */
function judgeUnread(line: string, world: GuardWorld): string | undefined {
  const bare = line.replace(/['"]|\\\n/g, "");
  if (mentions(line, world.roots) || mentions(bare, world.roots)) return REASONS.unread;
  return calledIn(line);
}

/** What a shell makes something else of: then the words that are seen here are not those that count. */
const REMADE = /[$`\\{}*?[\]~!^]|<<|\.\.|[<>]\(/;
/** After these a word may mean another path than it says here, or a folder that is not named is meant. */
const MOVING = /(^|[\s;&|(/'"])(cd|pushd|popd|find)($|[\s;&|)'"])|\s-[CD]|--chdir/;
const LONGEST_LOOKED_AT = 4096;

/**
 * The first look, without a parser: `npm test` must cost next to nothing. It may say yes too often, and never no where the
 * full reading would refuse: a property test holds it to that.
 */
export function mayConcern(line: string, cwd: string, world: GuardWorld): boolean {
  if (world.readWindows !== undefined && /%|\b(cd|chdir|pushd|sl|Set-Location|Push-Location)\b/i.test(line))
    return true;
  if (line.length > LONGEST_LOOKED_AT || hasHole(line) || REMADE.test(line) || MOVING.test(line)) return true;
  const bare = line.replace(/['"]/g, "").toLowerCase();
  if (/holdfast|cli\.mjs|main\.ts/.test(bare)) return true;
  if (world.roots.some((root) => bare.includes(root.slice(root.lastIndexOf("/") + 1).toLowerCase()))) return true;
  const words = split(line);
  const all = [...words, ...words.flatMap(split), ...line.split(/[\s;&|<>()'"]+/)].flatMap((word) =>
    pathsIn(word, world),
  );
  try {
    return groundOf(".", cwd, world) === "inside" || all.some((path) => groundOf(path, cwd, world) !== "outside");
  } catch (fault) {
    if (!(fault instanceof TooManyLooks)) throw fault;
    return true;
  }
}

/** As a shell splits it: quotes hold words together, operators part them. */
function split(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s;&|<>()'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}
