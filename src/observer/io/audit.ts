// The end of the observer's audit log, for people (OBS-6). observer/io/model/audit-log.ts writes it; what is read here is foreign text
// in parts, and is shown only through the sanitiser.

import { tailLines } from "../../disk/append-log.ts";
import { inFolderIfThere } from "../../disk/folder.ts";
import { AUDIT_LOG, type AuditEntry } from "../audit-log.ts";

/** A line is at most some 26,000 bytes: 4,096 of input, escaped. */
const LINE_BYTES = 8 * 1024;

/** Newest last. */
export function readAudited(stateDir: string, limit: number): readonly AuditEntry[] {
  const lines = inFolderIfThere(stateDir, [], (folder) => tailLines(folder, AUDIT_LOG, limit * LINE_BYTES)) ?? [];
  return lines.flatMap(parse).slice(-limit);
}

function parse(line: string): readonly AuditEntry[] {
  try {
    const entry = JSON.parse(line) as AuditEntry;
    const whole = [entry.ts, entry.source, entry.session, entry.model, entry.result];
    return whole.every((each) => typeof each === "string") ? [entry] : [];
  } catch {
    // A line torn by a crash.
    return [];
  }
}
