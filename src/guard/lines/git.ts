// git on a store (AGT-21). Inside one, reading only. From outside, what changes files of a store is refused; `add` and
// `commit` of a project change none of the shared store's files and stay the project's own business (STO-1a).
import { groundOf } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld, ShellCommand } from "../world.ts";
import { argumentsOf } from "./words.ts";

const GLOBAL_VALUES = ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix"];
const READS: ReadonlySet<string> = new Set(
  (
    "log diff status show blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list describe shortlog " +
    "name-rev for-each-ref show-ref show-branch count-objects fsck verify-commit verify-tag check-ignore check-attr " +
    "whatchanged version help diff-tree diff-files diff-index merge-base range-diff var"
  ).split(" "),
);
/** Reading only without further words, or with these. */
const READS_WITH: Readonly<Record<string, RegExp>> = {
  branch: /^(-a|-r|-v|-vv|--all|--list|--show-current|--contains.*)$/,
  tag: /^(-l|--list|-n\d*)$/,
  remote: /^(-v|--verbose|show|get-url)$/,
  stash: /^(list|show|-p)$/,
  reflog: /^show$/,
  config: /^(--get.*|--list|-l|get|list|--show-origin|--global|--local)$/,
  worktree: /^list$/,
};
const HARMLESS_OUTSIDE: ReadonlySet<string> = new Set(["add", "stage", "commit", "push", "fetch", "notes"]);
/** Options that name a file to write, or a program to run. */
const WRITES =
  /^(-O|--(prefix|file|open-files-in-pager|upload-pack|receive-pack|exec|output-directory|template|separate-git-dir)(=|$))/;
const MESSAGES = ["-m", "--message", "-F", "--file", "--author", "--date"];

export function judgeGit(command: ShellCommand, cwd: string, world: GuardWorld): string | undefined {
  const words = command.words.slice(1);
  const at = subcommandAt(words);
  const before = argumentsOf(words.slice(0, at), GLOBAL_VALUES);
  const verb = words[at] ?? "";
  const rest = words.slice(at + 1);
  const folder = folderOf(words.slice(0, at), cwd);
  const output = argumentsOf(rest, ["--output"]).value("--output");
  if (output !== undefined && groundOf(output, folder, world) === "inside") return REASONS.git(verb);
  if (
    words
      .slice(0, at)
      .some((word) => /=.*!|pager|editor|hookspath|fsmonitor/i.test(word) && mentions(word, world.roots))
  ) {
    return REASONS.git(verb);
  }
  if (rest.some((word, at) => WRITES.test(word) && mentions(`${word} ${rest[at + 1]}`, world.roots))) {
    return REASONS.git(verb);
  }
  if (verb === "" || reads(verb, rest)) return undefined;
  const places = [
    before.value("--git-dir") ?? command.variables["GIT_DIR"],
    before.value("--work-tree") ?? command.variables["GIT_WORK_TREE"],
    ".",
  ];
  if (places.some((place) => place !== undefined && groundOf(place, folder, world) === "inside")) {
    return REASONS.git(verb);
  }
  if (HARMLESS_OUTSIDE.has(verb)) return undefined;
  const { operands } = argumentsOf(rest, MESSAGES);
  const named = operands.some((word) => namesStore(word, folder, world));
  const patched = (verb === "apply" || verb === "am") && mentions(command.stdin ?? "", world.roots);
  return named || patched ? REASONS.git(verb) : undefined;
}

/** A path, or a pathspec with magic in front: `:/.holdfast`, `:(top).holdfast`. */
function namesStore(word: string, folder: string, world: GuardWorld): boolean {
  if (word.startsWith(":")) return mentions(word, world.roots);
  return groundOf(word, folder, world) === "inside";
}

function reads(verb: string, rest: readonly string[]): boolean {
  if (READS.has(verb)) return true;
  const allowed = READS_WITH[verb];
  if (allowed === undefined) return false;
  if (verb === "stash" && rest.length === 0) return false;
  return (
    rest.length === 0 ||
    (allowed.test(rest[0] ?? "") && !rest.some((word) => /^(-[dDmMc]|--unset.*|--add)$/.test(word)))
  );
}

function subcommandAt(words: readonly string[]): number {
  let at = 0;
  while (at < words.length && (words[at] ?? "").startsWith("-")) at += GLOBAL_VALUES.includes(words[at] ?? "") ? 2 : 1;
  return at;
}

/** `-C` may stand several times, each relative to the one before. */
function folderOf(words: readonly string[], cwd: string): string {
  let folder = cwd;
  for (let at = 0; at < words.length; at++) {
    if (words[at] !== "-C") continue;
    const next = words[at + 1] ?? "";
    folder = /^[/~]/.test(next) ? next : `${folder}/${next}`;
  }
  return folder;
}
