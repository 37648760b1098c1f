// A private folder below a base of ours, such as history/<store>/<id> below the state directory. The base may be
// reached through a link of the user's; nothing below it may.
import { type Directory, openDirectory, within } from "./directory.ts";
import { ensureBase } from "./made-above.ts";

/** Makes what is missing, 0700; durable unless it may be lost with the power. */
export function inFolder<T>(base: string, names: readonly string[], act: (folder: Directory) => T, durable = true): T {
  let folder = ensureBase(base);
  for (const name of names) folder = within(folder, (parent) => parent.ensure(name, 0o700, durable));
  return within(folder, act);
}

/** Undefined, and nothing made, where the folder does not exist. */
export function inFolderIfThere<T>(
  base: string,
  names: readonly string[],
  act: (folder: Directory) => T,
): T | undefined {
  let folder = openDirectory(base);
  for (const name of names) {
    if (folder === undefined) return undefined;
    folder = within(folder, (parent) => parent.open(name));
  }
  return folder === undefined ? undefined : within(folder, act);
}
