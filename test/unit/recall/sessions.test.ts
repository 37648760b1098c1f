// What a session was told, noted by processes that may run at once (CTX-2, AGT-10).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimShown, isKnown, shownIn, type Telling } from "../../../src/recall/io/sessions.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sessions-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

let processes = 0;
const claim = (ids: readonly string[], at: number, more: Partial<Telling> = {}): readonly string[] => {
  processes += 1;
  return [...claimShown(state, "s1", { by: `p${processes}`, at, moment: "later", ids, ...more })];
};
const shown = (): readonly string[] => [...shownIn(state, "s1")];

describe("who is first tells it (CTX-2)", () => {
  test("CTX-2: the second is told which are taken, and only of its own", () => {
    expect(isKnown(state, "s1")).toBe(false);
    expect(claim(["a", "b"], 1)).toEqual([]);
    expect(claim(["b", "c"], 2)).toEqual(["b"]);
    expect(shown()).toEqual(["a", "b", "c"]);
    expect(isKnown(state, "s1")).toBe(true);
    expect([...shownIn(state, "s2")]).toEqual([]);
  });

  test("CTX-2: a line that came after one's own takes nothing away", () => {
    claim(["a"], 1);
    const [line = ""] = readFileSync(`${state}/sessions/s1.jsonl`, "utf8").split("\n");
    rmSync(`${state}/sessions/s1.jsonl`);
    const own: Telling = { by: "own", at: 1, moment: "later", ids: ["a"] };
    writeFileSync(`${state}/sessions/s1.jsonl`, `${JSON.stringify(own)}\n${line}\n`, { mode: 0o600 });
    expect([...claimShown(state, "s1", own)]).toEqual([]);
  });

  test("CTX-2: lines of another form, and torn ones, count for nothing", () => {
    claim(["a"], 1);
    const broken = [
      "null",
      '["b"]',
      "7",
      '{"by":"x","ids":["b"]}',
      '{"at":1,"ids":["b"]}',
      '{"by":"x","at":1,"ids":"b"}',
    ];
    const text = readFileSync(`${state}/sessions/s1.jsonl`, "utf8");
    writeFileSync(`${state}/sessions/s1.jsonl`, `${broken.join("\n")}\n${text}{"by":"x","at":1,"ids":["b"`);
    expect(shown()).toEqual(["a"]);
    expect(claim(["a", "b"], 2)).toEqual(["a"]);
  });
});

describe("what the model has lost (AGT-10)", () => {
  test("AGT-10: a start forgets what came before it, and not itself", () => {
    claim(["a"], 1, { moment: "start", forgets: "all" });
    claim(["b"], 2);
    expect(claim(["a"], 3, { moment: "start", forgets: "all" })).toEqual([]);
    expect(shown()).toEqual(["a"]);
  });

  test("CTX-2: not what came after it and was faster, in whatever order they wrote", () => {
    expect(claim(["a"], 5)).toEqual([]);
    expect(claim(["a", "b"], 4, { moment: "start", forgets: "all" })).toEqual(["a"]);
    expect(claim(["a"], 6)).toEqual(["a"]);
    expect(shown()).toEqual(["a", "b"]);
  });

  test("AGT-10: where prompts are kept, only what starts told is forgotten", () => {
    claim(["a"], 1, { moment: "start" });
    claim(["b"], 2);
    expect(claim(["a", "b"], 3, { moment: "start", forgets: "starts" })).toEqual(["b"]);
    expect(shown()).toEqual(["b", "a"]);
  });

  test("AGT-10: a resumed session that has all of it forgets nothing", () => {
    claim(["a"], 1, { moment: "start", forgets: "all" });
    expect(claim(["a"], 2, { moment: "start" })).toEqual(["a"]);
  });
});
