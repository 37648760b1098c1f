// One tenant's rows made the same in another database (HUB-15). Which tables there are, the catalogue says, so that none is forgotten.
// Both sides tell digests of their rows by bucket; of buckets that differ, what is missing or other is brought and what is too much
// is taken away. The same pass copies, catches up, and proves at the end that nothing differs. Rows travel as the engine prints them.
import type { Ask } from "./migrate.ts";

export interface Table {
  /** Quoted where it has to be, as all names here. */
  readonly name: string;
  readonly key: readonly string[];
  readonly rest: readonly string[];
}

/** A connection as the owner, to which the tenant was named. */
export interface Side {
  readonly ask: Ask;
  readonly tenant: string;
}

const ROWS_AT_ONCE = 500;
/** Each up to a file's size, printed in twice of it. */
const BYTES_AT_ONCE = 40;
/** Named by what is in them: who has the name has the bytes, and verifying them is not this file's. */
const BY_NAME: ReadonlySet<string> = new Set(["blobs"]);

/** Whoever is referred to comes first. */
export async function tablesOf(ask: Ask): Promise<readonly Table[]> {
  const rows = await ask<Table & { readonly parents: readonly string[] }>(
    `SELECT c.oid::regclass::text AS name,
       (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY(i.indkey)) AS key,
       (SELECT coalesce(array_agg(quote_ident(attname) ORDER BY attnum), '{}') FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attnum <> ALL(i.indkey)) AS rest,
       ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f') AS parents
     FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN ('places', 'hub_migrations') ORDER BY 1`,
  );
  const sorted: Table[] = [];
  while (sorted.length < rows.length) {
    const there = new Set(sorted.map(({ name }) => name));
    const next = rows.filter(({ name, parents }) => !there.has(name) && parents.every((each) => there.has(each)));
    if (next.length === 0) throw new Error("the tables refer to each other in a circle");
    sorted.push(...next.map(({ name, key, rest }) => ({ name, key, rest })));
  }
  return sorted;
}

/** How many rows were other. `from` sees one moment, `to` is in a transaction. */
export async function makeSame(from: Side, to: Side, tables: readonly Table[]): Promise<number> {
  let changed = 0;
  const extra = new Map<Table, readonly string[]>();
  for (const [table, buckets] of await differing(from, to, tables)) {
    const [ours, theirs] = await Promise.all([digests(from, table, buckets), digests(to, table, buckets)]);
    const keys = new Set(ours.map(({ key }) => key));
    extra.set(
      table,
      theirs.flatMap(({ key }) => (keys.has(key) ? [] : [key])),
    );
    changed += await bring(from, to, table, [buckets, theirs.map(({ digest }) => digest)]);
  }
  for (const [table, gone] of [...extra].toReversed()) {
    changed += gone.length;
    if (gone.length === 0) continue;
    await to.ask(`DELETE FROM ${table.name} AS t WHERE tenant_id = $1 AND ${keyOf(table)} = ANY($2)`, [
      to.tenant,
      gone,
    ]);
  }
  return changed;
}

export async function areSame(from: Side, to: Side, tables: readonly Table[]): Promise<boolean> {
  return (await differing(from, to, tables)).size === 0;
}

/** All of the tenant's, children first, each turn a transaction of its own unless one is under way. */
export async function takeAway({ ask, tenant }: Side, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    let gone: readonly unknown[];
    do {
      gone = await ask(
        `DELETE FROM ${name} WHERE tenant_id = $1 AND ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE tenant_id = $1 LIMIT 5000))
         RETURNING 1`,
        [tenant],
      );
    } while (gone.length > 0);
  }
}

function keyOf({ key }: Table): string {
  return `ROW(${key.map((column) => `t.${column}`).join(", ")})::text`;
}

function digestOf(table: Table): string {
  const what = BY_NAME.has(table.name) ? keyOf(table) : "t::text";
  return `('x' || left(encode(sha256(convert_to(${what}, 'UTF8')), 'hex'), 16))::bit(64)::bigint`;
}

function bucketOf(table: Table): string {
  return `get_byte(sha256(convert_to(${keyOf(table)}, 'UTF8')), 0) * 4 + get_byte(sha256(convert_to(${keyOf(table)}, 'UTF8')), 1) % 4`;
}

type Sums = ReadonlyMap<string, ReadonlyMap<number, string>>;

async function differing(
  from: Side,
  to: Side,
  tables: readonly Table[],
): Promise<ReadonlyMap<Table, readonly number[]>> {
  const [ours, theirs] = await Promise.all([sums(from, tables), sums(to, tables)]);
  const found = new Map<Table, readonly number[]>();
  for (const table of tables) {
    const [our, their] = [ours.get(table.name), theirs.get(table.name)];
    const buckets = [...new Set([...(our?.keys() ?? []), ...(their?.keys() ?? [])])];
    const other = buckets.filter((bucket) => our?.get(bucket) !== their?.get(bucket));
    if (other.length > 0) found.set(table, other);
  }
  return found;
}

/** Of all tables in one question, for while it is answered in the last step somebody waits. */
async function sums({ ask, tenant }: Side, tables: readonly Table[]): Promise<Sums> {
  const each = tables.map(
    (table, at) =>
      `SELECT ${at} AS at, ${bucketOf(table)} AS bucket, ${digestOf(table)} AS digest FROM ${table.name} AS t WHERE tenant_id = $1`,
  );
  const rows = await ask<{ at: number; bucket: number; sum: string }>(
    `SELECT at, bucket, count(*) || ' ' || bit_xor(digest) AS sum FROM (${each.join(" UNION ALL ")}) AS each GROUP BY at, bucket`,
    [tenant],
  );
  const found = new Map<string, Map<number, string>>(tables.map(({ name }) => [name, new Map()]));
  for (const { at, bucket, sum } of rows) found.get(tables[at]?.name ?? "")?.set(bucket, sum);
  return found;
}

type Digested = { readonly key: string; readonly digest: string };

function digests({ ask, tenant }: Side, table: Table, buckets: readonly number[]): Promise<readonly Digested[]> {
  return ask<Digested>(
    `SELECT ${keyOf(table)} AS key, (${digestOf(table)})::text AS digest FROM ${table.name} AS t
     WHERE tenant_id = $1 AND ${bucketOf(table)} = ANY($2)`,
    [tenant, buckets],
  );
}

async function bring(
  from: Side,
  to: Side,
  table: Table,
  [buckets, known]: readonly [readonly number[], readonly string[]],
): Promise<number> {
  await from.ask(
    `DECLARE brought NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${table.name} AS t
     WHERE tenant_id = $1 AND ${bucketOf(table)} = ANY($2) AND (${digestOf(table)}) <> ALL($3::bigint[])`,
    [from.tenant, buckets, known],
  );
  let brought = 0;
  for (;;) {
    const rows = await from.ask<{ row: string }>(
      `FETCH ${BY_NAME.has(table.name) ? BYTES_AT_ONCE : ROWS_AT_ONCE} FROM brought`,
    );
    if (rows.length === 0) break;
    brought += rows.length;
    const texts = rows.map(({ row }) => row);
    await to.ask(
      `INSERT INTO ${table.name} SELECT (made.row).* FROM (SELECT text::${table.name} AS row FROM unnest($2::text[]) AS text OFFSET 0) AS made
       WHERE (made.row).tenant_id = $1 ${instead(table)}`,
      [to.tenant, texts],
    );
  }
  await from.ask("CLOSE brought");
  return brought;
}

function instead({ key, rest }: Table): string {
  if (rest.length === 0) return "ON CONFLICT DO NOTHING";
  return `ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`;
}
