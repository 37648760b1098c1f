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
    const reason =
      redirected(command, cwd, world) ?? judgeAssigned(command, cwd, world) ?? judgeProgram(command, cwd, world);
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
  if (onlyReads(name, args)) return writtenByScript(name, args, command, world);
  if (name === "dd") return outputOf(args, cwd, world);
  if (ARCHIVERS.has(name) && argumentsOf(args).options.some((option) => TO_STDOUT.test(option))) return undefined;
  const hit = args.flatMap(pathsIn).find((path) => isInside(path, cwd, world));
  if (hit !== undefined) return REASONS.command(name, hit);
  return namedInText(name, args, command, world) ? REASONS.code(name) : undefined;
}

/** What they are told is shown to somebody or kept as it is, and is no instruction to them. */
const TELLS: ReadonlySet<string> = new Set(["gh", "glab", "tee", "sponge", "pbcopy", "xclip", "xsel", "wl-copy"]);

/** A text for a program we don't know, as a word or on its input, may be an instruction: `ex -c 'w PATH'`. */
function namedInText(name: string, args: readonly string[], { stdin }: ShellCommand, world: GuardWorld): boolean {
  if (TELLS.has(name) || ARCHIVERS.has(name)) return false;
  return [...args.filter((word) => /\s/.test(word)), stdin ?? ""].some((text) => mentions(text, world.roots));
}

/** Variables by which a program is told what to read; every other that names ours may tell it what to write. */
const READ_VARIABLES = /^(HOLDFAST_\w+|XDG_\w+|GIT_DIR|GIT_WORK_TREE|CDPATH|HOME)$/;
/** Those that git, a pager or a shell writes to or runs, in whatever command comes later. */
const RUN_VARIABLES = /^(GIT_\w+|\w*PAGER|\w*EDITOR|VISUAL|BASH_ENV|ENV|PROMPT_COMMAND|LESSOPEN|LESSCLOSE)$/;

function judgeAssigned({ words, variables }: ShellCommand, cwd: string, world: GuardWorld): string | undefined {
  const exported = /^(export|declare|typeset)$/.test(words[0] ?? "") ? words.slice(1) : [];
  const later = exported.map((word) => [word.split("=")[0] ?? "", word.slice(word.indexOf("=") + 1)] as const);
  const hit = [...Object.entries(variables), ...later.filter(([name]) => RUN_VARIABLES.test(name))].find(
    ([name, value]) =>
      !READ_VARIABLES.test(name) &&
      value !== "" &&
      (isInside(value, cwd, world) || (/\s/.test(value) && mentions(value, world.roots))),
  );
  return hit === undefined ? undefined : REASONS.command(`${hit[0]}=`, hit[1]);
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

/** sed writes by its own `w`, which wants no space after it, and runs by its `e`. */
const SED_WRITES = /(^|[;{}/\d\s,|$!gpiIMme=])([wW]\s*[~./\w]|e\s)/;

function writtenByScript(
  name: string,
  args: readonly string[],
  { stdin }: ShellCommand,
  world: GuardWorld,
): string | undefined {
  if (name !== "sed") return undefined;
  const fed = args.some((word) => /^(-[A-Za-z]*f|--file)/.test(word)) ? [stdin ?? ""] : [];
  const scripts = [...args.filter((word) => SED_WRITES.test(word) && !/^[/~.]/.test(word)), ...fed];
  return scripts.some((text) => mentions(text.replace(/[wW](?=[~./])/g, "w "), world.roots))
    ? REASONS.code("sed")
    : undefined;
}
