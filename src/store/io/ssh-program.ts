// Which ssh-keygen signs: one of a few places of the system, never what PATH says at the moment. Whoever can put a program in
// its place gets a touch or a passphrase for words of their own, so nobody but the administrator may be able to.
import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { parentOf } from "../../disk/paths.ts";
import { holds } from "../../disk/places.ts";

const PLACES: readonly string[] =
  process.platform === "win32"
    ? ["C:\\Windows\\System32\\OpenSSH\\ssh-keygen.exe"]
    : ["/usr/bin/ssh-keygen", "/usr/local/bin/ssh-keygen", "/opt/homebrew/bin/ssh-keygen"];
const ROOT = 0;
/** What root's files belong to inside a user namespace that does not know root. */
const UNMAPPED = 65_534;
const OTHERS_WRITE = 0o022;

/** The first that may be used; else why none is. */
export function findKeygen(
  apart: readonly string[],
): { readonly program: string } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  for (const program of PLACES) {
    const problem = problemWith(program, apart);
    if (problem === undefined) return { program };
    problems.push(`${program} ${problem}`);
  }
  return { problems };
}

/** Asked again before each use: a pin says which of the places it is, and no more. */
export function problemWith(program: string, apart: readonly string[] = []): string | undefined {
  if (!PLACES.includes(program)) return "is none of the places where the system keeps it";
  let real: string;
  try {
    real = realpathSync(program);
  } catch {
    return "is not there";
  }
  if ([homedir(), ...apart].some((folder) => folder !== "/" && holds(folder, real))) return `leads to ${real}`;
  if (!lstatSync(real).isFile()) return "is no file";
  // Windows has no such bits; System32 belongs to the system.
  const open = process.platform === "win32" ? undefined : chain(real).find((path) => !isTheSystems(path));
  return open === undefined ? undefined : `can be changed by others than the administrator (${open})`;
}

function chain(path: string): readonly string[] {
  const above = parentOf(path);
  return above === path ? [path] : [path, ...chain(above)];
}

function isTheSystems(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return (uid === ROOT || uid === UNMAPPED) && (mode & OTHERS_WRITE) === 0;
}
