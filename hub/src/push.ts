// A push (HUB-4, HUB-5): all or nothing, in one transaction that holds the store's counter row from when it is known that whoever asks may
// write there. The order is: was it answered before, does it still fit, may it be, write, and the audit's line last.
import { createHash } from "node:crypto";
import type { Anchor } from "../../src/attest/circle.ts";
import { MARKER_PATH } from "../../src/store/export-document.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { type Conflict, type Finding, LIMITS, type Push, type PushChange, type Pushed } from "../protocol.ts";
import { record } from "./audit.ts";
import { beginFindings, beginnerFindings } from "./begin.ts";
import { boundFindings, bringsTexts, tooMuchAround } from "./bounds.ts";
import type { Tx } from "./database.ts";
import { memoryIn, policyIn, statementAt } from "./judge.ts";
import type { Judgement } from "./judged.ts";
import { membersAmong } from "./lines.ts";
import { adminsOf } from "./members.ts";
import { Refused } from "./problems.ts";
import { erasedAmong, headAfter, remember, stateAround, type There, type Wanted, write } from "./push-state.ts";
import { type Caller, isMember, reaches, roleIn } from "./roles.ts";
import { headOf, lockStore, type Store } from "./stores.ts";
import { firstKeysOf } from "./tenants.ts";
import { callerOf } from "./tokens.ts";

export interface PushCall {
  /** As it was before the store was locked. */
  readonly caller: Caller;
  /** By which it is looked up again: to come in takes a body its time, and a lock too, and a role may end meanwhile. */
  readonly authorization: string | undefined;
  readonly store: string;
  readonly key: string;
  readonly body: Push;
  /** Rejects where the push may not wait for its judge: then it is rolled back. */
  readonly judge: (asked: Judgement) => Promise<readonly Finding[]>;
}

/** `seen`: the store as it stood before it was locked. */
export async function push(tx: Tx, asked: PushCall, seen: Store | undefined): Promise<Pushed> {
  mayPush(asked.caller, asked.store);
  const wanted = asked.body.changes.map(wantedOf);
  if (new Set(wanted.map(({ path }) => path)).size !== wanted.length)
    throw new Refused("bad-request", "A path stands twice in one push.");
  const digest = createHash("sha256").update(JSON.stringify(asked.body)).digest();
  const hasPolicy = wanted.some(({ path, bytes }) => policyIn(path, bytes) !== undefined);
  const paths = wanted.map(({ path }) => path);
  if (seen === undefined) refuse(beginnerFindings(asked.store, roleIn(asked.caller, asked.store)));
  const { id } = seen ?? (await lockStore(tx, asked.store));
  // Behind the lock: each statement sees what was committed before it began.
  const [store, caller, roots, before, around, erased, admins, members] = await Promise.all([
    lockStore(tx, asked.store),
    callerOf(tx, asked.authorization),
    rootsOf(tx, asked.caller, asked.store),
    answered(tx, id, asked.key, digest),
    stateAround(tx, id, wanted, { texts: bringsTexts(asked.store, wanted) }),
    erasedAmong(tx, id, wanted),
    hasPolicy ? adminsOf(tx, asked.store) : [],
    isMember(asked.caller) ? new Set<string>() : membersAmong(tx, paths),
  ]);
  mayPush(caller, asked.store);
  const call = { ...asked, caller };
  if (before !== undefined) return before;
  const { files: there } = around;
  const changes = wanted.filter(({ path, hash }) => (there.get(path)?.hash ?? null) !== hash);
  conflicts(changes, there);
  refuse(tooMuchAround(around));
  const standing = [...there.values()].flatMap(({ path, bytes }): [string, Uint8Array][] =>
    bytes === null ? [] : [[path, bytes]],
  );
  const role = roleIn(caller, call.store) ?? "reader";
  if ((there.get(MARKER_PATH)?.hash ?? null) === null) {
    const marker = wanted.find(({ path }) => path === MARKER_PATH)?.bytes;
    refuse(await beginFindings(tx, { store: call.store, role, marker }));
  }
  const isReviewer = reaches(role, "reviewer");
  const judgement = {
    ...{ store: call.store, caller, role, roots, admins, members },
    before: new Map(standing),
    changes: changes.map(({ path, bytes }) => [path, bytes] as const),
  };
  const findings = await call.judge(judgement);
  refuse([...findings, ...erased, ...boundFindings({ store, around, changes, isReviewer })]);
  const after = headAfter(store, changes, there);
  const { head, grown } = after;
  const about = { store: call.store, from: store.seq + 1, to: head.seq, ...concerned(call.store, changes) };
  await Promise.all([
    write(tx, store, { changes, there, ...after }),
    remember(tx, store, { key: call.key, digest, head }),
    changes.length === 0 ? undefined : record(tx, call.caller, { action: "push", about, grown }),
  ]);
  return head;
}

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new Refused("refused", undefined, { findings });
}

