// Where in the hub's database a word stands: erased is what stands nowhere.
import type { Postgres } from "../../hub/test/postgres.ts";
import { HUB_DATABASE } from "./case.ts";

/** Tables in which a word stands, in the clear or as bytes. */
export async function holding(
  { query }: Pick<Postgres, "query">,
  word: string,
  database: string = HUB_DATABASE,
): Promise<readonly string[]> {
  const tables = await query<{ name: string }>(
    database,
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const hex = Buffer.from(word).toString("hex");
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await query<{ n: number }>(
        database,
        `SELECT count(*)::int AS n FROM ${name} AS each WHERE position('${word}' IN each::text) > 0 OR position('${hex}' IN each::text) > 0`,
      );
      return row?.n === 0 ? [] : [name];
    }),
  );
  return found.flat();
}
