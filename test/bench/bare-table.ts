// What the bare engine needs for the same memories: one FTS5 table on disk, three columns, porter stems; one transaction
// for all, then one for each changed memory. It looks at no file, knows no project and no date, and checks nothing.
import { DatabaseSync } from "node:sqlite";
import { wordsOf } from "./generate.ts";
import { quantile } from "./quality.ts";

const BATCH = 1000;

export interface BareTable {
  readonly buildProcessorMs: number;
  readonly updateMs: number;
}

export function bareTable(file: string, size: number, updates: number): BareTable {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  database.exec('CREATE VIRTUAL TABLE m USING fts5(name, tags, body, tokenize="porter unicode61")');
  const insert = database.prepare("INSERT INTO m(rowid, name, tags, body) VALUES (?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM m WHERE rowid = ?");
  let build = 0;
  database.exec("BEGIN");
  for (let from = 0; from < size; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - from) }, (_, at) => rowOf(from + at));
    const { user, system } = busyIn(() => {
      for (const row of rows) insert.run(...row);
      if (from + BATCH >= size) database.exec("COMMIT");
    });
    build += (user + system) / 1000;
  }
  const times = Array.from({ length: updates }, (_, round) => {
    const row = rowOf((round * 7919) % size, ` changed${round}`);
    const start = performance.now();
    database.exec("BEGIN");
    remove.run(row[0]);
    insert.run(...row);
    database.exec("COMMIT");
    return performance.now() - start;
  });
  database.close();
  return { buildProcessorMs: build, updateMs: quantile(times, 0.5) };
}

/** Made outside of what is timed. */
function rowOf(n: number, more = ""): [id: number, name: string, tags: string, body: string] {
  const words = wordsOf(n);
  const part = (from: number, to?: number): string => words.slice(from, to).join(" ");
  return [n + 1, part(0, 5), part(15, 18), `${part(5, 15)}\n${part(18)}${more}`];
}

function busyIn(act: () => void): NodeJS.CpuUsage {
  const before = process.cpuUsage();
  act();
  return process.cpuUsage(before);
}
