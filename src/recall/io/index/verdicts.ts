// What the checks said of a text, by the digest of its bytes: they cost more than everything else a hook does, and say the
// same of the same bytes. `judge` names the rules and settings they went by; another judge's words count for nothing.
// Who can write here could write the memory as well, and neither raises a tier: an unconfirmed memory stays marked so.
import type { DatabaseSync } from "node:sqlite";
import type { Verdicts } from "../../search-index.ts";
import { inTransaction, writer } from "./sqlite.ts";

const JUDGE = "SELECT value FROM meta WHERE key = 'judge'";
const KNOWN = "SELECT sha256, verdict FROM verdicts WHERE sha256 IN (SELECT value FROM json_each(?))";
/** More than the unconfirmed memories of any store that somebody still reviews. */
const MOST = 20_000;

export function verdictsFrom(database: DatabaseSync, judge: string, digests: readonly string[]): Verdicts {
  if (digests.length === 0 || database.prepare(JUDGE).get()?.value !== judge) return new Map();
  const rows = database.prepare(KNOWN).all(JSON.stringify(digests));
  return new Map(rows.map(({ sha256, verdict }) => [String(sha256), String(verdict)]));
}

export function writeVerdicts(database: DatabaseSync, judge: string, verdicts: Verdicts): void {
  if (verdicts.size === 0) return;
  inTransaction(database, () => {
    const full = Number(database.prepare("SELECT count(*) AS n FROM verdicts").get()?.n) > MOST;
    if (full || database.prepare(JUDGE).get()?.value !== judge) database.exec("DELETE FROM verdicts");
    writer(database, "INSERT INTO meta VALUES ('judge', ?) ON CONFLICT DO UPDATE SET value = excluded.value")(judge);
    const put = writer(database, "INSERT OR REPLACE INTO verdicts VALUES (?, ?)");
    for (const [digest, verdict] of verdicts) put(digest, verdict);
  });
}
