// Prompts that no memory answers (CTX-3): the small talk of a working session, commit messages, pasted failures. The
// written list of the public corpora is asked beside them.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { padded } from "./command-output.ts";
import { randomFrom } from "./random.ts";

const GO_ON = [
  "ok, go on",
  "go on",
  "continue",
  "yes please",
  "no, stop",
  "ok",
  "sure, do it",
  "looks good to me",
  "next",
  "thanks",
  "perfect, thank you",
  "that's it for now",
  "please proceed",
  "do the same for the other ones",
  "yes, all of them",
  "hm, not quite",
  "try again",
  "that did not work",
  "it still fails",
  "same error as before",
  "what happened?",
  "why?",
  "can you explain that?",
  "show me the diff",
  "undo that",
  "revert the last change",
  "let's move on",
  "keep going until it is done",
  "go ahead with the first option",
  "I prefer the second one",
  "both are fine",
]; // prettier-ignore

const ACTS = "fix add remove rename update refactor simplify clean up document test format move".split(" ");
const OBJECTS = [
  "the code",
  "this function",
  "the tests",
  "this file",
  "the types",
  "the imports",
  "the comments",
  "the docs",
  "the error handling",
  "the build",
  "the lint errors",
  "that variable",
  "the loop",
  "the readme",
  "this class",
  "the return type",
  "the failing test",
  "the last commit",
  "the whole module",
  "the example",
]; // prettier-ignore
const ENDS = [
  "",
  " please",
  " and run the tests",
  " and commit",
  ", then stop",
  " again",
  " before we go on",
  " first",
];

const TYPES = ["fix", "feat", "chore", "docs", "refactor", "test", "build", "ci", "style", "perf"];
const SUBJECTS = [
  "typo in readme",
  "update dependencies",
  "remove unused imports",
  "handle empty input",
  "add missing test",
  "rename variable",
  "bump version",
  "improve error message",
  "clean up code",
  "fix lint warnings",
  "add comments",
  "simplify condition",
  "format files",
  "make the build pass",
  "address review comments",
  "small fixes",
]; // prettier-ignore

const EXCEPTIONS = [
  "TypeError: Cannot read properties of undefined (reading 'length')",
  "ValueError: invalid literal for int() with base 10: ''",
  "panic: runtime error: index out of range [3] with length 3",
  "java.lang.NullPointerException",
  "error: expected one of `;` or `}`, found `)`",
  "KeyError: 'id'",
  "AssertionError: expected 1 to equal 2",
  "ModuleNotFoundError: No module named 'foo'",
  "Segmentation fault (core dumped)",
  "fatal: not a git repository (or any of the parent directories): .git",
];

export interface Generic {
  readonly kind: "chatter" | "go on" | "request" | "commit" | "failure";
  readonly text: string;
}

const CHATTER = `${process.env.HOLDFAST_CORPORA ?? fileURLToPath(new URL("../../../shared/corpora", import.meta.url))}/retrieval/negatives-chatter/prompts.txt`;

/** `count` of each generated kind. */
export function genericPrompts(count: number): readonly Generic[] {
  const random = randomFrom(20260101);
  const chatter = existsSync(CHATTER) ? readFileSync(CHATTER, "utf8").split("\n") : [];
  const make = (kind: Generic["kind"], text: () => string): readonly Generic[] => {
    const texts = new Set<string>();
    for (let tries = 0; tries < count * 4 && texts.size < count; tries++) texts.add(text());
    return [...texts].map((each) => ({ kind, text: each }));
  };
  return [
    ...chatter.filter((line) => line.trim() !== "").map((text) => ({ kind: "chatter" as const, text })),
    ...GO_ON.map((text) => ({ kind: "go on" as const, text })),
    ...make("request", () => `${random.of(ACTS)} ${random.of(OBJECTS)}${random.of(ENDS)}`),
    ...make("commit", () => {
      const subject = `${random.of(TYPES)}: ${random.of(SUBJECTS)}`;
      return random.next() < 0.5 ? subject : `commit this with the message "${subject}"`;
    }),
    ...make("failure", () => {
      const ask = random.of(["I get this:", "what is this?", "it fails with", "", "fix this:"]);
      return padded(`failure ${random.below(1e9)}`, `${ask}\n${random.of(EXCEPTIONS)}`, 20 + random.below(120));
    }),
  ];
}
