// `holdfast pause`: silence everywhere or in one project, until a moment or until resumed (SUR-9).

import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { given } from "../../text/values.ts";
import type { Pause } from "../pause.ts";

const FILE = "pause.json";

/** A damaged file pauses nothing: it is derived, and `holdfast pause` writes it anew. */
export function readPauses(stateDir: string): readonly Pause[] {
  const value = orFault("Reading the pause", () =>
    inFolderIfThere(stateDir, [], (folder) => jsonIn(folder, FILE, 256 * 1024)),
  );
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

function pauseFrom(value: unknown): Pause[] {
  if (typeof value !== "object" || value === null) return [];
  const { project, until } = fieldsOf(value);
  if (project !== undefined && typeof project !== "string") return [];
  if (until !== undefined && (typeof until !== "string" || Number.isNaN(Date.parse(until)))) return [];
  return [given({ project, until })];
}
