// Frontmatter made to hurt: whatever it holds, the answer is a document or findings, and no key reaches a prototype
// (STO-12, STO-14). HOLDFAST_RUNS sets the count; a failure prints the seed and the header. What it may cost is measured
// by test/limits.
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkHiddenFields, checkHiddenText } from "../../src/checks/hidden-text.ts";
import { checkStructure } from "../../src/checks/structure.ts";
import { decodeText, type MemoryDocument, parseDocument } from "../../src/memory/document.ts";
import type { FormatFailure } from "../../src/memory/model.ts";
import { hostileFile, KNOWN_HEADERS } from "../support/hostile-headers.ts";

const numRuns = Number(process.env.HOLDFAST_RUNS ?? 20_000);
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);

function snapshot(): string {
  return JSON.stringify(
    [Object.prototype, Array.prototype, Map.prototype, Function.prototype].map((each) =>
      Reflect.ownKeys(each).map(String),
    ),
  );
}

function judge(result: MemoryDocument | FormatFailure): void {
  if (result.kind === "document") return;
  expect(result.findings.length).toBeGreaterThan(0);
  for (const { excerpt, line, column } of result.findings) {
    expect(excerpt).toMatch(/^[\x20-\x7e]{1,80}$/);
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
  }
}

test("STO-14, STO-12: hostile headers give findings, never a crash or pollution", { timeout: 900_000 }, () => {
  const before = snapshot();
  for (const header of KNOWN_HEADERS) judge(parseDocument(`---\n${header}\n---\nx`));
  fc.assert(
    fc.property(hostileFile, (text) => {
      const result = parseDocument(text);
      judge(result);
      if (result.kind === "document") checkHiddenFields(result);
      if (text.length < 30_000) {
        checkStructure({ text, place: "memories", file: "user_x.md" });
        checkHiddenText(text);
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
    { numRuns, seed },
  );
  expect(snapshot()).toBe(before);
});

test("STO-12: bytes over 256 KiB and bytes that are no UTF-8 are refused before they are decoded", () => {
  // As bytes that are no text at all: whoever decoded them first would say so instead.
  expect(decodeText(new Uint8Array(1_000_000).fill(0xff))).toEqual(decodeText(new Uint8Array(1_000_000).fill(0x78)));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = decodeText(bytes);
      if (typeof text === "string") expect(Buffer.from(text)).toEqual(Buffer.from(bytes));
      else judge(text);
    }),
    { numRuns: Math.min(numRuns, 5000), seed },
  );
});
