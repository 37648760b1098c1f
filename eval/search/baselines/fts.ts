// FTS5 as it comes, for the baselines: three columns, weighted 5, 3 and 1, one tokenizer, one way to build the query.
import { DatabaseSync } from "node:sqlite";
import type { Engine } from "../engine.ts";
import type { Doc } from "../read.ts";

export interface Plan {
  readonly name: string;
  readonly tokenize: string;
  /** Quoted terms, each already harmless; none: no answer. */
  terms(text: string): readonly string[];
  /** Rows in order of FTS5's score (smaller is better) to what is kept. */
  cut?(scores: readonly number[]): number;
}

interface Row {
  readonly rowid: number;
  readonly score: number;
}

export function ftsEngine(plan: Plan): Engine {
  return {
    name: plan.name,
    open: (docs) => {
      const db = new DatabaseSync(":memory:");
      db.exec(`CREATE VIRTUAL TABLE m USING fts5(title, tags, body, tokenize="${plan.tokenize}")`);
      db.exec("BEGIN");
      const insert = db.prepare("INSERT INTO m(rowid, title, tags, body) VALUES (?, ?, ?, ?)");
      docs.forEach((doc, at) => {
        insert.run(at + 1, doc.name, doc.tags.join(" "), textOf(doc));
      });
      db.exec("COMMIT");
      const select = db.prepare(
        "SELECT rowid, bm25(m, 5, 3, 1) AS score FROM m WHERE m MATCH ? ORDER BY score, rowid LIMIT ?",
      );
      return {
        search: (text, limit) => {
          const terms = plan.terms(text);
          if (terms.length === 0) return [];
          const rows = select.all(terms.join(" OR "), limit) as unknown as readonly Row[];
          const kept = plan.cut?.(rows.map(({ score }) => score)) ?? rows.length;
          return rows.slice(0, kept).flatMap(({ rowid }) => docs[rowid - 1]?.id ?? []);
        },
        close: () => db.close(),
      };
    },
  };
}

/** What a baseline without our fields sees as the text of a memory. */
export function textOf(doc: Doc): string {
  return doc.description === "" ? doc.body : `${doc.description}\n${doc.body}`;
}

export function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
