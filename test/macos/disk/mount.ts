// A command that runs with its temporary folder on a folding disk (folding.c), in namespaces of its own: with the command the
// disk is gone, whatever happened. Names below are kept in memory, so that the figures are not those of a slow disk.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lettersHeader } from "./letters.ts";

export type Keeps = "keep" | "nfd";

export interface FoldingDisk {
  /** Goes before a command; TMPDIR is the disk. */
  before(keeps: Keeps): readonly string[];
}

const NAMESPACES = [[], ["-r"]].map((user) => ["unshare", ...user, "-m", "-p", "-f", "--mount-proc", "--kill-child"]);

const SCRIPT = `set -e
mount -t tmpfs tmpfs "$1" && mkdir "$1/below" "$1/disk"
exec 3< <(exec "$2" "$1/below" "$1/disk" "$3")
read -r said <&3 && [ "$said" = mounted ]
export TMPDIR="$1/disk"
shift 3
"$@"`;

/** A sentence where there can be none here. */
export function foldingDisk(folder: string): FoldingDisk | string {
  try {
    accessSync("/dev/fuse", constants.R_OK | constants.W_OK);
  } catch {
    return "/dev/fuse can't be opened";
  }
  writeFileSync(join(folder, "fold.h"), lettersHeader());
  const program = join(folder, "folding");
  const args = [
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    `-I${folder}`,
    "-o",
    program,
    join(import.meta.dirname, "folding.c"),
  ];
  const built = spawnSync("gcc", args, { encoding: "utf8" });
  if (built.error !== undefined) return "there is no gcc";
  if (built.status !== 0) throw new Error(built.stderr);
  const place = join(folder, "place");
  mkdirSync(place);
  const commandIn = (namespace: readonly string[], keeps: Keeps): readonly string[] => [
    ...namespace,
    ...["bash", "-c", SCRIPT, "bash", place, program, keeps],
  ];
  const usable = NAMESPACES.find((namespace) => {
    const [unshare = "", ...rest] = [...commandIn(namespace, "keep"), "true"];
    return spawnSync(unshare, rest, { stdio: "ignore", timeout: 20_000 }).status === 0;
  });
  if (usable === undefined) return "no namespace can be made in which a disk is mounted";
  return { before: (keeps) => commandIn(usable, keeps) };
}
