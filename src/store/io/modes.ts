// Which modes a store's files get (STO-4): a personal store is for its owner alone, whatever the umask; a shared
// one follows its repository, but never lets the world write.

import type { Writers } from "../../disk/directory.ts";
import type { Scope } from "../memory-store.ts";

export function writersOf(scope: Scope): Writers {
  return scope === "personal" ? "owner" : "group";
}

/** `around`: the mode of the directory that will hold the new one. */
export function directoryMode(scope: Scope, around: number): number {
  return scope === "personal" ? 0o700 : around & 0o775;
}

export function fileMode(scope: Scope, directory: number): number {
  return scope === "personal" ? 0o600 : directory & 0o664;
}
