// What counts once (HUB-8): its digest is kept for as long as it could be shown again.
import { sha256Hex } from "../../src/text/digest.ts";
import type { Tx } from "./database.ts";

/** Whether it is the first time. Of two at once the second waits for what becomes of the first. */
export async function isFirstUse(tx: Tx, what: string, seconds: number): Promise<boolean> {
  const used = await tx.rows(
    `INSERT INTO nonces (tenant_id, nonce, ends_at) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT DO NOTHING RETURNING 1`,
    [tx.tenant, sha256Hex(what), seconds],
  );
  return used.length > 0;
}
