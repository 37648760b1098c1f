// A hub's database with as many memories of as many tenants as one likes, as if they had been pushed (HUB-3, HUB-6): each tenant with one
// store, its marker first, texts that pass the checks, and a chain that `verify` follows. Tenants took turns, so that what one of
// them has lies among what the others have. The same size and seed give the same rows, but for keys of receipts.
import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from "node:crypto";
import { sshKeyLine } from "../../src/store/io/sshsig.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { chanceFrom, fileAt, idAt, memoryText, wordsOf } from "../../test/bench/generate.ts";
import { EMPTY_HEAD, type Head, leafOf, linkOf } from "../protocol.ts";
import { type Ask, asOwner, migrate } from "../src/migrate.ts";
import { copyInto, inBulk } from "./bulk.ts";
import { deviceOf } from "./client.ts";
import { sizesOf } from "./sizes.ts";

export interface Size {
  readonly memories: number;
  readonly tenants: number;
  readonly seed?: number;
}

export interface MadeTenant {
  readonly name: string;
  readonly store: string;
  /** Of its admin's device; it counts for a month. */
  readonly token: string;
  readonly memories: number;
  /** The number of its first one. */
  readonly first: number;
  readonly head: Head;
  /** Where somebody stands who lacks the last NEWS changes. */
  readonly earlier: Head;
}

export interface Made {
  readonly tenants: readonly MadeTenant[];
  /** Of every tenant's one device, for whoever wants a session. */
  readonly key: KeyObject;
}

export const NEWS = 10;
/** So many turns of all tenants. */
const TURNS = 50;
const STORE = 1;
const MEMBER = "0".repeat(26);
/** Of tenants, in one statement. */
const AT_ONCE = 5000;

