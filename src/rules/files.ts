// Which files a command of a shell line changes or reads, as far as its program is known for it (RUL-2): what an agent turns to
// where a tool for files was refused. A program that is not listed touches nothing: a guess would stop what nobody forbade.
import { argumentsOf } from "../guard/lines/words.ts";
import type { ShellCommand } from "../guard/shell-line.ts";

interface Touched {
  readonly written: readonly string[];
  readonly read: readonly string[];
}

const WRITERS = "tee sponge touch truncate rm rmdir unlink shred mv".split(" ");
const READERS =
  "cat tac head tail less more bat batcat nl od xxd hexdump strings base64 sort uniq cut wc diff cmp source .".split(
    " ",
  );
/** Their first word is what they look for or do. */
const SEARCHERS = "grep egrep fgrep rg sed awk gawk jq yq perl".split(" ");
const COPIERS = "cp install ln rsync".split(" ");
const GIT_WRITERS = "rm mv restore".split(" ");

/** A line without any of these, and without a redirection, touches no file that is known of. */
export const MAY_TOUCH: readonly string[] = [
  ...WRITERS,
  ...READERS,
  ...SEARCHERS,
  ...COPIERS,
  "dd",
  "git",
  "curl",
  "wget",
];

export function filesOfCommand({ words, redirects }: ShellCommand): Touched {
  const [program = "", ...args] = words;
  const named = redirects.filter(({ target }) => !/^&?\d*-?$/.test(target));
  const { written, read } = byProgram(program.slice(program.lastIndexOf("/") + 1), args);
  const targets = (isWritten: boolean): readonly string[] =>
    named.filter(({ operator }) => operator.includes(">") === isWritten).map(({ target }) => target);
  return { written: [...targets(true), ...written], read: [...targets(false), ...read] };
}

/** Options whose next word is theirs. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  head: ["-n", "-c"],
  tail: ["-n", "-c"],
  cut: ["-f", "-d", "-b", "-c"],
  sort: ["-k", "-t", "-o", "--output"],
  uniq: ["-f", "-s", "-w"],
  od: ["-A", "-j", "-N", "-t", "-w"],
  xxd: ["-c", "-l", "-s"],
  hexdump: ["-e", "-n", "-s"],
  strings: ["-n", "-t"],
  base64: ["-w"],
  bat: ["-l", "-r"],
  touch: ["-d", "-r", "-t"],
  shred: ["-n", "-s"],
  rsync: ["-e", "--rsh", "--exclude", "--include"],
  curl: ["-o", "--output"],
  wget: ["-O", "--output-document"],
  truncate: ["-s", "--size"],
  cp: ["-t", "--target-directory"],
  mv: ["-t", "--target-directory"],
  install: ["-t", "--target-directory", "-m", "--mode", "-o", "-g"],
  ln: ["-t", "--target-directory"],
};
const OF_SEARCHERS = ["-e", "-f", "-m", "-A", "-B", "-C", "-F"];

const NONE: Touched = { written: [], read: [] };

function byProgram(name: string, args: readonly string[]): Touched {
  if (name === "dd") return { written: valuesOf("of=", args), read: valuesOf("if=", args) };
  if (name === "git") return byGit(args);
  const ofAll = SEARCHERS.includes(name) ? OF_SEARCHERS : [];
  const { operands, options, value } = argumentsOf(args, Object.hasOwn(VALUES, name) ? VALUES[name] : ofAll);
  if (name === "curl" || name === "wget")
    return { written: [value("-o", "--output", "-O", "--output-document") ?? []].flat(), read: [] };
  if (WRITERS.includes(name))
    return { written: [...operands, ...[value("-t", "--target-directory") ?? []].flat()], read: [] };
  if (READERS.includes(name)) return { written: [value("-o", "--output") ?? []].flat(), read: operands };
  if (COPIERS.includes(name)) {
    const folder = value("-t", "--target-directory");
    const written = folder ?? operands.at(-1);
    return {
      written: written === undefined ? [] : [written],
      read: folder === undefined ? operands.slice(0, -1) : operands,
    };
  }
  if (!SEARCHERS.includes(name)) return NONE;
  const files = value("-e", "-f") === undefined ? operands.slice(1) : operands;
  const isInPlace = /^(sed|perl)$/.test(name) && options.some((each) => /^(-[a-z]*i|--in-place)/i.test(each));
  return isInPlace ? { written: files, read: [] } : { written: [], read: files };
}

/** `git rm FILE`, `git restore FILE`, `git checkout -- FILE`: what was written is gone. */
function byGit(args: readonly string[]): Touched {
  const { operands } = argumentsOf(args, ["-C", "-c", "-s", "--source"]);
  const [subcommand = "", ...files] = operands;
  const after = subcommand === "checkout" && args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
  return { written: GIT_WRITERS.includes(subcommand) ? files : after, read: [] };
}

function valuesOf(start: string, args: readonly string[]): readonly string[] {
  return args.filter((word) => word.startsWith(start)).map((word) => word.slice(start.length));
}
