// What each session was given already, so that a memory is shown once (CTX-2): one small file per session, one line per
// injection. Local and disposable: without it a memory may be shown again, and that is all.
import { appendLine } from "../disk/append-log.ts";
import { removeFile } from "../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../disk/folder.ts";
import { bytesIn } from "../disk/read-file.ts";

const FOLDER = "sessions";
const MAX_BYTES = 1024 * 1024;
const KEPT_DAYS = 14;
/** At most so many old files are looked at in one go: a session does not wait for housekeeping. */
const SWEPT = 50;

export function shownIn(stateDir: string, session: string): ReadonlySet<string> {
  const bytes = inFolderIfThere(stateDir, [FOLDER], (folder) => bytesIn(folder, fileOf(session), MAX_BYTES));
  const text = Buffer.from(bytes ?? []).toString("utf8");
  return new Set(text.split("\n").flatMap(idsIn));
}

/** Something was told in it, or at least looked for. */
export function isKnown(stateDir: string, session: string): boolean {
  return inFolderIfThere(stateDir, [FOLDER], (folder) => folder.look(fileOf(session)) !== undefined) ?? false;
}

export function noteShown(stateDir: string, session: string, ids: readonly string[]): void {
  inFolder(stateDir, [FOLDER], (folder) => {
    appendLine(folder, fileOf(session), JSON.stringify(ids), { durable: false });
  });
}

/** After a clear or a compaction the model has nothing of it any more (AGT-10). */
export function forgetShown(stateDir: string, session: string): void {
  inFolderIfThere(stateDir, [FOLDER], (folder) => removeFile(folder, fileOf(session)));
}

export function dropOldSessions(stateDir: string, now: Date): void {
  const oldest = now.getTime() - KEPT_DAYS * 86_400_000;
  inFolderIfThere(stateDir, [FOLDER], (folder) => {
    for (const name of folder.names().slice(0, SWEPT)) {
      const stats = folder.look(name);
      if (stats !== undefined && Number(stats.mtimeMs) < oldest) removeFile(folder, name);
    }
  });
}

function fileOf(session: string): string {
  return `${session}.jsonl`;
}

function idsIn(line: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(line);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    // The empty end of the file, or a line torn by a crash.
    return [];
  }
}
