// What became of what somebody brought (HUB-11): of each memory that lines of the audit name, who confirmed it later, and how a machine
// reads it now that counts whom the store names. So it is known what of a lost device is trusted still, and on whose word.
import type { EffectiveTier } from "../../src/trust/tiers.ts";
import { type Asked, isAsked, listed, signed } from "./asked.ts";
import type { AuditRow } from "./audit.ts";
import type { Tx } from "./database.ts";
import { memoriesIn } from "./judge.ts";
import { stateAround } from "./push-state.ts";
import { storeNamed } from "./stores.ts";
import { firstKeysOf } from "./tenants.ts";

interface Confirmed {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly statement: string;
}

export interface Outcome {
  readonly store: string;
  readonly memory: string;
  readonly now: EffectiveTier | "gone" | "erased";
  /** Of a verified one: the devices on whose word. */
  readonly vouchedBy: readonly string[];
  readonly confirmed: readonly Confirmed[];
}

type Brought = ReadonlyMap<string, ReadonlyMap<string, readonly Confirmed[]>>;

/** Told each line in order: what is kept is of what was asked for alone. */
export function outcomes(asked: Asked): { tell(row: AuditRow): void; readonly brought: Brought } {
  const brought = new Map<string, Map<string, Confirmed[]>>();
  return {
    brought,
    tell: (row) => {
      const store = row.about["store"];
      if (row.action !== "push" || typeof store !== "string") return;
      const known = brought.get(store) ?? new Map<string, Confirmed[]>();
      if (isAsked(row, asked)) {
        for (const memory of memoriesOf(row, asked)) if (!known.has(memory)) known.set(memory, []);
        if (known.size > 0) brought.set(store, known);
      }
      const { n, at, by } = row;
      for (const { memory, statement } of signed(row)) known.get(memory)?.push({ n, at, by, statement });
    },
  };
}

/** Of a push that somebody else made, what the device had signed. */
function memoriesOf(row: AuditRow, { device }: Asked): readonly string[] {
  if (device === undefined || row.device === device) return listed(row, "memories");
  return signed(row)
    .filter((each) => each.device === device)
    .map(({ memory }) => memory);
}

export const AT_ONCE = 200;

export async function outcomesNow(
  tx: Tx,
  name: string,
  known: readonly (readonly [string, readonly Confirmed[]])[],
): Promise<readonly Outcome[]> {
  const store = await storeNamed(tx, name);
  if (store === undefined) return [];
  const ids = known.map(([memory]) => memory);
  const wanted = ids.map((about) => ({ path: "", replaces: null, bytes: undefined, hash: null, about }));
  const { files: there, isWhole } = await stateAround(tx, store.id, wanted, {
    texts: true,
    ...(known.length === 1 && { most: Number.MAX_SAFE_INTEGER }),
  });
  if (!isWhole) {
    const half = known.length >> 1;
    return [
      ...(await outcomesNow(tx, name, known.slice(0, half))),
      ...(await outcomesNow(tx, name, known.slice(half))),
    ];
  }
  const files = new Map([...there.values()].flatMap(({ path, bytes }) => (bytes === null ? [] : [[path, bytes]])));
  const memories = memoriesIn(files, name.startsWith("project/") ? [] : await firstKeysOf(tx));
  const read = new Map(memories.map((memory) => [String(memory.id), memory]));
  const erased = await erasedOf(tx, store.id, ids);
  return known.map(([memory, confirmed]) => {
    const found = read.get(memory);
    const now = found?.tier ?? (erased.has(memory) ? "erased" : "gone");
    return { store: name, memory, now, vouchedBy: found?.vouchedBy ?? [], confirmed };
  });
}

async function erasedOf(tx: Tx, store: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT memory_id AS id FROM erased WHERE tenant_id = $1 AND store_id = $2 AND memory_id = ANY($3)`,
    [tx.tenant, store, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
