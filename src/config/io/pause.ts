// `holdfast off`: silence everywhere or in one project, until a moment or until resumed (SUR-9).

import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, keepJson, parseJson } from "../../disk/json-file.ts";
import { readIn } from "../../disk/read-file.ts";
import { given } from "../../text/values.ts";
import type { Pause } from "../pause.ts";

const FILE = "pause.json";

/**
 * A damaged file pauses nothing: it is derived, and `holdfast off` writes it anew. Nor does one that is not 0600, as we leave
 * it: it silences everything, so somebody else's does not count; doctor tells such modes.
 */
export function readPauses(stateDir: string): readonly Pause[] {
  const value = orFault("Reading the pause", () => inFolderIfThere(stateDir, [], pausesIn));
  return Array.isArray(value) ? value.flatMap(pauseFrom) : [];
}

export function writePauses(stateDir: string, pauses: readonly Pause[]): void {
  orFault("Writing the pause", () =>
    inFolder(stateDir, [], (folder) => {
      if (pauses.length === 0) removeFile(folder, FILE);
      else keepJson(folder, FILE, pauses);
    }),
  );
}

function pausesIn(folder: Directory): unknown {
  const read = readIn(folder, FILE, 256 * 1024);
  if (read?.kind === "unreadable" && read.passing !== undefined) throw read.passing;
  if (read?.kind !== "read" || (process.platform !== "win32" && (read.mode & 0o077) !== 0)) return undefined;
  return parseJson(Buffer.from(read.bytes).toString("utf8"));
}

function pauseFrom(value: unknown): Pause[] {
  if (typeof value !== "object" || value === null) return [];
  const { project, until } = fieldsOf(value);
  if (project !== undefined && typeof project !== "string") return [];
  if (until !== undefined && (typeof until !== "string" || Number.isNaN(Date.parse(until)))) return [];
  return [given({ project, until })];
}
