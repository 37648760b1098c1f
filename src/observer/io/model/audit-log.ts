// What a model was asked and what it tried (OBS-6): NDJSON, 0600, one line per call and one per attempt to act. Inputs are
// masked and cut before they are written. A log that can't be written never stops a call; it says so.
import { fchmodSync, openSync } from "node:fs";
import { appendLine } from "../../../disk/append-log.ts";
import type { Directory } from "../../../disk/directory.ts";
import { asFault, closeRead, errnoOf } from "../../../disk/errno.ts";
import { inFolder } from "../../../disk/folder.ts";
import { renamePatiently } from "../../../disk/patient.ts";
import { AUDIT_LOG, type AuditEntry } from "../../model.ts";

export const INPUT_BYTES = 4096;
export const MAX_BYTES: number = 50 * 1024 * 1024;
const GENERATIONS = 3;

export interface AuditLog {
  /** A sentence when it could not be written. */
  write(entries: readonly AuditEntry[]): string | undefined;
}

/** `mask` takes secrets out of a text; it is given because a model's edge knows no checks. */
export function openAuditLog(stateDir: string, mask: (text: string) => string, maxBytes: number = MAX_BYTES): AuditLog {
  return {
    write: (entries) => {
      try {
        inFolder(stateDir, [], (folder) => {
          for (const entry of entries) append(folder, { ...entry, input: cutInput(mask(entry.input)) }, maxBytes);
        });
        return undefined;
      } catch (error) {
        return `The observer's audit log can't be written: ${asFault(error, `Writing ${AUDIT_LOG}`).message}`;
      }
    },
  };
}

function append(folder: Directory, entry: AuditEntry, maxBytes: number): void {
  if (Number(folder.look(AUDIT_LOG)?.size ?? 0) >= maxBytes) rotate(folder);
  const { made } = appendLine(folder, AUDIT_LOG, JSON.stringify(entry), { durable: false });
  if (!made) keepPrivate(folder);
}

/** The oldest is overwritten. Two that rotate in the same moment cost one generation, no line of the newest. */
function rotate(folder: Directory): void {
  for (let n = GENERATIONS - 1; n >= 0; n--) {
    try {
      renamePatiently(folder.at(n === 0 ? AUDIT_LOG : `${AUDIT_LOG}.${n}`), folder.at(`${AUDIT_LOG}.${n + 1}`));
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Somebody may have opened it to others since. */
function keepPrivate(folder: Directory): void {
  if (process.platform === "win32" || (Number(folder.look(AUDIT_LOG)?.mode ?? 0) & 0o077) === 0) return;
  const fd = openSync(folder.at(AUDIT_LOG), "r");
  try {
    fchmodSync(fd, 0o600);
  } finally {
    closeRead(fd);
  }
}

/** On a character's boundary, so that what is left is text. */
export function cutInput(text: string): string {
  const bytes = Buffer.from(text.toWellFormed());
  if (bytes.length <= INPUT_BYTES) return text.toWellFormed();
  let end = INPUT_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
