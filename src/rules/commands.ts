// Whether a command is what a rule names: by program and words, not by raw text (RUL-2). Options stand anywhere; the first
// word that is none is the subcommand, and the words after it keep their order. What the line does not say plainly is not
// matched: a rule keeps a willing agent, and a guess would stop what nobody forbade. A look costs as much as the command and
// its wrappers are long, whose words the reader of lines has counted.
import { hasHole, type ShellCommand } from "../guard/shell-line.ts";
import { isLike } from "../text/glob.ts";
import { programsLike, sameAs } from "./same-words.ts";

export function isCommand(pattern: readonly string[], { words, wrappers }: ShellCommand): boolean {
  const wanted = wantedBy(pattern);
  const isNamed = (word: string): boolean => wanted.programs.some((program) => isProgram(program, word));
  // `npx` and `sudo` are programs too, for a rule that names them.
  const starts = [...wrappers.keys()].filter((at) => isNamed(wrappers[at] ?? "")).slice(0, MOST_WRAPPERS);
  return (
    [words, ranBy(words, pattern[0] ?? "")].some(([first = "", ...args]) => isNamed(first) && isCalled(wanted, args)) ||
    starts.some((at) => isCalled(wanted, [...wrappers.slice(at + 1), ...words]))
  );
}

/** Deeper the reader of lines does not go. */
const MOST_WRAPPERS = 12;

/** A pattern, worked out once: each word with those that are the same. */
interface Wanted {
  readonly programs: readonly string[];
  readonly words: readonly (readonly string[])[];
  /** All of one list must be given, for each list: `-rf`, or else `-r` and `-f`. */
  readonly options: readonly (readonly (readonly string[])[])[][];
  readonly isOneDash: boolean;
  /** The word behind the subcommand is one too: `gh pr merge`, `npm run test`. */
  readonly isNested: boolean;
  /** Words are targets, in any order, and `NAME=value` is none: `make ENV=prod deploy`. */
  readonly isMake: boolean;
  /** What a word is may be said as `feature:main`, and force as `+main`. */
  readonly isPush: boolean;
  /** Letters behind which the rest of the word is a value. */
  readonly takes: string;
}

const KNOWN = new WeakMap<readonly string[], Wanted>();

function wantedBy(pattern: readonly string[]): Wanted {
  const known = KNOWN.get(pattern);
  if (known !== undefined) return known;
  const [program = ""] = pattern;
  const about = pattern.filter((word) => !isOption(word));
  const same = (word: string): readonly string[] => sameAs(word, about);
  const wanted: Wanted = {
    programs: programsLike(program),
    words: about.slice(1).map(same),
    options: pattern.filter(isOption).map((option) => [[same(option)], lettersOf(option).map(same)]),
    isOneDash: ONE_DASH.test(program),
    isNested: [program, about.slice(0, 2).join(" ")].some((each) => NESTED.test(each)),
    isMake: MAKES.test(program),
    isPush: about[0] === "git" && about[1] === "push",
    takes: TAKES[about.slice(0, 2).join(" ")] ?? TAKES[program] ?? "",
  };
  KNOWN.set(pattern, wanted);
  return wanted;
}

const NESTED =
  /^(gh|glab|aws|gcloud|az|docker|podman|heroku|flyctl|(npm|pnpm|yarn|bun) run|git (stash|remote|submodule|worktree))$/;
const MAKES = /^g?make$|^just$/;
const TAKES: Readonly<Record<string, string>> = {
  "git commit": "umCcFtS",
  curl: "XHdoubAeFTKm",
  tar: "fC",
  ssh: "iplo",
};

/** `/usr/bin/npm` and `npm.cmd` are npm; a script that the rule names by its folder is meant in that folder. */
function isProgram(program: string, word: string): boolean {
  if (!program.includes("/")) return isLike(program, programName(word));
  const path = program.replace(/^\.\//, "");
  return word === path || word.endsWith(`/${path}`);
}

function programName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).replace(/\.(exe|cmd|bat)$/i, "");
}

const RUNS_FILES = /^(ba|z|da|k|fi)?sh$|^(python[\d.]*|node|bun|deno|ruby|perl|source|\.)$/;

