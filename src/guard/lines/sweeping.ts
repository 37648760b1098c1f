// Commands that reach into a folder: removing, re-owning or searching a folder that holds ours reaches ours too.
import { groundOf } from "../ground.ts";
import { mayBeNamed, QUERY, STAR } from "../holes.ts";
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld } from "../world.ts";
import { onlyReads } from "./readers.ts";
import { argumentsOf, hasLetter, programName } from "./words.ts";

type Judge = (args: readonly string[], cwd: string, world: GuardWorld) => string | undefined;

/** A name that files and folders of a store have; a search that can't match one of them can't reach a memory. */
const NAMES_THERE = [
  "feedback_a.md",
  "memories",
  "quarantine",
  "archive",
  "ledger",
  "attest",
  "devices",
  "holdfast.json",
  "a.jsonl",
];

const recursive =
  (name: string, letter: string): Judge =>
  (args, cwd, world) => {
    const { operands, options } = argumentsOf(args);
    if (!hasLetter(options, letter) && !hasLetter(options, letter.toLowerCase()) && !options.includes("--recursive")) {
      return undefined;
    }
    const hit = operands.find((path) => groundOf(path, cwd, world) === "above");
    return hit === undefined ? undefined : REASONS.holding(name, hit);
  };

const find: Judge = (args, cwd, world) => {
  const first = args.findIndex((word) => /^(-[a-z]{2,}|[!(])/.test(word));
  const starts = args.slice(0, first < 0 ? args.length : first).filter((word) => !/^-[HLPDO]/.test(word));
  const tests = first < 0 ? [] : args.slice(first);
  const written = tests.filter((_, index) => /^-(fprint0?|fprintf|fls)$/.test(tests[index - 1] ?? ""));
  const file = written.find((path) => groundOf(path, cwd, world) === "inside");
  if (file !== undefined) return REASONS.command("find", file);
  return tests.includes("-delete") || tests.some((_, at) => runsWriter(tests, at))
    ? sweptBy(starts, tests, cwd, world)
    : undefined;
};

/** `-exec PROGRAM`, where the program does more than read. */
function runsWriter(tests: readonly string[], at: number): boolean {
  if (!/^-(exec|execdir|ok|okdir)$/.test(tests[at] ?? "")) return false;
  const [program = "", ...args] = tests.slice(at + 1);
  return !onlyReads(programName(program), args);
}

/** The first start from which the search reaches ours. */
function sweptBy(
  starts: readonly string[],
  tests: readonly string[],
  cwd: string,
  world: GuardWorld,
): string | undefined {
  for (const start of starts.length === 0 ? ["."] : starts) {
    const ground = groundOf(start, cwd, world);
    if (ground === "inside") return REASONS.command("find", start);
    if (ground === "above" && !leavesOut(tests, world)) return REASONS.holding("find", start);
  }
  return undefined;
}

function leavesOut(tests: readonly string[], world: GuardWorld): boolean {
  const excluded = tests.some(
    (word, index) =>
      /^-(path|wholename|name|ipath|regex)$/.test(word) &&
      (/^(!|-not)$/.test(tests[index - 1] ?? "") || tests.includes("-prune")) &&
      mentions((tests[index + 1] ?? "").replaceAll("*", "/"), world.roots),
  );
  if (excluded) return true;
  const named = tests.filter((_, index) => /^-i?name$/.test(tests[index - 1] ?? ""));
  const pathed = tests.filter((_, index) => /^-i?(path|wholename)$/.test(tests[index - 1] ?? ""));
  if (pathed.length > 0) return !pathed.some((pattern) => mentions(pattern.replaceAll("*", "/"), world.roots));
  if (named.length === 0) return false;
  return !named.some((pattern) => {
    const component = pattern.replaceAll("*", STAR).replaceAll("?", QUERY);
    const roots = world.roots.map((root) => root.slice(root.lastIndexOf("/") + 1));
    return [...NAMES_THERE, ...roots].some((name) => mayBeNamed(component, name));
  });
}

export const SWEEPING: Readonly<Record<string, Judge>> = {
  rm: recursive("rm", "R"),
  chmod: recursive("chmod", "R"),
  chown: recursive("chown", "R"),
  chgrp: recursive("chgrp", "R"),
  find,
};
