// One command of a shell line, judged in each folder it may run in (AGT-21). Redirections first, then the program; a
// program we don't know may not be given a path of ours at all.
import { judgePatch } from "../file-tools.ts";
import { isInside } from "../ground.ts";
import { hasHole } from "../holes.ts";
import { mentions } from "../mentions.ts";
import { judgePowerShell } from "../powershell.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld, ShellCommand } from "../world.ts";
import { COPYING } from "./copying.ts";
import { judgeGit } from "./git.ts";
import { isHoldfast, judgeHoldfast } from "./holdfast.ts";
import { isInterpreter, judgeCode } from "./interpreters.ts";
import { onlyReads } from "./readers.ts";
import { SWEEPING } from "./sweeping.ts";
import { argumentsOf, pathsIn, programName } from "./words.ts";

/** The reason for a refusal, or undefined. */
export function judgeCommand(command: ShellCommand, world: GuardWorld): string | undefined {
  for (const cwd of command.cwds) {
    const reason = redirected(command, cwd, world) ?? judgeProgram(command, cwd, world);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** `<` reads; `>&1` and `>&-` name a descriptor, not a file. */
function redirected({ redirects, words }: ShellCommand, cwd: string, world: GuardWorld): string | undefined {
  const hit = redirects.find(
    ({ operator, target }) => operator !== "<" && !/^(\d+|-)$/.test(target) && isInside(target, cwd, world),
  );
  return hit === undefined ? undefined : REASONS.command(`${words[0] ?? ""} ${hit.operator}`.trim(), hit.target);
}

function judgeProgram(command: ShellCommand, cwd: string, world: GuardWorld): string | undefined {
  const [word = "", ...args] = command.words;
  if (word === "") return undefined;
  const name = programName(word);
  const path = (at: string) => (): string => (hasHole(at) ? at : world.resolve(at, cwd));
  if (isHoldfast(word, path(word))) return judgeHoldfast(args);
  const script = isInterpreter(name) ? args.findIndex((arg) => isHoldfast(arg, path(arg))) : -1;
  const called = script < 0 ? undefined : judgeHoldfast(args.slice(script + 1));
  if (called !== undefined) return called;
  if (name === "git") return judgeGit(command, cwd, world);
  if (name === "apply_patch" || name === "applypatch")
    return judgePatch([...args, command.stdin ?? ""].join("\n"), cwd, world);
  if (/^(pwsh|powershell)$/i.test(name)) return judgePowerShell([...args, command.stdin ?? ""].join(" "), world);
  return judgeCode(name, command, cwd, world) ?? judgeOperands(name, args, command, cwd, world);
}

function judgeOperands(
  name: string,
  args: readonly string[],
  command: ShellCommand,
  cwd: string,
  world: GuardWorld,
): string | undefined {
  const copying = Object.hasOwn(COPYING, name) ? COPYING[name] : undefined;
  if (copying !== undefined) return copying(args, cwd, world, command);
  const swept = Object.hasOwn(SWEEPING, name) ? SWEEPING[name]?.(args, cwd, world) : undefined;
  if (swept !== undefined) return swept;
  if (onlyReads(name, args)) return writtenByScript(name, args, world);
  if (name === "dd") return outputOf(args, cwd, world);
  if (ARCHIVERS.has(name) && argumentsOf(args).options.some((option) => TO_STDOUT.test(option))) return undefined;
  const hit = args.flatMap(pathsIn).find((path) => isInside(path, cwd, world));
  return hit === undefined ? undefined : REASONS.command(name, hit);
}

/** These replace the files they are given, unless they are told to print. */
const ARCHIVERS: ReadonlySet<string> = new Set([
  "gzip",
  "gunzip",
  "bzip2",
  "bunzip2",
  "xz",
  "unxz",
  "zstd",
  "unzstd",
  "lz4",
]);
const TO_STDOUT = /^(-[a-zA-Z]*[clt]|--stdout|--to-stdout|--list|--test)$/;

function outputOf(args: readonly string[], cwd: string, world: GuardWorld): string | undefined {
  const hit = args.find((word) => word.startsWith("of=") && isInside(word.slice(3), cwd, world));
  return hit === undefined ? undefined : REASONS.command("dd", hit.slice(3));
}

/** sed writes by its own `w` command. */
function writtenByScript(name: string, args: readonly string[], world: GuardWorld): string | undefined {
  if (name !== "sed") return undefined;
  return args.some((word) => /(^|[;{}/\d\s])w\s/.test(word) && mentions(word, world.roots))
    ? REASONS.code("sed")
    : undefined;
}