/** `python -m pip` is pip; `bash deploy.sh` is deploy.sh, for a rule that names a file. */
function ranBy([first = "", ...args]: readonly string[], program: string): readonly string[] {
  if (!RUNS_FILES.test(programName(first))) return [];
  const module = args.indexOf("-m");
  if (module >= 0 && args.slice(0, module).every(isOption)) return args.slice(module + 1);
  const file = /[./]/.test(program) ? args.findIndex((word) => !word.startsWith("-")) : -1;
  return file < 0 ? [] : args.slice(file);
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function isCalled(wanted: Wanted, args: readonly string[]): boolean {
  if (!hasWords(wanted, args)) return false;
  if (wanted.options.length === 0) return true;
  const given = optionsIn(wanted, args);
  return wanted.options.every((ways) =>
    ways.some((all) => all.every((any) => hasOption(any, given, wanted.isOneDash))),
  );
}

/** Without the values of others, and without what stands behind `--`. */
function optionsIn({ isPush, takes }: Wanted, args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const said = end < 0 ? args : args.slice(0, end);
  const isTaken = (before = ""): boolean => /^-[a-z]$/i.test(before) && takes.includes(before.charAt(1));
  const given = said.filter((word, at) => isOption(word) && !hasHole(word) && !isTaken(said[at - 1]));
  const isForced = isPush && said.some((word) => /^\+./.test(word));
  return [...given.map((word) => upToValue(word, takes)), ...(isForced ? ["--force"] : [])];
}

/** `-uno` is `-u` with its value. */
function upToValue(word: string, takes: string): string {
  if (takes === "" || !/^-[a-z]/i.test(word)) return word;
  const at = [...word].findIndex((letter, n) => n > 0 && takes.includes(letter));
  return at < 0 ? word : word.slice(0, at + 1);
}

/** Their long options have one dash, so that `-vet` is no `-v -e -t`. */
const ONE_DASH = /^(go|java|javac|terraform|tofu|find|openssl|ffmpeg|ffprobe|xcodebuild|gcc|clang|convert|packer)$/;

/** `-rf` is `-fr` and `-r -f`. */
function lettersOf(option: string): readonly string[] {
  return /^-[a-z]{2,}$/i.test(option) ? [...option.slice(1)].map((letter) => `-${letter}`) : [option];
}

function hasOption(any: readonly string[], given: readonly string[], isOneDash: boolean): boolean {
  return given.some((word) =>
    any.some((option) => {
      if (isLike(option, word) || word.startsWith(`${option}=`)) return true;
      const isLetter = !isOneDash && /^-[a-z]$/i.test(option);
      return isLetter && /^-[a-z]+$/i.test(word) && word.includes(option.charAt(1));
    }),
  );
}

/** A word behind an option may be its value: `git -C folder push`. */
function hasWords({ words, isNested, isMake, isPush }: Wanted, args: readonly string[]): boolean {
  const [subcommand, ...rest] = words;
  if (subcommand === undefined) return true;
  if (isMake) return words.every((any) => args.some((word) => !isOption(word) && isWord(any, word, false)));
  const after = behind(subcommand, args);
  const [next, ...others] = rest;
  if (after === undefined) return false;
  if (!isNested || next === undefined) return inOrder(rest, after, isPush);
  const deeper = behind(next, after);
  return deeper !== undefined && inOrder(others, deeper, isPush);
}

/** What stands behind the next word, if it is this one. */
function behind(next: readonly string[], args: readonly string[]): readonly string[] | undefined {
  for (const [at, word] of args.entries()) {
    if (isOption(word) || isAside(word)) continue;
    if (isWord(next, word, false)) return args.slice(at + 1);
    if (!mayHaveValue(args[at - 1])) return undefined;
  }
  return undefined;
}

/** `cargo +nightly publish`. */
function isAside(word: string): boolean {
  return /^\+[a-z]/.test(word);
}

/** Options that are known to stand by themselves, whatever the program. */
const ALONE =
  /^(--|-[yq]|--(no-.*|silent|quiet|verbose|yes|force|debug|json|help|version|dry-run|global|offline|bare|paginate))$/;

function mayHaveValue(before: string | undefined): boolean {
  return before !== undefined && isOption(before) && !before.includes("=") && !ALONE.test(before);
}

function inOrder(wanted: readonly (readonly string[])[], args: readonly string[], isPush: boolean): boolean {
  let next = 0;
  for (const word of args) {
    const like = wanted[next];
    if (like === undefined) break;
    if (!isOption(word) && isWord(like, word, isPush)) next++;
  }
  return next === wanted.length;
}

/** Of a word that is not wholly known only `*` may be said. `./build/` is build, and `feature:main` is what is pushed to main. */
function isWord(any: readonly string[], word: string, isPushed: boolean): boolean {
  if (hasHole(word)) return any.includes("*");
  const bare = word.replace(/(?<=.)\/$/, "");
  const target = word.slice(word.lastIndexOf(":") + 1).replace(/^\+?(refs\/heads\/)?/, "");
  const readings = [word, bare, bare.replace(/^\.\//, ""), ...(isPushed ? [target] : [])];
  return any.some((like) => readings.some((each) => isLike(like, each)));
}