export function mayPush(caller: Caller | undefined, store: string): Caller {
  const role = caller && roleIn(caller, store);
  if (caller === undefined || role === undefined) throw new Refused("not-found");
  if (!reaches(role, "contributor")) throw new Refused("not-allowed");
  return caller;
}

/** Whom a push is about and what it confirms, by ids, so that an auditor can ask (HUB-11). Of a person's own store that is nobody's to know. */
function concerned(store: string, changes: readonly Wanted[]): Readonly<Record<string, readonly string[]>> {
  if (store.startsWith("personal/")) return {};
  const memories = [...new Set(changes.flatMap(({ about }) => about ?? []))].toSorted();
  const confirmed = changes.flatMap(({ path, bytes }) => {
    const said = bytes && statementAt(path, bytes);
    return said?.vouches == null ? [] : [`${said.id} ${said.dot.device}.${said.dot.n}`];
  });
  return { ...(memories.length > 0 && { memories }), ...(confirmed.length > 0 && { confirmed }) };
}

/** What was refused for what it says is for admins to see (HUB-11): kinds of findings, no words and no paths. */
export async function recordRefused(tx: Tx, { caller, store }: PushCall, { more }: Refused): Promise<void> {
  const kinds = [...new Set(more.findings?.map(({ kind }) => kind))].toSorted();
  await record(tx, caller, { action: "push-refused", about: { store, kinds } });
}

function wantedOf(change: PushChange): Wanted {
  const { path, replaces } = change;
  if ("bytes" in change === "gone" in change) throw new Refused("bad-request", "A change has bytes, or it is gone.");
  if (!("bytes" in change)) return { path, replaces, bytes: undefined, hash: null, about: memoryIn(path, undefined) };
  const bytes = Buffer.from(change.bytes, "base64");
  if (bytes.toString("base64") !== change.bytes) throw new Refused("bad-request", "Bytes are base64, padded.");
  if (bytes.length > LIMITS.fileBytes) throw new Refused("too-large", `A file has at most ${LIMITS.fileBytes} bytes.`);
  return { path, replaces, bytes, hash: sha256Hex(bytes), about: memoryIn(path, bytes) };
}

async function answered(tx: Tx, store: number, key: string, digest: Buffer): Promise<Pushed | undefined> {
  const [found] = await tx.rows<{ seq: number; chain: Buffer; body: Buffer }>(
    `SELECT seq, chain, body_hash AS body FROM pushes
     WHERE tenant_id = $1 AND store_id = $2 AND key = $3`,
    [tx.tenant, store, key],
  );
  if (found === undefined) return undefined;
  if (!found.body.equals(digest)) throw new Refused("key-reused");
  return { ...headOf(found), replayed: true };
}

function conflicts(wanted: readonly Wanted[], there: ReadonlyMap<string, There>): void {
  const others = wanted.filter(({ path, replaces }) => (there.get(path)?.hash ?? null) !== replaces);
  if (others.length === 0) return;
  let size = 0;
  const found = others.map(({ path }): Conflict => {
    const { hash = null, bytes = null } = there.get(path) ?? {};
    if (hash === null) return { path, gone: true };
    size += bytes?.length ?? 0;
    return bytes === null || size > LIMITS.bytesInConflicts
      ? { path, hash }
      : { path, hash, bytes: bytes.toString("base64") };
  });
  throw new Refused("conflict", undefined, { conflicts: found });
}

/** Whose word counts besides what the store says: in a personal one its owner's devices, in what is the organisation's its first keys. */
async function rootsOf(tx: Tx, caller: Caller, store: string): Promise<readonly Anchor[]> {
  if (store.startsWith("project/")) return [];
  if (store.startsWith("personal/"))
    return tx.rows<Anchor>(
      `SELECT device, key FROM devices WHERE tenant_id = $1 AND member_id = $2 AND ended_at IS NULL`,
      [tx.tenant, caller.id],
    );
  return firstKeysOf(tx);
}
