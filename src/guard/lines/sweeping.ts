// Commands that reach into a folder: removing, moving, re-owning or searching a folder that holds ours reaches ours too.
import { groundOf } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { mayBeNamed, QUERY, STAR } from "../shell-line.ts";
import { argumentsOf, hasLetter, type JudgedAt } from "./words.ts";
import { onlyReads, searchOf } from "./writes.ts";

/** Names that files and folders of a store have; a search that can't match one of them can't reach a memory. */
const NAMES_THERE =
  "feedback_a.md memories quarantine archive ledger attest devices holdfast.json a.jsonl .holdfast device-key.pem".split(
    " ",
  );

/** The folder that is swept and holds ours, or undefined. */
export function sweptBy(name: string, args: readonly string[], { cwd, world, line }: JudgedAt): string | undefined {
  // A link that the line makes is not there yet: what the line names below it can't be looked up.
  const linked = name === "ln" && mentions(line, world.roots) ? argumentsOf(args).operands : recursive(name, args);
  const swept = name === "find" ? searched(args, world.roots) : linked;
  return swept.find((path) => groundOf(path, cwd, world) === "above");
}

function recursive(name: string, args: readonly string[]): readonly string[] {
  const { operands, options } = argumentsOf(args);
  if (name === "mv") return operands.slice(0, -1);
  if (name === "rsync") return options.some((option) => option.startsWith("--del")) ? operands.slice(-1) : [];
  const isRecursive = hasLetter(options, "R") || options.includes("--recursive");
  if (name === "rm") return isRecursive || hasLetter(options, "r") ? operands : [];
  return /^(chmod|chown|chgrp)$/.test(name) && isRecursive ? operands : [];
}

/** Where a search starts that removes or changes what it finds, unless its tests leave ours out. */
function searched(args: readonly string[], roots: readonly string[]): readonly string[] {
  const { starts, tests } = searchOf(args);
  const patterns = tests.filter((_, at) => /^-i?(name|path|wholename|regex)$/.test(tests[at - 1] ?? ""));
  const isExcluded =
    tests.some((word) => /^(!|-not|-prune)$/.test(word)) && patterns.some((each) => isOurs(each, roots));
  const isElsewhere = patterns.length > 0 && !patterns.some((each) => isOurs(each, roots) || isThere(each));
  return isExcluded || isElsewhere || onlyReads("find", args) ? [] : starts;
}

function isOurs(pattern: string, roots: readonly string[]): boolean {
  return mentions(pattern.replaceAll("*", "/"), roots);
}

function isThere(pattern: string): boolean {
  const component = pattern.replaceAll("*", STAR).replaceAll("?", QUERY);
  return NAMES_THERE.some((name) => mayBeNamed(component, name));
}
