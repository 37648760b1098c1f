// A member's device asks with its key (HUB-8): a signature over a text that names the hub, the tenant, the time and a nonce gets a
// token of minutes. A person who signed in gives the hub their device's key the same way.
import { deviceIdIn } from "../../src/store/io/device-key.ts";
import { keyLineIn, keyLineOf, signerOf } from "../../src/store/io/sshsig.ts";
import {
  CLOCK_SKEW_SECONDS,
  DEVICE_TOKEN_SECONDS,
  type DeviceRequest,
  deviceText,
  type SessionRequest,
  sessionText,
  type Token,
} from "../protocol.ts";
import { codeOf } from "./again.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { isFirstUse } from "./once.ts";
import { Refused } from "./problems.ts";
import { type Caller, isAdmin } from "./roles.ts";
import { beginsWith } from "./tenants.ts";
import { issue } from "./tokens.ts";

export async function openSession(tx: Tx, hub: string, request: SessionRequest): Promise<Token> {
  isSigned(sessionText({ hub, tenant: tx.tenant }, request), request);
  const [device] = await tx.rows<{ device: string; member: string }>(
    `SELECT devices.device, devices.member_id AS member FROM devices
     JOIN members ON members.tenant_id = $1 AND members.member_id = devices.member_id
     WHERE devices.tenant_id = $1 AND devices.key = $2 AND devices.ended_at IS NULL AND members.ended_at IS NULL`,
    [tx.tenant, request.key],
  );
  if (device === undefined) throw new Refused("unauthenticated");
  // After it is known who asks: a stranger leaves nothing behind.
  await useOnce(tx, request);
  return issue(tx, { kind: "device", ...device, seconds: DEVICE_TOKEN_SECONDS });
}

export async function addDevice(
  tx: Tx,
  hub: string,
  caller: Caller,
  request: DeviceRequest,
): Promise<{ readonly device: string }> {
  // A device could hand its own standing on to another key for ever; a person signs in.
  if (caller.kind !== "person") throw new Refused("not-allowed", "A device is added by its person, who signs in.");
  isSigned(deviceText({ hub, tenant: tx.tenant }, request), request);
  const { device, key, name } = request;
  // Whoever could name any id would take a colleague's, who could bring theirs no more.
  if (device !== deviceIdIn(key)) throw new Refused("not-allowed", "A device is called after its key.");
  await useOnce(tx, request);
  await tx
    .rows(`INSERT INTO devices (tenant_id, device, key, member_id, name) VALUES ($1, $2, $3, $4, $5)`, [
      tx.tenant,
      device,
      key,
      caller.id,
      name,
    ])
    .catch((error: unknown) => {
      // Somebody's already, or it was taken out: it does not come back by being named again.
      if (codeOf(error) === "23505") throw new Refused("not-allowed", "This device or key is known already.");
      throw error;
    });
  await record(tx, caller, { action: "device-added", about: { device } });
  if (isAdmin(caller)) await beginsWith(tx, caller, { device, key });
  return { device };
}

export async function endDevice(tx: Tx, caller: Caller, device: string): Promise<void> {
  const [found] = await tx.rows<{ member: string }>(
    `UPDATE devices SET ended_at = now() WHERE tenant_id = $1 AND device = $2 AND ended_at IS NULL
       AND (member_id = $3 OR $4) RETURNING member_id AS member`,
    [tx.tenant, device, caller.kind === "machine" || caller.kind === "job" ? "" : caller.id, isAdmin(caller)],
  );
  if (found === undefined) throw new Refused("not-found");
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND device = $2`, [tx.tenant, device]);
  await record(tx, caller, { action: "device-ended", about: { device } });
}

interface Signed {
  readonly key: string;
  readonly at: string;
  readonly signature: string;
}

function isSigned(text: string, { key, at, signature }: Signed): void {
  const off = Math.abs(Date.now() - Date.parse(at)) / 1000;
  const signer = keyLineIn(key) === key ? signerOf(text, signature) : undefined;
  const isGood = off <= CLOCK_SKEW_SECONDS && signer !== undefined && keyLineOf(signer) === key;
  if (!isGood) throw new Refused("unauthenticated");
}

async function useOnce(tx: Tx, { key, nonce }: { readonly key: string; readonly nonce: string }): Promise<void> {
  if (!(await isFirstUse(tx, `${key} ${nonce}`, 2 * CLOCK_SKEW_SECONDS))) throw new Refused("unauthenticated");
}
