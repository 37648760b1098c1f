// Who begins a store, and under which id (HUB-2, HUB-7). Nothing takes a store away again, everybody is told of those of the organisation
// and its teams, and machines know a store by its id: so what is begun wrongly stays wrong for all of them.
import { MARKER_PATH } from "../../src/store/export-document.ts";
import { parseMarker } from "../../src/store/memory-store.ts";
import { type Finding, LIMITS, type Role } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { finding, LARGEST_MARKER } from "./judge.ts";
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
  /** What the push brings as the store's name. */
  readonly marker: Uint8Array | undefined;
}

interface Other {
  readonly name: string;
  readonly bytes: Buffer | null;
}

/** Of a store that has no name of its own yet. Whoever begins one is the only one of the tenant that does until the push ends. */
export async function beginFindings(tx: Tx, { store, role, marker }: Beginning): Promise<readonly Finding[]> {
  // One for each member, which nobody else has a mirror of.
  if (store.startsWith("personal/")) return [];
  const beginner = beginnerFindings(store, role);
  if (beginner.length > 0) return beginner;
  const [, others] = await Promise.all([
    // As lockStore does for one that it makes: of two that begin under one id, the second sees the first.
    tx.rows(`SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE`, [tx.tenant]),
    // A project's id stands in its name. Those that may be read are as few as there are teams, and small.
    tx.rows<Other>(
      `SELECT name, CASE WHEN octet_length(blobs.bytes) <= $4 THEN blobs.bytes END AS bytes FROM stores
       LEFT JOIN files ON files.tenant_id = $1 AND files.store_id = stores.store_id AND path = $3 AND name NOT LIKE 'project/%'
       LEFT JOIN blobs ON blobs.tenant_id = $1 AND blobs.hash = files.hash
       WHERE stores.tenant_id = $1 AND name <> $2 AND name NOT LIKE 'personal/%'`,
      [tx.tenant, store, MARKER_PATH, LARGEST_MARKER],
    ),
  ]);
  return [...tooMany(store, role, others), ...sameId(marker, others)];
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

/** What is signed for a store is signed for its id, so a machine refuses the second store that has it. */
function sameId(marker: Uint8Array | undefined, others: readonly Other[]): readonly Finding[] {
  const id = idIn(marker);
  if (id === undefined) return [];
  const isSame = ({ name, bytes }: Other): boolean => name === `project/${id}` || idIn(bytes ?? undefined) === id;
  const what = "another store of the organisation has this id";
  return others.some(isSame) ? [finding("store-changed", MARKER_PATH, what, "holdfast init")] : [];
}

function idIn(marker: Uint8Array | undefined): string | undefined {
  return marker && parseMarker(Buffer.from(marker).toString("utf8"))?.storeId;
}

/** Members have mirrors of them, made of the list of stores that each hub tells. */
function isMirrored(store: string): boolean {
  return store === "org" || store.startsWith("team/");
}
