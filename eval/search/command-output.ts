// What people paste around a question: output of tests, builds, containers, git and shells, made up here. Some of it is
// fenced, some has the shape of a log, some reads like sentences; a question stands before or after it.
import { type Random, randomFrom } from "./random.ts";
import { hashOf } from "./split.ts";

const FILES =
  "config routes handler client parser queue worker cache session billing report upload schema helpers".split(" ");
const EXTENSIONS = ["ts", "py", "go", "rs", "js", "java"];
const PACKAGES = "express lodash webpack requests numpy serde tokio react eslint pytest vite typescript django".split(
  " ",
);
const VERBS =
  "Installing Building Downloading Resolving Compiling Removing Checking Verifying Pulling Extracting".split(" ");
const NOUNS = "dependencies packages layers artifacts modules assets images symbols sources targets".split(" ");

type Line = (random: Random) => string;

const file = (random: Random): string => `src/${random.of(FILES)}.${random.of(EXTENSIONS)}`;
const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(16).toString(16)).join("");

const LINES: readonly Line[] = [
  (r) =>
    `2025-0${1 + r.below(9)}-1${r.below(10)} 10:${10 + r.below(50)}:0${r.below(10)} INFO worker started job ${r.below(9999)}`,
  (r) => `  at ${r.of(FILES)} (${file(r)}:${r.below(400)}:${r.below(80)})`,
  (r) => `npm warn deprecated ${r.of(PACKAGES)}@${r.below(9)}.${r.below(20)}.0: this version is no longer supported`,
  (r) => `${file(r)}:${r.below(400)}:${r.below(80)}: warning: unused variable in the loop`,
  (r) => `${r.of(VERBS)} ${r.of(NOUNS)} for ${r.of(PACKAGES)}, this may take some time`,
  (r) => `Step ${r.below(20)} of 20: running command in an intermediate container ${hex(r, 12)}`,
  (r) => ` create mode 100644 ${file(r)}`,
  (r) =>
    `${r.of(FILES)} tests passed ${r.below(90)} failed ${r.below(9)} skipped ${r.below(9)} in ${r.below(60)} seconds`,
  (r) => `$ make ${r.of(FILES)} && ./run --verbose --level ${r.below(9)}`,
  (r) => `[${hex(r, 7)}] update ${r.of(FILES)} and ${r.of(FILES)} after review`,
  (r) => `Listening on port ${3000 + r.below(6000)} with ${r.below(16)} workers, press control and c to stop`,
  (r) => `ERROR in ${file(r)}: cannot find name ${r.of(FILES)} in this scope, did you mean ${r.of(FILES)}`,
  (r) => `added ${r.below(900)} packages and audited ${r.below(2000)} packages in ${r.below(60)}s`,
  (r) => `drwxr-xr-x ${r.below(9)} user group 4096 Mar ${1 + r.below(28)} 10:${10 + r.below(50)} ${r.of(FILES)}`,
];

/** `words` words of output around the question; the same for the same question. */
export function padded(id: string, question: string, words: number): string {
  const seed = hashOf(id);
  const random = randomFrom(seed);
  const lines: string[] = [];
  for (let count = 0; count < words; ) {
    const line = random.of(LINES)(random);
    lines.push(line);
    count += line.split(/\s+/u).length;
  }
  const fenced = seed % 3 === 0 ? ["```", ...lines, "```"] : lines;
  return (seed % 2 === 0 ? [question, "", ...fenced] : [...fenced, "", question]).join("\n");
}

/** The same words in one line without any shape: nothing but their meaning tells them from the question. */
export function paddedFlat(id: string, question: string, words: number): string {
  const random = randomFrom(hashOf(id));
  const text: string[] = [];
  while (text.length < words)
    text.push(
      ...(random
        .of(LINES)(random)
        .match(/[a-z]+/giu) ?? []),
    );
  return `${question} ${text.slice(0, words).join(" ")}`;
}
