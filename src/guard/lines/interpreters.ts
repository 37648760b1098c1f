// One-liners and here-documents of interpreters: code is not read, so a mention of our folders is enough (AGT-21), and so
// is running code inside one.
import { groundOf } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld, ShellCommand } from "../world.ts";
import { calledIn } from "./holdfast.ts";

const NAME =
  /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|luajit|Rscript|R|tclsh|wish|expect|osascript|julia|irb|swift|groovy|jshell|guile|sbcl|racket|elixir|erl|ghci|uv|pipx|poetry|ipython)$/;
/** Terminals driven from outside: what is typed into them is code too. */
const CARRIER = /^(tmux|screen|dtach|abduco|zellij|unbuffer|expect|osascript|at|batch|crontab|ttyd|docker|podman)$/;
const AWK = /^(awk|gawk|mawk|nawk)$/;
const INLINE = /^(-[A-Za-z]*[ceEpr]|--eval|--print|--execute|eval|-)$/;

export function isInterpreter(name: string): boolean {
  return NAME.test(name);
}

export function judgeCode(name: string, command: ShellCommand, cwd: string, world: GuardWorld): string | undefined {
  if (CARRIER.test(name)) return calledIn(textOf(command));
  if (AWK.test(name)) return judgeAwk(command, world);
  if (!isInterpreter(name)) return undefined;
  const text = textOf(command);
  if (mentions(text, world.roots)) return REASONS.code(name);
  const inline = command.stdin !== undefined || command.words.some((word) => INLINE.test(word));
  if (inline && groundOf(".", cwd, world) === "inside") return REASONS.code(name);
  return inline ? calledIn(text) : undefined;
}

/** awk reads its operands; its program writes only by `>`, `|` or `system`. */
function judgeAwk({ words }: ShellCommand, world: GuardWorld): string | undefined {
  const named = words.slice(1).filter((word) => mentions(word, world.roots));
  const writing = named.some((word) => />|\||system\s*\(/.test(word));
  const printing = named.length > 0 && words.some((word) => /print[^;}\n]*[>|]|system\s*\(/.test(word));
  return writing || printing ? REASONS.code("awk") : undefined;
}

function textOf({ words, stdin }: ShellCommand): string {
  return [...words.slice(1), stdin ?? ""].join("\n");
}
