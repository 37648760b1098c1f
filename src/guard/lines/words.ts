// The words of one command: options and their values, and the paths a word may hold.
import { isInside } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { MADE, unknownAt } from "../shell-line.ts";
import type { GuardWorld } from "../world.ts";

/** Where words are judged: the folder, and whether the line they stand in names ours somewhere. */
export interface JudgedAt {
  readonly cwd: string;
  readonly world: GuardWorld;
  readonly line: string;
  lineNames(): boolean;
}

/** More than a path: code, a message, a pathspec with magic in front. */
const TEXT = /[\s'"`;|&<>(){}]|^:/;

export function isText(word: string): boolean {
  return TEXT.test(word);
}

/**
 * Whether a word names ours: as a path, resolved; as a text, by a mention; and where the line itself makes the word, when
 * the line names ours elsewhere.
 */
export function names(word: string, { cwd, world, lineNames }: JudgedAt): boolean {
  if (pathsIn(word, world).some((path) => isInside(path, cwd, world))) return true;
  if ((isText(word) || unknownAt(word) >= 0) && mentions(word, world.roots)) return true;
  return word.includes(MADE) && lineNames();
}

/** The word itself, the value of `name=path` or `-Xpath`, the sides of `a:b` and of `a,b`. */
export function pathsIn(word: string, { readWindows }: Pick<GuardWorld, "readWindows">): readonly string[] {
  const drive = readWindows === undefined ? null : /^(?:.*[:=,])?([a-z]:[\\/].*)$/is.exec(word);
  if (drive?.[1] !== undefined) return [drive[1], ...drive[1].split(",")];
  const plain = word.startsWith("-") ? [] : [word];
  const value = word.includes("=") ? [word.slice(word.indexOf("=") + 1)] : [];
  const attached = /^-[A-Za-z]+[/~.]/.test(word) ? [word.replace(/^-[A-Za-z]+/, "")] : [];
  const sides = word.includes(":") ? word.split(":") : [];
  const listed = word.includes(",") ? word.split(/[,=]/) : [];
  return [...plain, ...value, ...attached, ...sides, ...listed].filter((path) => path !== "");
}

export interface Arguments {
  readonly operands: readonly string[];
  readonly options: readonly string[];
  /** The value of an option that takes one: `-C dir`, `--directory=dir`. */
  value(...options: readonly string[]): string | undefined;
}

/** `withValue`: options whose next word is theirs. */
export function argumentsOf(words: readonly string[], withValue: readonly string[] = []): Arguments {
  const operands: string[] = [];
  const options: string[] = [];
  const values = new Map<string, string>();
  for (let at = 0, isEnded = false; at < words.length; at++) {
    const word = words[at] ?? "";
    if (isEnded || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") isEnded = true;
    else {
      options.push(word);
      const short = word.slice(0, 2);
      const equals = word.startsWith("--") ? word.indexOf("=") : -1;
      if (equals >= 0) values.set(word.slice(0, equals), word.slice(equals + 1));
      else if (word.length > 2 && withValue.includes(short)) values.set(short, word.slice(2));
      else if (withValue.includes(word) && at + 1 < words.length) values.set(word, words[++at] ?? "");
    }
  }
  return { operands, options, value: (...all) => all.map((name) => values.get(name)).find((v) => v !== undefined) };
}

/** A cluster of short options holds this letter: `-Ei`, `-i.bak`. */
export function hasLetter(options: readonly string[], letter: string): boolean {
  return options.some((option) => /^-[A-Za-z]/.test(option) && (option.split(/[=./]/)[0] ?? "").includes(letter));
}

export function programName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1).replace(/\.(exe|cmd|bat)$/i, "");
}
