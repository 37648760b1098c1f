// The same statements without a hub: as a program of one's own would ask them, one after another and each prepared.
import { hash } from "node:crypto";
import pg from "pg";
import { poolConfig } from "../src/database.ts";
import type { Recorded } from "./recorded.ts";

export interface Bare {
  ask(recorded: Recorded): Promise<void>;
  end(): Promise<void>;
}

export async function openBare(url: string): Promise<Bare> {
  const client = new pg.Client({ ...poolConfig(url), pipeline: false });
  await client.connect();
  return {
    ask: async ({ opening, statements }) => {
      await client.query(opening);
      for (const { sql, values } of statements)
        await client.query({ name: hash("sha256", sql).slice(0, 32), text: sql, values: [...values] });
      await client.query("COMMIT");
    },
    end: () => client.end(),
  };
}
