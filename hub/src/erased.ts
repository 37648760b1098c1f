// What is asked to be erased and is not there (HUB-11): an id that was never in that store is a typing error, for which there is no receipt
// and no link in its chain; of one that was erased before there is the receipt of then.
import type { Tx } from "./database.ts";
import { Refused } from "./problems.ts";
import type { Store } from "./stores.ts";

export interface Receipt {
  /** What is signed: one canonical line. */
  readonly text: string;
  readonly signature: string;
  /** It was erased before, at that time; this is the receipt of then. */
  readonly already?: string;
}

interface Wanted {
  /** Of the store. */
  readonly name: string;
  readonly memory: string;
}

interface Traces {
  /** Bytes of it, in a file or kept by a hold. */
  readonly hasBytes: boolean;
  /** A path that is about it. */
  readonly hasPath: boolean;
  readonly erased: Date | null;
}

/** Undefined: there is something to erase. */
export async function erasedBefore(tx: Tx, { id }: Store, wanted: Wanted): Promise<Receipt | undefined> {
  const [found] = await tx.rows<Traces>(
    `SELECT EXISTS (SELECT FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3 AND hash IS NOT NULL)
         OR EXISTS (SELECT FROM kept WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3) AS "hasBytes",
       EXISTS (SELECT FROM files WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3) AS "hasPath",
       (SELECT at FROM erased WHERE tenant_id = $1 AND store_id = $2 AND memory_id = $3) AS erased`,
    [tx.tenant, id, wanted.memory],
  );
  if (found === undefined || found.hasBytes) return undefined;
  if (found.erased !== null) return receiptOfThen(tx, wanted, found.erased);
  // Another took its path: then only the audit names it.
  if (found.hasPath || (await mayHaveBeen(tx, wanted))) return undefined;
  throw new Refused(
    "not-found",
    `The store ${wanted.name} has no memory ${wanted.memory}, and never had one. Nothing was erased.`,
    {},
    `holdfast-hub audit ${tx.tenant} --memory ${wanted.memory}, which says in which store it is`,
  );
}

/** A push to a member's own store names no memories, and lines that went because they were old name none any more. */
async function mayHaveBeen(tx: Tx, { name, memory }: Wanted): Promise<boolean> {
  if (name.startsWith("personal/")) return true;
  const [first] = await tx.rows<{ n: number }>(`SELECT n FROM audit WHERE tenant_id = $1 ORDER BY n LIMIT 1`, [
    tx.tenant,
  ]);
  return first?.n !== 1 || (await lineOf(tx, "push", { name, memory })) !== undefined;
}

async function receiptOfThen(tx: Tx, wanted: Wanted, at: Date): Promise<Receipt> {
  const line = await lineOf(tx, "memory-erased", wanted);
  const already = at.toISOString();
  if (line === undefined)
    throw new Refused(
      "not-found",
      `The memory ${wanted.memory} of ${wanted.name} was erased already, at ${already}. Its receipt went with the lines of the audit that are older than the tenant keeps.`,
    );
  const { receipt, signature } = (JSON.parse(line) as { readonly about: Readonly<Record<string, string>> }).about;
  return { text: receipt ?? "", signature: signature ?? "", already };
}

/** The last one; a line is JSON as audit.ts writes it. */
async function lineOf(tx: Tx, action: string, { name, memory }: Wanted): Promise<string | undefined> {
  const [found] = await tx.rows<{ line: string }>(
    `SELECT line FROM audit WHERE tenant_id = $1 AND strpos(line, $2) > 0 AND strpos(line, $3) > 0 AND strpos(line, $4) > 0
     ORDER BY n DESC LIMIT 1`,
    [tx.tenant, `"action":"${action}"`, `"store":"${name}"`, `"${memory}"`],
  );
  return found?.line;
}
