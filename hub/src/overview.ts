// What an admin is shown of a whole tenant (HUB-13), at a cost that does not grow with what it holds: counters that pushes keep, and a
// month of days. Of personal stores their number and sum alone: whose is how large is nobody's but its owner's.
import { fingerprintOf } from "../../src/attest/devices.ts";
import type { DeviceRow, Overview } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { headOf } from "./stores.ts";

interface Row {
  readonly store: string;
  readonly seq: number;
  readonly chain: Buffer;
  readonly pushed: Date | null;
  readonly verified: number;
  readonly inferred: number;
  readonly quarantined: number;
  readonly bytes: number;
}

const DAYS = 30;

export async function overview(tx: Tx): Promise<Overview> {
  const rows = await tx.rows<Row>(
    `SELECT name AS store, seq, chain, pushed_at AS pushed, verified, inferred, quarantined, bytes
     FROM stores WHERE tenant_id = $1 AND name NOT LIKE 'personal/%' ORDER BY name`,
    [tx.tenant],
  );
  const [personal] = await tx.rows<Overview["personal"]>(
    `SELECT count(*) AS stores, coalesce(sum(verified + inferred + quarantined), 0)::bigint AS memories,
       coalesce(sum(bytes), 0)::bigint AS bytes
     FROM stores WHERE tenant_id = $1 AND name LIKE 'personal/%'`,
    [tx.tenant],
  );
  const days = await tx.rows<Overview["days"][number]>(
    `SELECT day::text, what, n FROM days
     WHERE tenant_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - $2::int ORDER BY day, what`,
    [tx.tenant, DAYS],
  );
  const [audit] = await tx.rows<{ n: number; chain: Buffer; today: string }>(
    `SELECT n, chain, (now() AT TIME ZONE 'UTC')::date::text AS today FROM audit_heads WHERE tenant_id = $1`,
    [tx.tenant],
  );
  return {
    stores: rows.map(({ pushed, chain, seq, ...rest }) => ({
      ...rest,
      ...headOf({ seq, chain }),
      pushed: pushed?.toISOString() ?? null,
    })),
    personal: personal ?? { stores: 0, memories: 0, bytes: 0 },
    days,
    today: audit?.today ?? "",
    audit: { n: audit?.n ?? 0, chain: audit?.chain.toString("hex") ?? "" },
  };
}

export async function devices(tx: Tx): Promise<readonly DeviceRow[]> {
  const rows = await tx.rows<Omit<DeviceRow, "fingerprint"> & { readonly key: string }>(
    `SELECT devices.device, devices.key, devices.name, devices.member_id AS member, members.name AS of,
       devices.ended_at IS NOT NULL AS ended
     FROM devices JOIN members ON members.tenant_id = $1 AND members.member_id = devices.member_id
     WHERE devices.tenant_id = $1 ORDER BY members.name, devices.device`,
    [tx.tenant],
  );
  return rows.map(({ key, ...rest }) => ({ ...rest, fingerprint: fingerprintOf(key) }));
}
