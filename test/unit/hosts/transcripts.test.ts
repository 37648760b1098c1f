import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as claude from "../../../src/hosts/claude/transcript.ts";
import * as codex from "../../../src/hosts/codex/transcript.ts";
import type { ReadTurn } from "../../../src/hosts/turn.ts";

const turns = (read: ReadTurn, name: string): readonly unknown[] =>
  readFileSync(new URL(`./transcripts/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => read(line) ?? []);

describe("a session's own record", () => {
  test("AGT-11 Claude Code: what was typed and said, nothing the harness wrote", () => {
    expect(turns(claude.readTurn, "claude")).toEqual([
      { speaker: "user", text: "Please remember that the staging DB is read-only.", at: "2026-11-14T23:28:09.804Z" },
      { speaker: "assistant", text: "From now on I will use tabs.", at: "2026-11-14T23:28:13.000Z" },
      { speaker: "user", text: "No, we use pnpm, not npm.", at: "2026-11-14T23:29:00.000Z" },
    ]);
  });

  test("AGT-11 Codex: a message in the user's role counts only where the user typed it", () => {
    expect(turns(codex.readTurn, "codex")).toEqual([
      { speaker: "user", text: "From now on, write commit messages in English.", at: "2026-11-14T23:28:28.424Z" },
      { speaker: "assistant", text: "Done.", at: "2026-11-14T23:28:29.000Z" },
    ]);
  });

  test("values of the wrong shape are nobody's turn", () => {
    const odd = [
      "null",
      "[]",
      '"user"',
      '{"type":"user"}',
      '{"type":"user","message":[]}',
      '{"type":"user","message":{"role":"assistant","content":"x"}}',
      '{"type":"user","message":{"role":"user","content":7}}',
      '{"type":"user","message":{"role":"user","content":[null,{"type":"text","text":7}]}}',
      '{"type":"response_item","payload":{"type":"message","role":"user","content":null}}',
      '{"type":"response_item","payload":null}',
    ];
    for (const line of odd) {
      expect(claude.readTurn(line), line).toBeUndefined();
      expect(codex.readTurn(line), line).toBeUndefined();
    }
    const undated = '{"type":"user","timestamp":"soon","message":{"role":"user","content":"hi"}}';
    expect(claude.readTurn(undated)).toEqual({ speaker: "user", text: "hi" });
    const at = (timestamp: string): string | undefined => claude.readTurn(undated.replace("soon", timestamp))?.at;
    expect(at("2026-05-01T10:00:00.5Z")).toBe("2026-05-01T10:00:00.5Z");
    expect(at("2026-05-01T12:00:00+02:00")).toBe("2026-05-01T10:00:00.000Z");
    expect(at("1 May 2026 10:00 UTC (x, 2026-01-01)")).toBe("2026-05-01T10:00:00.000Z");
    expect(at("+020000-01-01T00:00:00Z")).toBeUndefined();
  });
});
