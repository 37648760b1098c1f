// Who begins a store, and how many there are (HUB-2, HUB-7). Nothing takes a store away again, and everybody is told of those of the
// organisation and its teams: so what is begun wrongly stays wrong for all of them.
import { MARKER_PATH } from "../../src/store/export-document.ts";
import { type Finding, LIMITS, type Role } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { finding } from "./judge.ts";
import { reaches } from "./roles.ts";

/** Asked before a store is made or locked: who may not begin it leaves nothing and waits for nobody. */
export function beginnerFindings(store: string, role: Role | undefined): readonly Finding[] {
  if (!isMirrored(store) || reaches(role, "admin")) return [];
  const what = "nobody has begun this store, and an admin begins it";
  return [finding("role", MARKER_PATH, what, "ask an admin of it to sync first")];
}

interface Beginning {
  readonly store: string;
  readonly role: Role;
}

interface Other {
  readonly name: string;
}

/** Of a store that has no name of its own yet. Whoever begins one is the only one of the tenant that does until the push ends. */
export async function beginFindings(tx: Tx, { store, role }: Beginning): Promise<readonly Finding[]> {
  // One for each member, which nobody else has a mirror of.
  if (store.startsWith("personal/")) return [];
  const beginner = beginnerFindings(store, role);
  if (beginner.length > 0) return beginner;
  const [, others] = await Promise.all([
    // As lockStore does for one that it makes: of two that begin at once, the second counts the first.
    tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]),
    tx.rows<Other>(`SELECT name FROM stores WHERE tenant_id = $1 AND name <> $2 AND name NOT LIKE 'personal/%'`, [
      tx.tenant,
      store,
    ]),
  ]);
  return tooMany(store, role, others);
}

function tooMany(store: string, role: Role, others: readonly Other[]): readonly Finding[] {
  if (store === "org") return [];
  const isTeam = store.startsWith("team/");
  const isReviewer = reaches(role, "reviewer");
  const of = isTeam ? "team/" : "project/";
  const most = isTeam ? LIMITS.teams : isReviewer ? LIMITS.projects : LIMITS.storesTold;
  if (others.filter(({ name }) => name.startsWith(of)).length < most) return [];
  const what = `the organisation has stores of at most ${most} ${isTeam ? "teams" : "projects"}`;
  const next = isTeam || isReviewer ? "write to one that is there" : "leave it out: a reviewer or an admin begins it";
  return [finding("too-large", MARKER_PATH, what, next)];
}

/** Members have mirrors of them, made of the list of stores that each hub tells. */
function isMirrored(store: string): boolean {
  return store === "org" || store.startsWith("team/");
}
