// A push (HUB-4, HUB-5): all or nothing, in one transaction that holds the store's counter row from its first statement. The order
// is: was it answered before, does it still fit, may it be, write, and the audit's line last.
import { createHash } from "node:crypto";
import type { Anchor } from "../../src/attest/circle.ts";
import type { CheckSettings } from "../../src/checks/settings.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Conflict, type Finding, LIMITS, type Push, type PushChange, type Pushed } from "../protocol.ts";
import { record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { findingsOf, memoryIn } from "./judge.ts";
import { Refused } from "./problems.ts";
import { erasedAmong, remember, stateAround, type There, type Wanted, write } from "./push-state.ts";
import { type Caller, reaches, roleFindings, roleIn } from "./roles.ts";
import { headOf, lockStore, type Store } from "./stores.ts";

export interface PushCall {
  readonly caller: Caller;
  readonly store: string;
  readonly key: string;
  readonly body: Push;
  readonly settings: Omit<CheckSettings, "allowances">;
}

interface Compared {
  readonly there: ReadonlyMap<string, There>;
  readonly changes: readonly Wanted[];
}

export async function push(tx: Tx, call: PushCall): Promise<Pushed> {
  const role = roleIn(call.caller, call.store);
  if (role === undefined) throw new Refused("not-found");
  if (!reaches(role, "contributor")) throw new Refused("not-allowed");
  const wanted = call.body.changes.map(wantedOf);
  if (new Set(wanted.map(({ path }) => path)).size !== wanted.length)
    throw new Refused("bad-request", "A path stands twice in one push.");
  const store = await lockStore(tx, call.store);
  const digest = createHash("sha256").update(JSON.stringify(call.body)).digest();
  const before = await answered(tx, store, call.key, digest);
  if (before !== undefined) return before;
  const there = await stateAround(tx, store.id, wanted);
  const changes = wanted.filter(({ path, hash }) => (there.get(path)?.hash ?? null) !== hash);
  conflicts(changes, there);
  const findings = [...(await judged(tx, call, { there, changes })), ...(await erasedAmong(tx, store, changes))];
  if (findings.length > 0) throw new Refused("refused", undefined, { findings });
  const head = await write(tx, store, changes, there);
  await remember(tx, store, { key: call.key, digest, head });
  if (changes.length > 0) {
    const about = { store: call.store, from: store.seq + 1, to: head.seq };
    await record(tx, call.caller, { action: "push", about });
  }
  return head;
}

function wantedOf(change: PushChange): Wanted {
  const { path, replaces } = change;
  if (!("bytes" in change)) return { path, replaces, bytes: undefined, hash: null, about: memoryIn(path, undefined) };
  const bytes = Buffer.from(change.bytes, "base64");
  if (bytes.toString("base64") !== change.bytes) throw new Refused("bad-request", "Bytes are base64, padded.");
  if (bytes.length > LIMITS.fileBytes) throw new Refused("too-large", `A file has at most ${LIMITS.fileBytes} bytes.`);
  return { path, replaces, bytes, hash: sha256Hex(bytes), about: memoryIn(path, bytes) };
}

async function answered(tx: Tx, store: Store, key: string, digest: Buffer): Promise<Pushed | undefined> {
  const [found] = await tx.rows<{ seq: number; chain: Buffer; body: Buffer }>(
    `SELECT seq, chain, body_hash AS body FROM pushes
     WHERE tenant_id = $1 AND store_id = $2 AND key = $3`,
    [tx.tenant, store.id, key],
  );
  if (found === undefined) return undefined;
  if (!found.body.equals(digest)) throw new Refused("key-reused");
  return { ...headOf(found), replayed: true };
}

function conflicts(wanted: readonly Wanted[], there: ReadonlyMap<string, There>): void {
  const others = wanted.filter(({ path, replaces }) => (there.get(path)?.hash ?? null) !== replaces);
  if (others.length === 0) return;
  const found = others.map(({ path }): Conflict => {
    const { hash = null, bytes = null } = there.get(path) ?? {};
    return hash === null || bytes === null ? { path, gone: true } : { path, hash, bytes: bytes.toString("base64") };
  });
  throw new Refused("conflict", undefined, { conflicts: found });
}

async function judged(tx: Tx, call: PushCall, { there, changes }: Compared): Promise<readonly Finding[]> {
  const role = roleIn(call.caller, call.store) ?? "reader";
  const before = new Map([...there.values()].flatMap(({ path, bytes }) => (bytes === null ? [] : [[path, bytes]])));
  const after = new Map<string, Uint8Array>(before);
  for (const { path, bytes } of changes) {
    if (bytes === undefined) after.delete(path);
    else after.set(path, bytes);
  }
  const changed = changes.map(({ path }) => path);
  const { store, settings, caller } = call;
  const roots = await rootsOf(tx, caller, store);
  return [
    ...findingsOf({ store, before, after, changed, roots, settings, mayFound: role === "admin" }),
    ...roleFindings({ caller, role, before, after, changed }),
  ];
}

/** Whose word counts besides what the store says: in a personal one its owner's devices, in what is the organisation's its first keys. */
async function rootsOf(tx: Tx, caller: Caller, store: string): Promise<readonly Anchor[]> {
  if (store.startsWith("project/")) return [];
  if (store.startsWith("personal/"))
    return tx.rows<Anchor>(
      `SELECT device, key FROM devices WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`,
      [tx.tenant, caller.id],
    );
  const [found] = await tx.rows<{ keys: readonly Anchor[] }>(
    `SELECT first_keys AS keys FROM tenants WHERE tenant_id = $1`,
    [tx.tenant],
  );
  return found?.keys ?? [];
}
