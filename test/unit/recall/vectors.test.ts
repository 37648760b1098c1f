// The table of term vectors (ARR-5a): what is read of it, and what a broken one gives.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { tableOf } from "../../../scripts/meaning/table.ts";
import { meaningAt } from "../../../src/recall/io/meaning/table.ts";
import { cosine, DIMENSIONS, hashOf, type Meaning, meaningIn } from "../../../src/recall/vectors.ts";
import { tokensOf } from "../../../src/text/terms.ts";

const FILE = new URL("../../../src/recall/io/meaning/meaning.bin", import.meta.url);
const NOTE = new URL("../../../docs/decisions/0042-meaning-table.md", import.meta.url);
const BYTES = readFileSync(FILE);

/** One row points along one axis, with a little of the next. */
const row = (axis: number, size = 1): number[] =>
  Array.from({ length: DIMENSIONS }, (_, at) => (at === axis ? size : at === axis + 1 ? size / 7 : 0));
const SMALL = tableOf(["tea", "coffee", "lathe"], Float32Array.from([...row(0), ...row(0, 0.5), ...row(9)]));

function table(bytes: Uint8Array): Meaning {
  const meaning = meaningIn(bytes);
  if (meaning === undefined) throw new Error("no table");
  return meaning;
}

const vector = (text: string): Int8Array =>
  table(BYTES).vectorOf(tokensOf(text).map(({ term }) => term)) ?? new Int8Array(DIMENSIONS);

describe("the form", () => {
  test("ARR-5a: what was written is read: directions, their sum, and nothing for unknown terms", () => {
    const { vectorOf } = table(SMALL);
    const [tea, coffee, lathe] = ["tea", "coffee", "lathe"].map((term) => vectorOf([term]) ?? new Int8Array(0));
    expect([tea?.[0], tea?.[1], tea?.[2]]).toEqual([127, 18, 0]);
    expect(coffee).toEqual(tea);
    expect(lathe?.[9]).toBe(127);
    expect(vectorOf(["tea", "lathe"])?.[9]).toBe(127);
    expect(vectorOf(["tea", "tea", "unknown", "lathe"])?.[9]).toBe(64);
    expect(vectorOf(["unknown"])).toBeUndefined();
    expect(vectorOf([])).toBeUndefined();
  });

  test("ARR-5a: bytes that are no table, or not a whole one, give none", () => {
    const other = Buffer.from(SMALL);
    other.write("HFM2", 0, "latin1");
    const more = Buffer.from(SMALL);
    more.writeUInt32LE(0xffff_ffff, 4);
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(23),
      SMALL.subarray(0, -1),
      Buffer.concat([SMALL, SMALL]),
      other,
      more,
    ])
      expect(meaningIn(bytes)).toBeUndefined();
    expect(meaningAt("/nowhere/meaning.bin")).toBeUndefined();
    expect(meaningAt(import.meta.filename)).toBeUndefined();
  });

  test("ARR-5a: the hash of a term is the same everywhere", () => {
    expect(["", "a", "pnpm", "deploy"].map(hashOf)).toEqual([1947474976, 1817065451, 3299500643, 2694317038]);
  });

  test("a cosine is between -1 and 1, and of nothing 0", () => {
    const [a, b] = [Int8Array.from(row(0, 100)), Int8Array.from(row(0, -100))];
    expect(cosine(a, a)).toBeCloseTo(1);
    expect(cosine(a, b)).toBeCloseTo(-1);
    expect(cosine(a, new Int8Array(DIMENSIONS))).toBe(0);
  });
});

describe("the table that is shipped", () => {
  test("ARR-5a: its digest stands in the note that says where it comes from, and it stays small", () => {
    expect(readFileSync(NOTE, "utf8")).toContain(createHash("sha256").update(BYTES).digest("hex"));
    expect(BYTES.length).toBeLessThan(3_600_000);
  });

  test("ARR-5a: the same text has the same vector on every machine", () => {
    const digest = createHash("sha256").update(vector("Use pnpm here, not npm; deploys go through staging first."));
    expect(digest.digest("hex")).toBe("5692d540eecc6782142733c211741069736346994a7b2ac0df9cfa6ad6d5c798");
  });

  test("ARR-5a: what means the same is nearer than what does not", () => {
    const asked = vector("which package manager should I install libraries with?");
    expect(cosine(asked, vector("Always pnpm here."))).toBeGreaterThan(
      cosine(asked, vector("Postgres runs on port 5433.")),
    );
  });
});
