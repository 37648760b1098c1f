// `holdfast pause`: silence everywhere or in one project, until a moment or until resumed (SUR-9).

import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { asFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import type { Pause } from "../pause.ts";

const FILE = "pause.json";

/** A damaged file pauses nothing: it is derived, and `holdfast pause` writes it anew. */
export function readPauses(stateDir: string): readonly Pause[] {
  const bytes = pauseBytes(stateDir);
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes ?? []).toString("utf8"));
    return Array.isArray(value) ? value.flatMap(pauseFrom) : [];
  } catch {
    // No file, or a damaged one.
    return [];
  }
}

function pauseBytes(stateDir: string): Uint8Array | undefined {
  try {
    return inFolderIfThere(stateDir, [], (folder) => bytesIn(folder, FILE, 256 * 1024));
  } catch (error) {
    throw asFault(error, "Reading the pause");
  }
}

export function writePauses(stateDir: string, pauses: readonly Pause[]): void {
  try {
    inFolder(stateDir, [], (folder) => {
      if (pauses.length === 0) removeFile(folder, FILE);
      else replaceFile(folder, FILE, Buffer.from(`${JSON.stringify(pauses)}\n`), 0o600);
    });
  } catch (error) {
    throw asFault(error, "Writing the pause");
  }
}

function pauseFrom(value: unknown): Pause[] {
  if (typeof value !== "object" || value === null) return [];
  const { project, until } = value as Record<string, unknown>;
  if (project !== undefined && typeof project !== "string") return [];
  if (until !== undefined && (typeof until !== "string" || Number.isNaN(Date.parse(until)))) return [];
  return [{ ...(project === undefined ? {} : { project }), ...(until === undefined ? {} : { until }) }];
}
