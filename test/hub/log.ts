// A store's log as it lies in the database, seen by the engine's superuser: gapless, each link made of the one before, and of what
// stands there now each file the change that its number names.
import { EMPTY_HEAD, type Head, leafOf, linkOf } from "../../hub/protocol.ts";
import type { Postgres } from "../../hub/test/postgres.ts";

interface Rows {
  readonly links: readonly { readonly seq: number; readonly leaf: string; readonly link: string }[];
  readonly files: readonly { readonly path: string; readonly seq: number; readonly hash: string | null }[];
}

export interface Looked {
  readonly head: Head;
  readonly wrong: readonly string[];
  /** How many changes each path had. */
  readonly files: number;
}

export async function lookAtLog(
  postgres: Pick<Postgres, "query">,
  database: string,
  tenant: string,
  store: string,
): Promise<Looked> {
  const of = `tenant_id = '${tenant}' AND store_id = (SELECT store_id FROM stores WHERE tenant_id = '${tenant}' AND name = '${store}')`;
  const hex = (column: string): string => `encode(${column}, 'hex') AS ${column}`;
  const [row] = await postgres.query<{ seq: string; chain: string }>(
    database,
    `SELECT seq, ${hex("chain")} FROM stores WHERE tenant_id = '${tenant}' AND name = '${store}'`,
  );
  if (row === undefined) return { head: EMPTY_HEAD, wrong: [], files: 0 };
  const head = { seq: Number(row.seq), chain: row.chain };
  const links = await postgres.query<Rows["links"][number]>(
    database,
    `SELECT seq::int, ${hex("leaf")}, ${hex("link")} FROM links WHERE ${of} ORDER BY seq`,
  );
  const files = await postgres.query<Rows["files"][number]>(
    database,
    `SELECT path, seq::int, ${hex("hash")} FROM files WHERE ${of}`,
  );
  return { head, wrong: wrongIn(head, { links, files }), files: files.length };
}

function wrongIn(head: Head, { links, files }: Rows): readonly string[] {
  const gaps = links.filter(({ seq }, at) => seq !== at + 1).map(({ seq }) => `the log has a gap before ${seq}`);
  const torn: string[] = [];
  let { chain } = EMPTY_HEAD;
  for (const { seq, leaf, link } of links) {
    chain = linkOf(chain, leaf);
    if (link !== chain) torn.push(`link ${seq} does not follow from the one before`);
  }
  if (links.length !== head.seq || chain !== head.chain) torn.push("the log does not lead to the store's head");
  const strange = files
    .filter(({ path, seq, hash }) => links[seq - 1]?.leaf !== leafOf(seq, path, hash))
    .map(({ path }) => `${path} is not what the log says`);
  return [...gaps, ...torn, ...strange];
}
