// Which commit is checked out, without starting a process: `HEAD`, then the ref it names, in a file of its own or among the
// packed ones. Undefined where that can't be read so (no commit yet, another ref format, a hostile .git): then nobody knows.
import { lstatSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readSmall } from "../read-file.ts";

const MAX_POINTER = 4096;
const MAX_PACKED = 4 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const REF = /^ref: (refs\/[A-Za-z0-9][A-Za-z0-9._/+@-]{0,250})$/;

export function headOf(root: string): string | undefined {
  try {
    const own = gitFolder(join(root, ".git"));
    const head = own === undefined ? undefined : readSmall(join(own, "HEAD"), MAX_POINTER)?.trim();
    if (own === undefined || head === undefined || COMMIT.test(head)) return head;
    const ref = REF.exec(head)?.[1];
    if (ref === undefined || ref.split("/").some((name) => /^\.+$/.test(name) || name === "")) return undefined;
    const shared = readSmall(join(own, "commondir"), MAX_POINTER)?.trim();
    const common = shared === undefined || shared === "" ? own : resolve(own, shared);
    const loose = readSmall(join(common, ...ref.split("/")), MAX_POINTER)?.trim();
    if (loose !== undefined && COMMIT.test(loose)) return loose;
    return packed(readSmall(join(common, "packed-refs"), MAX_PACKED) ?? "", ref);
  } catch {
    return undefined; // it vanished or may not be read: nobody knows
  }
}

/** A folder, or a file that points to one (worktree, submodule); links are not followed. */
function gitFolder(dotGit: string): string | undefined {
  const found = lstatSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return dotGit;
  if (found?.isFile() !== true) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit, MAX_POINTER) ?? "")?.[1]?.trim();
  if (target === undefined || target === "") return undefined;
  return isAbsolute(target) ? target : resolve(dirname(dotGit), target);
}

function packed(text: string, ref: string): string | undefined {
  const line = text.split("\n").find((each) => each.endsWith(` ${ref}`));
  const commit = line?.slice(0, line.indexOf(" ")) ?? "";
  return COMMIT.test(commit) ? commit : undefined;
}