/** Any database of this schema's newest version. */
export async function generate(url: string, { memories, tenants, seed = 1 }: Size): Promise<Made> {
  await migrate(url);
  const sizes = sizesOf(memories, tenants, chanceFrom(seed));
  const key = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${sha256Hex(`${seed}`)}`, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const made = await inBulk(url, ["blobs", "files", "links"], async () => {
    const filled = await fill(url, { sizes, seed });
    await asOwner(url, (ask) => foundAll(ask, filled, key));
    return filled;
  });
  return { tenants: made, key };
}

interface Growing {
  readonly name: string;
  readonly id: string;
  readonly size: number;
  readonly first: number;
  seq: number;
  chain: string;
  earlier: Head;
}

async function fill(
  url: string,
  { sizes, seed }: { sizes: readonly number[]; seed: number },
): Promise<readonly MadeTenant[]> {
  const blobs = copyInto(url, "blobs", ["tenant_id", "hash", "bytes"]);
  const files = copyInto(url, "files", ["tenant_id", "store_id", "path", "seq", "hash", "memory_id"], [1]);
  const links = copyInto(url, "links", ["tenant_id", "store_id", "seq", "leaf", "link"], [1]);
  const add = async (tenant: Growing, path: string, text: string, about: string | null): Promise<void> => {
    const digest = sha256Hex(text);
    const seq = ++tenant.seq;
    const leaf = leafOf(seq, path, digest);
    tenant.chain = linkOf(tenant.chain, leaf);
    if (seq === tenant.size + 1 - NEWS) tenant.earlier = { seq, chain: tenant.chain };
    const { name } = tenant;
    const hashed = Buffer.from(digest, "hex");
    const waits = [
      blobs.add([name, hashed, Buffer.from(text)]),
      files.add([name, STORE, path, seq, hashed, about]),
      links.add([name, STORE, seq, Buffer.from(leaf, "hex"), Buffer.from(tenant.chain, "hex")]),
    ];
    for (const wait of waits) if (wait !== undefined) await wait;
  };
  let first = 0;
  const growing = sizes.map((size, at): Growing => {
    const tenant = { name: `t${seed}-${at}`, id: idAt(at), size, first, ...EMPTY_HEAD, earlier: EMPTY_HEAD };
    first += size;
    return tenant;
  });
  for (const tenant of growing) await add(tenant, "holdfast.json", markerOf(tenant.id), null);
  for (let turn = 0; turn < TURNS; turn++)
    for (const tenant of growing) {
      const [from, to] = [turn, turn + 1].map((n) => Math.floor((tenant.size * n) / TURNS)) as [number, number];
      for (let n = tenant.first + from; n < tenant.first + to; n++) await add(tenant, pathOf(n), textOf(n), idAt(n));
    }
  await Promise.all([blobs.end(), files.end(), links.end()]);
  return growing.map(({ name, id, size, first: from, seq, chain, earlier }, at) => ({
    name,
    store: storeOf(at, id),
    token: tokenOf(name),
    memories: size,
    first: from,
    head: { seq, chain },
    earlier,
  }));
}

/** One in four is an organisation's own, the others are projects'. */
function storeOf(at: number, id: string): string {
  return at % 4 === 0 ? "org" : `project/${id}`;
}

function markerOf(id: string): string {
  return `${JSON.stringify({ format: 1, "store-id": id })}\n`;
}

function tokenOf(tenant: string): string {
  return `hfs_${hash("sha256", tenant, "base64url")}`;
}

export function pathOf(n: number): string {
  return `memories/${fileAt(n)}`;
}

const PROJECTS = 1000;
/** Second paragraphs, of which a memory has a part: 600 to 1,100 bytes in all. */
const MORE: readonly string[] = Array.from({ length: 512 }, (_, n) => wordsOf(-1 - n).join(" "));

export function textOf(n: number): string {
  const more = MORE[n % MORE.length] ?? "";
  return `${memoryText(n, PROJECTS)}\n${more.slice(0, more.lastIndexOf(" ", (n * 97) % more.length))}\n`;
}

async function foundAll(ask: Ask, made: readonly MadeTenant[], key: KeyObject): Promise<void> {
  const first = [{ device: deviceOf(key), key: sshKeyLine(key) }];
  const receipt = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
  for (let at = 0; at < made.length; at += AT_ONCE) {
    const some = made.slice(at, at + AT_ONCE);
    const names = some.map(({ name }) => name);
    const each = "FROM unnest($1::text[]) AS tenant";
    await ask(`INSERT INTO tenants (tenant_id, name, receipt_key, first_keys) SELECT tenant, tenant, $2, $3 ${each}`, [
      names,
      receipt,
      JSON.stringify(first),
    ]);
    await ask(`INSERT INTO audit_heads (tenant_id, chain) SELECT tenant, ''::bytea ${each}`, [names]);
    await ask(`INSERT INTO members (tenant_id, member_id, name) SELECT tenant, $2, 'Ann' ${each}`, [names, MEMBER]);
    await ask(`INSERT INTO grants (tenant_id, member_id, store, role) SELECT tenant, $2, '*', 'admin' ${each}`, [
      names,
      MEMBER,
    ]);
    await ask(
      `INSERT INTO devices (tenant_id, device, key, member_id, name)
       SELECT tenant, first->>'device', first->>'key', $2, '' FROM unnest($1::text[]) AS tenant, jsonb_array_elements($3::jsonb) AS first`,
      [names, MEMBER, JSON.stringify(first)],
    );
    await ask(
      `INSERT INTO tokens (tenant_id, hash, kind, member_id, device, ends_at)
       SELECT tenant, hash, 'device', $3, $4, now() + interval '30 days' FROM unnest($1::text[], $2::bytea[]) AS new (tenant, hash)`,
      [names, some.map(({ token }) => hash("sha256", token, "buffer")), MEMBER, deviceOf(key)],
    );
    await ask(
      `INSERT INTO stores (tenant_id, store_id, name, seq, chain)
       SELECT tenant, ${STORE}, store, seq, decode(chain, 'hex') FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
         AS new (tenant, store, seq, chain)`,
      [names, some.map(({ store }) => store), some.map(({ head }) => head.seq), some.map(({ head }) => head.chain)],
    );
  }
}

/** A tenant as often as it has memories: who has many, asks and writes as much more. */
export function samplerOf({ tenants }: Pick<Made, "tenants">, next: () => number): () => MadeTenant {
  const memories = (tenants.at(-1)?.first ?? 0) + (tenants.at(-1)?.memories ?? 0);
  return () => {
    const wanted = Math.floor(next() * memories);
    let [low, high] = [0, tenants.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((tenants[middle]?.first ?? 0) <= wanted) low = middle;
      else high = middle - 1;
    }
    return tenants[low] as MadeTenant;
  };
}
