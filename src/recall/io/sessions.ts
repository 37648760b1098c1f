// What each session was given already, so that a memory is shown once (CTX-2): one small file per session, one line per
// injection. Local and disposable: without it a memory may be shown again, and that is all. A host may run two moments of
// a session at once (Copilot CLI does so with the start and the first prompt), so nobody looks and then notes: who is about
// to tell something appends its line first, and then looks whether another line with the same memory stands before it. The
// order of appended lines is the kernel's, so of two processes exactly one tells it, and neither waits.
import { appendLine } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { type Fields, jsonLinesIn } from "../../disk/json-file.ts";

const FOLDER = "sessions";
const MAX_BYTES = 1024 * 1024;
const KEPT_DAYS = 14;
/** At most so many old files are looked at in one go: a session does not wait for housekeeping. */
const SWEPT = 50;

export interface Telling {
  /** Whose line it is: another in every process. */
  readonly by: string;
  /** When its event happened, in milliseconds: a start may be slower than a prompt that came after it. */
  readonly at: number;
  readonly moment: "start" | "later";
  readonly ids: readonly string[];
  /** What the model has lost of earlier events (AGT-10): all, or only what starts told. */
  readonly forgets?: "all" | "starts";
}

export function shownIn(stateDir: string, session: string): ReadonlySet<string> {
  const claims = inFolderIfThere(stateDir, [FOLDER], (folder) => claimsIn(folder, session)) ?? [];
  return new Set(claims.filter((claim) => !isForgotten(claim, claims)).flatMap(({ ids }) => ids));
}

/** Something was told in it, or at least looked for. */
export function isKnown(stateDir: string, session: string): boolean {
  return inFolderIfThere(stateDir, [FOLDER], (folder) => folder.look(fileOf(session)) !== undefined) ?? false;
}

/** Those of the ids that another moment of the session was faster to claim: they are its to tell. */
export function claimShown(stateDir: string, session: string, claim: Telling): ReadonlySet<string> {
  const claims = inFolder(stateDir, [FOLDER], (folder) => {
    appendLine(folder, fileOf(session), JSON.stringify(claim), { durable: false });
    return claimsIn(folder, session);
  });
  const own = claims.findIndex(({ by }) => by === claim.by);
  const before = claims.slice(0, Math.max(own, 0)).filter((each) => !isForgotten(each, claims));
  const theirs = new Set(before.flatMap(({ ids }) => ids));
  return new Set(claim.ids.filter((id) => theirs.has(id)));
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

function isForgotten({ at, moment }: Telling, claims: readonly Telling[]): boolean {
  return claims.some(
    ({ at: then, forgets }) => at < then && (forgets === "all" || (forgets === "starts" && moment === "start")),
  );
}

function claimsIn(folder: Directory, session: string): readonly Telling[] {
  return jsonLinesIn(folder, fileOf(session), MAX_BYTES).flatMap(claimIn);
}

function fileOf(session: string): string {
  return `${session}.jsonl`;
}

function claimIn({ by, at, moment, ids, forgets }: Fields): readonly Telling[] {
  if (typeof by !== "string" || typeof at !== "number" || !Array.isArray(ids)) return [];
  const told = { by, at, ids: ids.filter((id) => typeof id === "string") };
  return [{ ...told, moment: moment === "start" ? moment : "later", ...forgotten(forgets) }];
}

function forgotten(value: unknown): Pick<Telling, "forgets"> {
  return value === "all" || value === "starts" ? { forgets: value } : {};
}
