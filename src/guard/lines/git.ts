// git on a store (AGT-21). Inside one, reading only. From outside, what changes files of a store is refused; `add` and
// `commit` of a project change none of the shared store's files and stay the project's own business (STO-1a).

import { hasHole, type ShellCommand } from "../shell-line.ts";
import { REASONS } from "../wording.ts";
import { argumentsOf, type JudgedAt, names } from "./words.ts";

const GLOBAL_VALUES = ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix"];
const READS: ReadonlySet<string> = new Set(
  (
    "log diff status show blame annotate grep ls-files ls-tree ls-remote cat-file rev-parse rev-list describe shortlog " +
    "name-rev for-each-ref show-ref show-branch count-objects fsck verify-commit verify-tag check-ignore check-attr " +
    "whatchanged version help diff-tree diff-files diff-index merge-base range-diff var"
  ).split(" "),
);
/** Forms of other verbs that only read. */
const READING_FORM =
  /^(branch( (-a|-r|-v|-vv|--all|--list|--show-current|--contains)|$)|tag( (-l|--list|-n)|$)|remote( (-v|show|get-url)|$)|stash (list|show)|reflog( show|$)|config (--get|--list|-l|get|list|--show-origin|--(global|local) --(get|list))|worktree list)/;
const CHANGES = /^(-[dDmMc]|--unset.*|--add)$/;
/** Options of reading verbs that name a file to write, or a program to run. */
const WRITES = /^(-O|--(output|open-files-in-pager|upload-pack|exec)(=|$))/;
const OWN_BUSINESS: ReadonlySet<string> = new Set(["add", "stage", "commit"]);
const MESSAGE = /^(-[a-zA-Z]*m|--message|-F|--file|--author|--date)$/;

export function judgeGit({ words, variables, stdin }: ShellCommand, here: JudgedAt): string | undefined {
  const at = subcommandAt(words);
  const { value } = argumentsOf(words.slice(1, at), GLOBAL_VALUES);
  const [verb = "", ...rest] = words.slice(at);
  // `-c` may name a program that git runs: a pager, an alias.
  if (names(value("-c") ?? "", here)) return REASONS.git(verb);
  if (verb === "" || reads(verb, rest)) return undefined;
  const places = [value("--git-dir"), value("--work-tree"), variables["GIT_DIR"], variables["GIT_WORK_TREE"], "."];
  const given = OWN_BUSINESS.has(verb) ? [] : [...withoutMessages(rest), stdin];
  const within = { ...here, cwd: folderOf(words.slice(1, at), here.cwd) };
  const isOurs = [...places, ...given].some((word) => word !== undefined && names(word, within));
  if (isOurs) return REASONS.git(verb);
  // Of a repository that holds the home, ours is what it does not track.
  const { home, resolve } = here.world;
  const holdsHome = verb === "clean" && !hasHole(within.cwd) && `${home}/`.startsWith(`${resolve(within.cwd, "/")}/`);
  return holdsHome ? REASONS.git(verb) : undefined;
}

function reads(verb: string, rest: readonly string[]): boolean {
  if (READS.has(verb)) return !rest.some((word) => WRITES.test(word));
  return READING_FORM.test([verb, ...rest].join(" ")) && !rest.some((word) => CHANGES.test(word));
}

function withoutMessages(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !MESSAGE.test(words[at - 1] ?? "") && !/^(-m.|--message=)/.test(word));
}

function subcommandAt(words: readonly string[]): number {
  let at = 1;
  while (at < words.length && (words[at] ?? "").startsWith("-")) at += GLOBAL_VALUES.includes(words[at] ?? "") ? 2 : 1;
  return at;
}

/** `-C` may stand several times, each relative to the one before. */
function folderOf(words: readonly string[], cwd: string): string {
  const steps = words.filter((_, at) => words[at - 1] === "-C");
  return steps.reduce((folder, step) => (/^[/~]/.test(step) ? step : `${folder}/${step}`), cwd);
}
