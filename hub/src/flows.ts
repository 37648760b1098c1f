// Sign-ins under way: what has to be remembered between two requests, by the digest of a word that only who began it knows.
import type { Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import { digestOf } from "./tokens.ts";

type Flow = "device" | "browser" | "code" | "invite";

export async function keep(tx: Tx, kind: Flow, handle: string, state: string, seconds: number): Promise<void> {
  await tx.rows(
    `INSERT INTO sign_ins (tenant_id, hash, kind, state, ends_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [tx.tenant, digestOf(handle), kind, state, seconds],
  );
}

export async function look(tx: Tx, kind: Flow, handle: string): Promise<string> {
  return stateIn(
    await tx.rows<{ state: string }>(
      `SELECT state FROM sign_ins WHERE tenant_id = $1 AND hash = $2 AND kind = $3 AND ends_at > now()`,
      [tx.tenant, digestOf(handle), kind],
    ),
  );
}

/** Once. */
export async function take(tx: Tx, kind: Flow, handle: string): Promise<string> {
  return stateIn(
    await tx.rows<{ state: string }>(
      `DELETE FROM sign_ins WHERE tenant_id = $1 AND hash = $2 AND kind = $3 AND ends_at > now() RETURNING state`,
      [tx.tenant, digestOf(handle), kind],
    ),
  );
}

function stateIn([row]: readonly { readonly state: string }[]): string {
  if (row === undefined) throw new Refused("unauthenticated");
  return row.state;
}
