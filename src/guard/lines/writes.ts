// What a program may write to. Programs that only read are on a list, and so are the few that read all but one of their
// words; everything else may write to whatever it is given and to the folder it runs in: the list is what we know, not what
// we fear (AGT-21).
import type { ShellCommand } from "../shell-line.ts";
import { argumentsOf, hasLetter, isText, programName } from "./words.ts";

const READERS: ReadonlySet<string> = new Set(
  (
    "ls dir cat tac head tail less more most wc stat file tree eza exa lsd du df bat batcat glow mdcat nl od hexdump " +
    "strings grep egrep fgrep zgrep rg ag ack diff colordiff cmp comm join paste cut tr fold fmt rev column expand unexpand " +
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum base64 base32 jq test [ echo printf true false : " +
    "cd pushd popd dirs pwd realpath readlink basename dirname namei getfacl lsattr which whereis type hash export declare " +
    "typeset local readonly unset set shopt alias unalias read return exit sleep wait ulimit umask getopts " +
    "let shift break continue zcat bzcat xzcat mountpoint lsof apropos man whatis tldr date id whoami hostname uname env " +
    "printenv seq yes ps kill jobs fg bg cargo-tree sed awk gawk mawk nawk sort uniq find for " +
    "command Get-Content Get-ChildItem Get-Item Select-String Test-Path"
  ).split(" "),
);

/** The options by which a reader writes or runs something; for awk, the statements. */
const WRITING: Readonly<Record<string, RegExp>> = {
  sort: /^(-[A-Za-z]*o|--output)/,
  tree: /^(-[A-Za-z]*o|--output)/,
  less: /^(-[A-Za-z]*[oO]|--(log-file|LOG-FILE))/,
  sed: /^(-[A-Za-z]*[if]|--(in-place|file))/,
  awk: /^-[A-Za-z]*i|print[^;}\n]*[>|]|system\s*\(/,
  rg: /^--pre/,
};

/** sed writes by its own `w`, which wants no space after it, and runs by its `e`. */
const SED_WRITES = /(^|[;{}/\d\s,|$!gpiIMme=])([wW]\s*[~./\w]|e\s)/;

/** These replace the files they are given, unless they are told to print. */
const ARCHIVER = /^(gzip|gunzip|bzip2|bunzip2|xz|unxz|zstd|unzstd|lz4)$/;
const TO_STDOUT = /^(-[a-zA-Z]*[clt]|--stdout|--to-stdout|--list|--test)$/;
/** What these are told is shown to somebody or kept as it is, and is no instruction to them. */
const TELLS: ReadonlySet<string> = new Set(["gh", "glab", "tee", "sponge", "pbcopy", "xclip", "xsel", "wl-copy"]);
const COPIES: Readonly<Record<string, readonly string[]>> = {
  cp: ["-t", "--target-directory", "-S", "--suffix"],
  install: ["-t", "--target-directory", "-S", "--suffix", "-m", "--mode", "-o", "--owner", "-g", "--group"],
  scp: ["-i", "-P", "-F", "-o", "-l", "-J"],
  rsync: ["-e", "--rsh", "--exclude", "--include", "-f", "--filter", "--files-from"],
  mv: ["-t", "--target-directory", "-S", "--suffix"],
};
/** With one of these what is copied from is changed too, or is what the copy writes to. */
const TAKES = /^(-[A-Za-z]*[ls]|--(link|symbolic-link|remove-source-files))$/;
/** Making or listing an archive, with nothing said but where. */
const TAR_READS = /^-?[a-zA-Z]*[ct]/;
const TAR_PLAIN = /^(-?[ctvzjJhpf]+|-C.*|--(create|list|exclude|directory|file|gzip)(=.*)?)$/;

export function onlyReads(name: string, args: readonly string[]): boolean {
  if (!READERS.has(name)) return ARCHIVER.test(name) && args.some((word) => TO_STDOUT.test(word));
  if (name === "uniq" && args.filter((word) => !word.startsWith("-")).length > 1) return false;
  if (name === "find")
    return !searchOf(args).tests.some((word, at, tests) => /^-(delete|fprint|fls)/.test(word) || runsWriter(tests, at));
  const writing = WRITING[name.endsWith("awk") ? "awk" : name];
  return writing === undefined || !args.some((word) => writing.test(word));
}

export interface Search {
  readonly starts: readonly string[];
  readonly tests: readonly string[];
}

/** The words of `find`: where it starts, and what it tests and does. */
export function searchOf(args: readonly string[]): Search {
  const first = args.findIndex((word) => /^(-[a-z]{2,}|[!(])/.test(word));
  const starts = (first < 0 ? args : args.slice(0, first)).filter((word) => !/^-[HLPDO]/.test(word));
  return { starts: starts.length === 0 ? ["."] : starts, tests: first < 0 ? [] : args.slice(first) };
}

/** `-exec PROGRAM`, where the program does more than read. */
function runsWriter(tests: readonly string[], at: number): boolean {
  if (!/^-(exec|execdir|ok|okdir)$/.test(tests[at] ?? "")) return false;
  return !onlyReads(programName(tests[at + 1] ?? ""), tests.slice(at + 2, at + 12));
}

/** The words a program may write to, `.` for the folder it runs in; none where it only reads. */
export function writtenBy({ words, stdin }: ShellCommand): readonly string[] {
  const [program = "", ...args] = words;
  const name = programName(program);
  if (onlyReads(name, args)) return name === "sed" ? scripts(args) : [];
  if (name === "find")
    return [...searchOf(args).starts, ...args.filter((_, at) => /^-f(print|ls)/.test(args[at - 1] ?? ""))];
  const copies = Object.hasOwn(COPIES, name) ? COPIES[name] : undefined;
  if (copies !== undefined) return copied(name, args, copies);
  if (name === "dd") return args.filter((word) => word.startsWith("of="));
  if (name === "zip" && !hasLetter(argumentsOf(args).options, "m")) return argumentsOf(args).operands.slice(0, 1);
  if (name === "tar" || name === "bsdtar") return archived(args);
  if (TELLS.has(name)) return [...args.filter((word) => !isText(word)), "."];
  return [...words, stdin ?? "", "."].filter((word) => word !== "");
}

/** Those that write, with the path set apart from the letter before it. */
function scripts(args: readonly string[]): readonly string[] {
  const writing = args.filter((word) => SED_WRITES.test(word) && !/^[/~.]/.test(word));
  return writing.map((word) => word.replace(/[wW](?=[~./])/g, "w "));
}

/** The destination, and what would lie in it under a source's name. */
function copied(name: string, args: readonly string[], withValue: readonly string[]): readonly string[] {
  const { operands, options, value } = argumentsOf(args, withValue);
  const folder = value("-t", "--target-directory");
  const target = folder ?? operands.at(-1) ?? ".";
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  const landed = sources.map((source) => `${target}/${source.replace(/\/+$/, "").split("/").at(-1) ?? ""}`);
  const takes = name === "mv" || options.some((option) => TAKES.test(option) && (name === "cp" || option.length > 4));
  return [target, ...landed, ...(takes ? sources : [])];
}

function archived(args: readonly string[]): readonly string[] {
  const [first = "", ...rest] = args;
  const all = first.startsWith("-") ? args : [`-${first}`, ...rest];
  const { operands, options, value } = argumentsOf(all, ["-C", "--directory", "-f", "--file", "--exclude"]);
  const reads = TAR_READS.test(first) || options.some((option) => /^--(create|list)$/.test(option));
  if (!reads || !options.every((option) => TAR_PLAIN.test(option))) return [...args, "."];
  const archive =
    value("-f", "--file") ?? (options.some((option) => /^-[a-zA-Z]+f$/.test(option)) ? operands[0] : undefined);
  return archive === undefined ? [] : [archive];
}
