// A damaged file of ours gives way by another name and is never overwritten: its owner may yet mend it.

import { Fault } from "../text/errors.ts";
import { type Directory, openDirectory, type Writers, within } from "./directory.ts";
import { orFault } from "./errno.ts";
import { child } from "./paths.ts";
import { renamePatiently } from "./patient.ts";

/** Gives the new path, `<name>.damaged-<time>`. A link is renamed, not what it leads to. */
export function setAside(folder: string, name: string, now: Date, writers: Writers = "owner"): string {
  const directory = openDirectory(folder, { writers });
  if (directory === undefined) throw new Fault("not-found", `${folder} does not exist.`);
  return within(directory, (opened) => child(opened.path, setAsideIn(opened, name, now)));
}

export function setAsideIn(directory: Directory, name: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.[0-9]+/g, "");
  for (let n = 1; ; n++) {
    const aside = `${name}.damaged-${stamp}${n === 1 ? "" : `-${n}`}`;
    if (directory.look(aside) !== undefined) continue;
    orFault(`Moving ${name} aside`, () => renamePatiently(directory.at(name), directory.at(aside)));
    directory.sync();
    return aside;
  }
}
