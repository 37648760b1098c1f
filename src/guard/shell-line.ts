// A shell line, taken apart. The reader is src/guard/shell/read.ts, which is pure and bounded: its work is counted, and grows with
// the length of the line alone. Whoever judges commands by program and words starts from here:
//
//   readShell(line, { ...environment, HOME, PWD })  ->  { sure, commands, steps }
//
// Pipes, lists, groups, subshells, loops, functions and substitutions are walked in order, whether or not they would run;
// programs that run others (`sudo`, `env`, `timeout 5`, `npx`, `pnpm dlx`, `xargs`, `find -exec`) are taken off, and text for
// a shell (`sh -c`, `eval`, a here-document) is read in turn. A variable has a value where the line gives it one only.

/** Any text from outside of the line: a variable that it does not assign. */
export const HOLE = "\u0000";
/** `*`: any text within one component of a path. */
export const STAR = "\u0001";
/** `?` or `[...]`: one character within a component. */
export const QUERY = "\u0002";
/** Any text that the line itself makes: the output of a command, what a loop goes over, what `xargs` or `$1` is given. */
export const MADE = "\u0003";

/** `environment` holds PWD, from which relative paths and `cd` start. */
export type ReadShell = (line: string, environment: Readonly<Record<string, string>>) => ShellReading;

export interface ShellReading {
  /** False: the parser met an error, a limit was reached, or a shell is fed with what is not known. */
  readonly sure: boolean;
  /** It costs more than it may: no line that is written to be read does. */
  readonly isGivenUp?: boolean;
  readonly commands: readonly ShellCommand[];
  /** What the reading cost: nodes and words looked at, and texts by their length. */
  readonly steps: number;
}

/** Texts hold the characters above where a part is not known; none of them can stand in a line that is read for sure. */
export interface ShellCommand {
  /** The program first, without its wrappers; empty for a redirection or an assignment alone. `for NAME in LIST` and a list
   * in parentheses stand there as a command called `for`. */
  readonly words: readonly string[];
  /** The words of the wrappers that were taken off, outermost first: `sudo -u root`. */
  readonly wrappers: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** Assigned before it, or by `env`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Each folder it may run in: after `cd a;` the one named and, should that fail, the one before. */
  readonly cwds: readonly string[];
  /** What is fed to it, where the line says so in a here-document or a here-string. */
  readonly stdin?: string;
}

export interface ShellRedirect {
  readonly operator: string;
  readonly target: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the holes are control characters so that no word can hold them
const ANY = /[\u0000-\u0003]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const PATTERN = /[\u0001\u0002]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const UNKNOWN = /[\u0000\u0003]/;

export function hasHole(text: string): boolean {
  return ANY.test(text);
}

export function hasPattern(text: string): boolean {
  return PATTERN.test(text);
}

/** Where the first part begins that is not known at all; -1 where there is none. */
export function unknownAt(text: string): number {
  return text.search(UNKNOWN);
}

/** Whether one component with `*` and `?` may be this name; as in a shell, `*` does not stand for a leading dot. */
export function mayBeNamed(component: string, name: string): boolean {
  if (!hasPattern(component)) return component === name;
  if (name.startsWith(".") && !component.startsWith(".")) return false;
  return matches(component, name);
}

/** Two places to look from and no way back but to the last `*`: no pattern takes longer than its length times the name's. */
function matches(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resumed = 0;
  for (let from = 0; from < name.length; ) {
    if (pattern[at] === STAR) {
      star = at++;
      resumed = from;
    } else if (pattern[at] === QUERY || pattern[at] === name[from]) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++resumed;
    } else return false;
  }
  while (pattern[at] === STAR) at++;
  return at === pattern.length;
}
