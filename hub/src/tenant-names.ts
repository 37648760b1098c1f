// The names of all tenants of a database, which no query gives: every table is closed to its owner too. For the operator alone, as the owner, in a
// transaction that opens one table to itself and is taken back; nobody else sees it open, and whoever asks that table waits for the
// moment. Of one that is elsewhere, or on its way, nothing is told. The application's role can't do it.
import type { Ask } from "./migrate.ts";

export interface TenantRow {
  readonly tenant: string;
  /** Of its provider. */
  readonly issuer: string | null;
  readonly auditDays: number | null;
}

export async function tenantRows(ask: Ask): Promise<readonly TenantRow[]> {
  await ask("BEGIN");
  try {
    await ask("SET LOCAL lock_timeout = '2s'");
    for (const table of ["tenants", "providers"]) await ask(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    return await ask<TenantRow>(
      `SELECT tenants.tenant_id AS tenant, issuer, audit_days AS "auditDays" FROM tenants
       LEFT JOIN providers ON providers.tenant_id = tenants.tenant_id
       JOIN places ON places.tenant_id = tenants.tenant_id AND places.state = 'here' ORDER BY tenants.tenant_id`,
    );
  } finally {
    await ask("ROLLBACK");
  }
}
