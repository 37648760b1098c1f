// Ledgers and lists of forgotten words in a push (HUB-7). A device adds lines to its own and takes none back, so whoever is no reviewer
// takes none either, in whichever part of a ledger it stands; who carries another's from git adds to it.
import { carriedKind, ledgerIn } from "../../src/sync/hub/parts.ts";
import type { Tx } from "./database.ts";
import type { Files } from "./judge.ts";

/** Of the changed paths, those of a list that lost a line. */
export function linesLost(before: Files, after: Files, changed: readonly string[]): ReadonlySet<string> {
  const paths = changed.filter((path) => carriedKind(path) === "lines");
  const lists = Map.groupBy(paths, (path) => ledgerIn(path)?.ledger ?? path);
  return new Set(
    [...lists.values()].flatMap((parts) => {
      const there = new Set(parts.flatMap((path) => linesIn(after, path)));
      const isLost = parts.some((path) => linesIn(before, path).some((line) => !there.has(line)));
      const isGone = parts.every((path) => !after.has(path));
      return isLost || isGone ? parts : [];
    }),
  );
}

function linesIn(files: Files, path: string): readonly string[] {
  return Buffer.from(files.get(path) ?? [])
    .toString("latin1")
    .split("\n")
    .filter(Boolean);
}

/** Whose list it is, by its name. */
export function writerOf(path: string): string {
  return /^(?:ledger|tombstones)\/([0-9a-f]+)\./.exec(path)?.[1] ?? "";
}

/** Of the devices that these lists are of, those of members, whether they count or not. */
export async function membersAmong(tx: Tx, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ device: string }>(
    `SELECT device FROM devices WHERE tenant_id = $1 AND device = ANY($2)`,
    [tx.tenant, [...new Set(paths.map(writerOf))]],
  );
  return new Set(rows.map(({ device }) => device));
}
