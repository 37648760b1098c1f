// Feedback is bounded and disposable: whatever stands in its files, reading goes on.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFeedback } from "../../../src/recall/io/feedback.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(`${tmpdir()}/holdfast-feedback-`);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const said = { at: "2026-11-15T08:00:00.000Z", memory: "m", sha256: "h", verdict: "wrong", quote: "q" } as const;

describe("feedback", () => {
  test("MCP-1: kept in order; nothing is made by reading", () => {
    const log = openFeedback(`${base}/state`);
    expect(log.all()).toEqual([]);
    expect(readdirSync(base)).toEqual([]);
    log.append(said);
    log.append({ ...said, verdict: "used" });
    expect(log.all()).toEqual([said, { ...said, verdict: "used" }]);
  });

  test("MCP-1: however much is said, two files of bounded size are kept, and the newest words", () => {
    const log = openFeedback(`${base}/state`);
    for (let n = 0; n < 1500; n++) log.append({ ...said, memory: `m${n}`, quote: "x".repeat(200) });
    const sizes = readdirSync(`${base}/state`).map((name) => statSync(`${base}/state/${name}`).size);
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(130 * 1024);
    const kept = log.all();
    expect(kept.at(-1)?.memory).toBe("m1499");
    expect(kept.length).toBeLessThan(1500);
  });

  test("MCP-1: lines that are no feedback are skipped", () => {
    mkdirSync(`${base}/state`, { mode: 0o700 });
    const lines = ["", "{", "null", "7", '{"verdict":"verified"}', JSON.stringify({ ...said, at: "never" })];
    writeFileSync(`${base}/state/feedback.jsonl`, `${[...lines, JSON.stringify(said)].join("\n")}\n`, { mode: 0o600 });
    expect(openFeedback(`${base}/state`).all()).toEqual([said]);
  });
});
