// What clients were told against what lies in the database: every acknowledged push once, at the number and with the link that were
// answered, remembered under its key, with one line of the audit.
import { sha256Hex } from "../../src/text/digest.ts";
import type { Worker } from "../hub/load.ts";
import { lookAtLog } from "../hub/log.ts";
import { PROJECT } from "../hub/stores.ts";
import type { World } from "./outages.ts";

export interface Verdict {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  /** Answered otherwise than it was done, or answered by a leader that was none. */
  readonly false: number;
  /** What is wrong with the chains, a sentence each. */
  readonly wrong: readonly string[];
}

interface There {
  readonly path: string;
  readonly seq: number;
  readonly hash: string;
  readonly link: string;
  /** How many keys have its number as their answer. */
  readonly keys: readonly string[];
}

/** `before`: changes and pushes that were there when the load began. */
export async function verified(world: World, workers: readonly Worker[], before: number): Promise<Verdict> {
  const { cluster, load, told } = world;
  const { head, wrong } = await lookAtLog(cluster, "hub", load.tenant, PROJECT);
  const rows = await cluster.query<There>(
    "hub",
    `SELECT path, f.seq::int, encode(f.hash, 'hex') AS hash, encode(l.link, 'hex') AS link,
       (SELECT coalesce(json_agg(p.key), '[]') FROM pushes p
         WHERE p.tenant_id = f.tenant_id AND p.store_id = f.store_id AND p.seq = f.seq) AS keys
     FROM files f JOIN links l ON l.tenant_id = f.tenant_id AND l.store_id = f.store_id AND l.seq = f.seq
     WHERE f.tenant_id = '${load.tenant}' AND path LIKE 'memories/%'`,
  );
  const there = new Map(rows.map((row) => [row.path, row]));
  const [counts] = await cluster.query<{ links: number; keys: number; lines: number }>(
    "hub",
    `SELECT (SELECT count(*)::int FROM links WHERE tenant_id = '${load.tenant}') AS links,
       (SELECT count(*)::int FROM pushes WHERE tenant_id = '${load.tenant}') AS keys,
       (SELECT count(*)::int FROM audit WHERE tenant_id = '${load.tenant}' AND line::json->>'action' = 'push') AS lines`,
  );
  const strangers = await cluster.query<{ n: string }>("postgres", "SELECT n FROM strangers");
  let [lost, false_] = [0, 0];
  for (const [path, { key, seq, chain, text }] of load.done) {
    const found = there.get(path);
    if (found === undefined || found.hash !== sha256Hex(Buffer.from(text))) lost++;
    else if (found.seq !== seq || found.link !== chain || found.keys.join() !== key) false_++;
  }
  const kept = new Set(strangers.map(({ n }) => Number(n)));
  const unseen = workers.filter((worker) => worker.head.seq !== head.seq || worker.head.chain !== head.chain).length;
  const { links = 0, keys = 0, lines = 0 } = counts ?? {};
  const once = load.done.size + before;
  return {
    acknowledged: load.done.size,
    lost,
    duplicated: [links, keys, lines].reduce((most, each) => Math.max(most, each - once), 0),
    false: false_ + told.filter((n) => !kept.has(n)).length,
    wrong: [
      ...wrong,
      ...(unseen === 0 ? [] : [`${unseen} clients followed a chain that is not the hub's`]),
      ...(links === once && keys === once && lines === once
        ? []
        : [`${once} pushes are ${links} changes, ${keys} keys and ${lines} lines of the audit`]),
    ],
  };
}
