// cp, mv, install, ln, rsync, scp, tar, unzip, patch: what they read may be ours, what they write may not.
import { groundOf, isInside } from "../ground.ts";
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld, ShellCommand } from "../world.ts";
import { argumentsOf, baseName, hasLetter } from "./words.ts";

type Judge = (args: readonly string[], cwd: string, world: GuardWorld, command: ShellCommand) => string | undefined;

const COPY_VALUES = ["-t", "--target-directory", "-S", "--suffix", "-m", "--mode", "-o", "--owner", "-g", "--group"];
const RSYNC_VALUES = ["-e", "--rsh", "--exclude", "--include", "-f", "--filter", "--files-from", "-P", "-i", "-l"];

/** The destination, and what would lie in it under a source's name. */
function into(
  name: string,
  sources: readonly string[],
  target: string,
  cwd: string,
  world: GuardWorld,
): string | undefined {
  const landed = sources.map((source) => `${target}/${baseName(source)}`);
  const hit = [target, ...landed].find((path) => isInside(path, cwd, world));
  return hit === undefined ? undefined : REASONS.command(name, hit);
}

const copy =
  (name: string, values: readonly string[], takesSources: boolean): Judge =>
  (args, cwd, world) => {
    const read = argumentsOf(args, values);
    const named = read.value("-t", "--target-directory");
    const target = named ?? read.operands.at(-1);
    if (target === undefined) return undefined;
    const sources = named === undefined ? read.operands.slice(0, -1) : read.operands;
    const links = name === "cp" && (hasLetter(read.options, "l") || hasLetter(read.options, "s"));
    const linked = read.options.some((option) => /^--(link|symbolic-link|remove-source-files)$/.test(option));
    if (takesSources || links || linked) {
      const taken = sources.find(
        (source) => groundOf(source, cwd, world) !== "outside" && counts(name, source, cwd, world),
      );
      if (taken !== undefined) return REASONS.command(name, taken);
    }
    if (name === "rsync" && read.options.some((option) => option.startsWith("--del"))) {
      if (groundOf(target, cwd, world) === "above") return REASONS.holding(name, target);
    }
    return into(name, sources, target, cwd, world);
  };

/** Moving a folder that holds ours moves ours; a link to it does no harm by itself. */
function counts(name: string, source: string, cwd: string, world: GuardWorld): boolean {
  return name === "mv" || groundOf(source, cwd, world) === "inside";
}

/** `ln TARGET` alone makes a link in the working folder; a link to ours would hide what is written through it. */
const link: Judge = (args, cwd, world) => {
  const { operands, value } = argumentsOf(args, COPY_VALUES);
  const paths = [...operands, value("-t", "--target-directory")].filter((path) => path !== undefined);
  const hit = paths.find((path) => isInside(path, cwd, world));
  if (hit !== undefined) return REASONS.command("ln", hit);
  return into("ln", operands.slice(0, -1), operands.at(-1) ?? ".", cwd, world);
};

/** Options of tar that name a program, a folder or other names for what is unpacked. */
const TAR_WRITES =
  /^(-[IF]|--(one-top-level|index-file|checkpoint-action|to-command|transform|xform|use-compress-program|rmt-command|rsh-command|info-script|new-volume-script))/;

const tar: Judge = (args, cwd, world) => {
  const named = args.findIndex((word, at) => TAR_WRITES.test(word) && mentions(`${word} ${args[at + 1]}`, world.roots));
  if (named >= 0) return REASONS.command("tar", args[named] ?? "");
  const first = args[0] ?? "";
  const letters = first.startsWith("-") ? "" : first;
  const read = argumentsOf(letters === "" ? args : args.slice(1), [
    "-C",
    "--directory",
    "-f",
    "--file",
    "--to-command",
  ]);
  const has = (letter: string, word: string): boolean =>
    letters.includes(letter) || hasLetter(read.options, letter) || read.options.includes(word);
  const clustered = letters.includes("f") || read.options.some((option) => /^-[a-zA-Z]+f$/.test(option));
  const archive = read.value("-f", "--file") ?? (clustered ? read.operands[0] : undefined);
  const folder = read.value("-C", "--directory") ?? ".";
  if (has("x", "--extract") || read.options.includes("--get")) {
    return isInside(folder, cwd, world) ? REASONS.command("tar", folder) : undefined;
  }
  if (has("t", "--list")) return undefined;
  return archive !== undefined && isInside(archive, cwd, world) ? REASONS.command("tar", archive) : undefined;
};

const zip: Judge = (args, cwd, world) => {
  const { operands, options } = argumentsOf(args);
  const moves = hasLetter(options, "m");
  const hit = (moves ? operands : operands.slice(0, 1)).find((path) => isInside(path, cwd, world));
  return hit === undefined ? undefined : REASONS.command("zip", hit);
};

const unzip: Judge = (args, cwd, world) => {
  const read = argumentsOf(args, ["-d", "-x", "-P"]);
  if (["l", "p", "t", "Z", "v"].some((letter) => hasLetter(read.options, letter))) return undefined;
  const folder = read.value("-d") ?? ".";
  return isInside(folder, cwd, world) ? REASONS.command("unzip", folder) : undefined;
};

const patch: Judge = (args, cwd, world, command) => {
  const read = argumentsOf(args, ["-d", "--directory", "-i", "--input", "-o", "--output", "-p", "--strip", "-r"]);
  const folder = read.value("-d", "--directory") ?? ".";
  const paths = [folder, read.operands[0], read.value("-o", "--output"), read.value("-r")];
  const hit = paths.find((path) => path !== undefined && isInside(path, cwd, world));
  if (hit !== undefined) return REASONS.command("patch", hit);
  return mentions(command.stdin ?? "", world.roots) ? REASONS.command("patch", "the files its input names") : undefined;
};

export const COPYING: Readonly<Record<string, Judge>> = {
  cp: copy("cp", COPY_VALUES, false),
  install: copy("install", COPY_VALUES, false),
  scp: copy("scp", ["-i", "-P", "-F", "-o", "-l", "-J"], false),
  rsync: copy("rsync", RSYNC_VALUES, false),
  mv: copy("mv", COPY_VALUES, true),
  ln: link,
  tar,
  bsdtar: tar,
  unzip,
  zip,
  patch,
};
