// Commands that reach into a folder: removing, moving, re-owning or searching a folder that holds ours reaches ours too.
import { groundOf } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { mayBeNamed, QUERY, STAR } from "../shell-line.ts";
import type { GuardWorld } from "../world.ts";
import { argumentsOf, type Here, hasLetter, programName } from "./words.ts";
import { onlyReads } from "./writes.ts";

/** Names that files and folders of a store have; a search that can't match one of them can't reach a memory. */
const NAMES_THERE = "feedback_a.md memories quarantine archive ledger attest devices holdfast.json a.jsonl".split(" ");

/** The folder that is swept and holds ours, or undefined. */
export function sweptBy(name: string, args: readonly string[], { cwd, world }: Here): string | undefined {
  if (name !== "find") return recursive(name, args).find((path) => groundOf(path, cwd, world) === "above");
  const { starts, isElsewhere } = searched(args, world);
  return starts.find((path) => {
    const ground = groundOf(path, cwd, world);
    return ground === "inside" || (ground === "above" && !isElsewhere);
  });
}

function recursive(name: string, args: readonly string[]): readonly string[] {
  const { operands, options } = argumentsOf(args);
  if (name === "mv") return operands.slice(0, -1);
  if (name === "rsync") return options.some((option) => option.startsWith("--del")) ? operands.slice(-1) : [];
  const isRecursive = hasLetter(options, "R") || options.includes("--recursive");
  if (name === "rm") return isRecursive || hasLetter(options, "r") ? operands : [];
  return /^(chmod|chown|chgrp)$/.test(name) && isRecursive ? operands : [];
}

/** Where a search starts that removes or changes what it finds, and whether its tests leave ours out. */
function searched(args: readonly string[], world: GuardWorld): { starts: readonly string[]; isElsewhere: boolean } {
  const first = args.findIndex((word) => /^(-[a-z]{2,}|[!(])/.test(word));
  const tests = first < 0 ? [] : args.slice(first);
  if (!tests.includes("-delete") && !tests.some((_, at) => runsWriter(tests, at)))
    return { starts: [], isElsewhere: true };
  const named = args.slice(0, first).filter((word) => !/^-[HLPDO]/.test(word));
  const after = (option: RegExp): readonly string[] => tests.filter((_, at) => option.test(tests[at - 1] ?? ""));
  const isOurs = (pattern: string): boolean => mentions(pattern.replaceAll("*", "/"), world.roots);
  const paths = after(/^-i?(path|wholename|regex)$/);
  const files = after(/^-i?name$/);
  const isExcluded = tests.some((word) => /^(!|-not|-prune)$/.test(word)) && [...paths, ...files].some(isOurs);
  const isOther = paths.length > 0 ? !paths.some(isOurs) : files.length > 0 && !files.some(isNamedThere(world.roots));
  return { starts: named.length === 0 ? ["."] : named, isElsewhere: isExcluded || isOther };
}

const isNamedThere =
  (roots: readonly string[]) =>
  (pattern: string): boolean => {
    const component = pattern.replaceAll("*", STAR).replaceAll("?", QUERY);
    const last = roots.map((root) => root.slice(root.lastIndexOf("/") + 1));
    return [...NAMES_THERE, ...last].some((name) => mayBeNamed(component, name));
  };

/** `-exec PROGRAM`, where the program does more than read. */
function runsWriter(tests: readonly string[], at: number): boolean {
  if (!/^-(exec|execdir|ok|okdir)$/.test(tests[at] ?? "")) return false;
  return !onlyReads(programName(tests[at + 1] ?? ""), tests.slice(at + 2, at + 12));
}
