// Writes docs/benchmarks.md from docs/results/benchmarks.json. A test compares the two.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { toPage } from "./bench/page.ts";
import type { BenchRecord } from "./bench/record.ts";

export const RECORD = "docs/results/benchmarks.json";
export const PAGE = "docs/benchmarks.md";

if (import.meta.main) {
  const at = (file: string): string => resolve(import.meta.dirname, "..", file);
  const record = JSON.parse(readFileSync(at(RECORD), "utf8")) as BenchRecord;
  writeFileSync(at(PAGE), toPage(record));
}
