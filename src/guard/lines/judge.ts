// One command of a shell line, judged in each folder it may run in (AGT-21): what it writes to must not name ours. The
// redirections first, then its wrappers and variables, then the program.

import { judgePatch } from "../file-tools.ts";
import { mentions } from "../mentions.ts";
import { hasHole, type ShellCommand } from "../shell-line.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld } from "../world.ts";
import { judgeGit } from "./git.ts";
import { calledIn, isHoldfast, judgeHoldfast } from "./holdfast.ts";
import { sweptBy } from "./sweeping.ts";
import { isText, type JudgedAt, names, programName } from "./words.ts";
import { writtenBy } from "./writes.ts";

/** Code is not read: a call of holdfast in it counts, and so does its command line given to one of these. */
const INTERPRETER =
  /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|Rscript|R|tclsh|wish|expect|osascript|julia|irb|swift|groovy|jshell|guile|sbcl|racket|elixir|erl|ghci|uv|pipx|poetry|ipython)$/;
const INLINE = /^(-[A-Za-z]*[ceEpr]|--eval|--print|--execute|eval|-)$/;
/** Terminals driven from outside: what is typed into them is code too. */
const CARRIER = /^(tmux|screen|dtach|abduco|zellij|unbuffer|at|batch|crontab|ttyd|docker|podman)$/;

/** The reason for a refusal, or undefined. */
export function judgeCommand(command: ShellCommand, here: JudgedAt): string | undefined {
  return redirected(command, here) ?? judgeAssigned(command, here) ?? judgeProgram(command, here);
}

/** `<` reads; `>&1` and `>&-` name a descriptor, not a file. */
function redirected({ redirects, words, wrappers }: ShellCommand, here: JudgedAt): string | undefined {
  const hit = redirects.find(
    ({ operator, target }) => operator !== "<" && !/^(\d+|-)$/.test(target) && names(target, here),
  );
  if (hit !== undefined) return REASONS.command(`${words[0] ?? ""} ${hit.operator}`.trim(), hit.target);
  const given = wrappers.find((word) => /[/~.]/.test(word) && names(word, here));
  return given === undefined ? undefined : REASONS.command(wrappers[0] ?? "", given);
}

/** Variables by which a program is told what to read; every other that names ours may tell it what to write. */
const READ_VARIABLES = /^(HOLDFAST_\w+|XDG_\w+|GIT_DIR|GIT_WORK_TREE|HOME)$/;
/** Those that git, a pager or a shell writes to, runs or goes by, in whatever command comes later. */
const LATER_VARIABLES = /^(GIT_\w+|\w*PAGER|\w*EDITOR|VISUAL|BASH_ENV|ENV|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|CDPATH)$/;

function judgeAssigned({ words, variables }: ShellCommand, here: JudgedAt): string | undefined {
  const exported = /^(export|declare|typeset)$/.test(words[0] ?? "") ? words.slice(1) : [];
  const later = exported.map((word): [string, string] => [word.split("=")[0] ?? "", word.slice(word.indexOf("=") + 1)]);
  const before = Object.entries(variables);
  const counting = [...before, ...later].filter(
    ([name], at) =>
      LATER_VARIABLES.test(name) || (at < before.length && words.length > 0 && !READ_VARIABLES.test(name)),
  );
  const hit = counting.find(([name, value]) => !READ_VARIABLES.test(name) && names(value, here));
  return hit === undefined ? undefined : REASONS.command(`${hit[0]}=`, hit[1]);
}

function judgeProgram(command: ShellCommand, here: JudgedAt): string | undefined {
  const [program = "", ...args] = command.words;
  if (program === "") return undefined;
  const name = programName(program);
  const given = [...args, command.stdin ?? ""];
  const path = (word: string) => (): string => (hasHole(word) ? word : here.world.resolve(word, here.cwd));
  if (isHoldfast(program, path(program))) return judgeHoldfast(args);
  if (INTERPRETER.test(name)) {
    const script = args.findIndex((word) => isHoldfast(word, path(word)));
    const isInline = command.stdin !== undefined || args.some((word) => INLINE.test(word));
    const called = script < 0 ? undefined : judgeHoldfast(args.slice(script + 1));
    const reason = called ?? (isInline ? calledIn(given.join("\n")) : undefined);
    if (reason !== undefined) return reason;
  }
  const typed = CARRIER.test(name) ? calledIn(given.join("\n")) : undefined;
  if (typed !== undefined) return typed;
  if (name === "git") return judgeGit(command, here);
  if (/^apply_?patch$/.test(name)) return judgePatch(given.join("\n"), here.cwd, here.world);
  if (/^(pwsh|powershell)$/i.test(name)) return judgePowerShell(given.join(" "), here.world);
  const hit = writtenBy(command).find((word) => names(word, here));
  if (hit !== undefined) return isText(hit) ? REASONS.code(name) : REASONS.command(name, hit);
  const swept = sweptBy(name, args, here);
  return swept === undefined ? undefined : REASONS.holding(name, swept);
}

// PowerShell, as far as plain patterns reach: its grammar is not read (AGT-21). A line that names a folder of ours and
// holds a writing cmdlet is refused; what slips through is found unattested.

const CMDLET =
  /\b((Set|Add|Clear)-(Content|Item|ItemProperty|Acl)|Out-File|Tee-Object|(Remove|Move|Copy|New|Rename)-Item|Export-\w+|Expand-Archive|Start-Transcript|Invoke-Expression)\b|>|::(Write|Append|Delete|Move|Copy|Create|Replace)\w*/i;
/** Short names count only where a command may stand. */
const ALIAS =
  /(^|[;|&({\n])\s*(ac|sc|clc|del|erase|rd|ri|rm|rmdir|mi|move|mv|cpi|copy|cp|ni|mkdir|md|rni|ren|tee|iex)\s/i;

export function judgePowerShell(text: string, world: GuardWorld): string | undefined {
  if (mentions(text, world.roots) && (CMDLET.test(text) || ALIAS.test(text))) return REASONS.unread;
  return calledIn(text);
}
