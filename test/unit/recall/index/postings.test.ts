// SEA-7: the postings of a store that changes, against a count by hand and against FTS5.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../../../src/recall/io/index/database.ts";
import { type IndexEntry, UNREADABLE } from "../../../../src/recall/io/index/entry.ts";
import { ensureSchema } from "../../../../src/recall/io/index/meta.ts";
import { candidatesFrom, factsFrom } from "../../../../src/recall/io/index/query.ts";
import { isPassing } from "../../../../src/recall/io/index/sqlite.ts";
import { Impacts, TermNumbers } from "../../../../src/recall/io/index/term-numbers.ts";
import { Update } from "../../../../src/recall/io/index/update.ts";
import { analyse } from "../../../../src/text/terms.ts";
import { HERE } from "./box.ts";

const WORDS = ["amber", "basalt", "coral", "dolomit", "emerald", "flint", "garnet"];

let base: string;
let database: DatabaseSync;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-postings-`));
  database = openDatabase({ cacheDir: base, storeKey: "key", version: "test", waitMs: 100 });
  ensureSchema(database, "test");
});
afterEach(() => {
  database.close();
  rmSync(base, { recursive: true });
});

function entry(file: string, body: string, more: Partial<IndexEntry> = {}): IndexEntry {
  return {
    ...UNREADABLE,
    place: "memories",
    file,
    served: true,
    ...more,
    streams: { ...UNREADABLE.streams, body: analyse(body) },
  };
}

function changing(act: (update: Update) => void): void {
  database.exec("BEGIN IMMEDIATE");
  const update = new Update(database);
  act(update);
  update.finish();
  database.exec("COMMIT");
}

function chanceFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Both ways of choosing, with room for everything. */
function found(terms: readonly string[], filter = HERE): readonly (readonly string[])[] {
  return [0, Number.POSITIVE_INFINITY].map((rows) =>
    candidatesFrom(database, terms, filter, { limit: 100_000, rows })
      .map(({ file }) => file)
      .toSorted(),
  );
}

describe("postings", () => {
  test("SEA-7: after any changes both ways find the same memories, and every count is right", () => {
    const chance = chanceFrom(3);
    const live = new Map<number, { file: string; words: ReadonlySet<string>; project: string }>();
    let made = 0;
    for (let round = 0; round < 40; round++) {
      changing((update) => {
        for (let step = 0; step < 6; step++) {
          const some = [...live.keys()];
          const old = some[chance(Math.max(1, some.length))];
          if (old !== undefined && chance(3) === 0) {
            update.remove(old);
            live.delete(old);
            continue;
          }
          const words = WORDS.filter(() => chance(3) === 0);
          const file = `user_m${made++}.md`;
          const project = chance(4) === 0 ? "p" : "";
          const id = update.add(entry(file, words.join(" "), { project }));
          live.set(id, { file, words: new Set(words), project });
          if (chance(8) === 0) {
            update.remove(id);
            live.delete(id);
          }
        }
      });
      for (const filter of [HERE, { ...HERE, project: "p" }]) {
        const seen = [...live.values()].filter(({ project }) => project === "" || project === filter.project);
        const facts = factsFrom(database, WORDS, filter);
        expect(facts.documents).toBe(seen.length);
        for (const word of WORDS) {
          expect(facts.frequency.get(word) ?? 0).toBe(seen.filter(({ words }) => words.has(word)).length);
        }
        const asked = WORDS.slice(0, 2);
        const expected = seen.filter(({ words }) => asked.some((word) => words.has(word))).map(({ file }) => file);
        expect(found(asked, filter)).toEqual([expected.toSorted(), expected.toSorted()]);
      }
    }
  });

  test("SEA-7: numbers beyond one block are found, counted and removed", () => {
    const ids: number[] = [];
    changing((update) => {
      for (let n = 0; n < 16_500; n++) {
        ids.push(update.add(entry(`user_m${n}.md`, n % 8000 === 100 ? "amber" : "coral")));
      }
    });
    const all = ["user_m100.md", "user_m16100.md", "user_m8100.md"];
    expect(found(["amber"])).toEqual([all, all]);
    expect(factsFrom(database, ["amber", "coral"], HERE).frequency).toEqual(
      new Map([
        ["coral", 16_497],
        ["amber", 3],
      ]),
    );
    changing((update) => update.remove(ids[16_100] as number));
    expect(found(["amber"])[0]).toEqual(["user_m100.md", "user_m8100.md"]);
  });

  test("SEA-7: the rarer term and the fuller match come first, in a store of two as well", () => {
    changing((update) => {
      update.add(entry("user_both.md", "amber coral"));
      for (let n = 0; n < 20; n++) update.add(entry(`user_coral${n}.md`, "coral flint"));
      update.add(entry("user_amber.md", "amber flint"));
    });
    const files = candidatesFrom(database, ["amber", "coral"], HERE, { limit: 3, rows: 0 }).map(({ file }) => file);
    expect(files).toEqual(["user_both.md", "user_amber.md", "user_coral0.md"]);
  });

  test("SEA-3: a term says more in a name than in a body, and more often than once", () => {
    const body = `coral coral flint${" garnet".repeat(60)}`;
    const streams = { ...UNREADABLE.streams, name: analyse("amber"), body: analyse(body) };
    const terms = new TermNumbers();
    const impacts = new Map<string, number>();
    const texts = ["amber", "", "", "", body];
    new Impacts(terms).each(streams, texts, (term, impact) => impacts.set(terms.names[term] ?? "", impact));
    const [amber = 0, coral = 0, flint = 0] = ["amber", "coral", "flint"].map((term) => impacts.get(term));
    expect(amber).toBeGreaterThan(coral);
    expect(coral).toBeGreaterThan(flint);
    expect([...impacts.values()].every((impact) => impact >= 1 && impact <= 255)).toBe(true);
  });

  test("SEA-6: a full disk passes, and takes nothing with it", () => {
    changing((update) => update.add(entry("user_a.md", "amber")));
    database.exec("PRAGMA max_page_count = 1");
    let caught: unknown;
    try {
      changing((update) => {
        for (let n = 0; n < 500; n++) update.add(entry(`user_${n}.md`, `amber${n} `.repeat(50)));
      });
    } catch (error) {
      caught = error;
      if (database.isTransaction) database.exec("ROLLBACK");
    }
    expect(isPassing(caught)).toBe(true);
    expect(found(["amber"])).toEqual([["user_a.md"], ["user_a.md"]]);
  });
});
