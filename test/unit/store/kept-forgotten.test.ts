// Forgetting has to hold in the file of the copies too (FOR-1, STO-35): whatever SQLite moved about before.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { dropCopies, openKeptFile } from "../../../src/store/io/kept-file.ts";
import { idOf } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

const FORGOTTEN = [3, 8, 11];
let base = "";

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

/** Copies of many sizes, each written again with its stamp, as a look does. */
function fill(state: string, key: string, count: number): void {
  const database = openKeptFile(state, key, true);
  const put = database?.prepare("INSERT OR REPLACE INTO files (path, sha256, stamp, bytes) VALUES (?, ?, ?, ?)");
  for (let n = 0; n < count; n++) {
    const words = `word${n}secret `.repeat(5 + ((n * 31 + count * 17) % 60));
    put?.run(`memories/m${(n * 7919) % count}.md`, "a".repeat(64), "", Buffer.from(`id: ${idOf(n)}\n${words}`));
  }
  database?.prepare("UPDATE files SET stamp = ?").run("1763370000000000000 123 456");
  database?.close();
}

test("FOR-1: no page of the copies holds a word of what was forgotten", () => {
  const { state } = placesOf(base);
  const left: number[] = [];
  for (let count = 20; count < 80; count++) {
    const key = `store${count}`;
    fill(state, key, count);
    dropCopies(
      state,
      key,
      FORGOTTEN.map((n) => idOf(n) as MemoryId),
    );
    const bytes = readFileSync(join(state, "kept", key, "kept.db"));
    if (FORGOTTEN.some((n) => bytes.includes(`word${n}secret`))) left.push(count);
    expect(bytes.includes("word4secret")).toBe(true);
  }
  expect(left).toEqual([]);
});
