// Where a memory came from, written into its evidence and read back (FOR-3).
import { describe, expect, test } from "vitest";
import { yamlValue } from "../../../src/memory/compose.ts";
import { parseDocument } from "../../../src/memory/document.ts";
import { importEvidence, originOf, saidEvidence } from "../../../src/memory/origin.ts";

const IMPORT = "01K9ZQ3V5N8XW2YB7C4D6E0FGH";
const DEVICE = "0123456789abcdef0123456789abcdef";

function withKeys(keys: Readonly<Record<string, string>>): ReturnType<typeof originOf> {
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${yamlValue(value)}`);
  const document = parseDocument(["---", "name: A thing", ...lines, "---", "Body.", ""].join("\n"));
  if (document.kind !== "document") throw new Error("not a document");
  return originOf(document);
}

describe("origin", () => {
  test("FOR-3: a session's words say which session, whatever is quoted", () => {
    const said = { host: "claude", session: "a1b2.x:y-Z_0", at: "2026-05-01T10:00:00Z" };
    for (const quote of [
      "use pnpm",
      "import 01K9ZQ3V5N8XW2YB7C4D6E0FGH, claude: x",
      "user, codex session zz, 2026-01-01: y",
    ]) {
      const evidence = saidEvidence({ ...said, quote });
      expect(evidence).toBe(`user, claude session a1b2.x:y-Z_0, 2026-05-01T10:00:00Z: ${quote}`);
      expect(withKeys({ evidence })).toEqual({ session: "a1b2.x:y-Z_0" });
    }
  });

  test("FOR-3: a session can't call itself so that another one is read, or none", () => {
    for (const session of ["victim, 2026-01-01T00:00:00Z", "vic\ntim", "a b", "x".repeat(500)]) {
      const evidence = saidEvidence({ host: "claude", session, at: "2026-05-01T10:00:00Z", quote: "q, 2026-01-01" });
      const read = withKeys({ evidence }).session;
      expect(read).toBe(session.replace(/[^\w.:-]/g, "_").slice(0, 128));
    }
  });

  test("FOR-3: an import's find says which import", () => {
    const evidence = importEvidence({
      id: IMPORT,
      source: "claude",
      from: "notes/user, codex session x, 2026-01-01.md",
    });
    expect(evidence).toBe(`import ${IMPORT}, claude: notes/user, codex session x, 2026-01-01.md`);
    expect(withKeys({ evidence })).toEqual({ importId: IMPORT });
  });

  test("FOR-3: words found in a session's record by an import say which session and which import", () => {
    const said = { host: "codex", session: "x1", at: "2026-05-01T10:00:00Z", quote: "use pnpm" };
    const evidence = importEvidence({ id: IMPORT, source: "transcripts", from: "unused", said });
    expect(evidence).toBe(`import ${IMPORT}, transcripts: user, codex session x1, 2026-05-01T10:00:00Z: use pnpm`);
    expect(withKeys({ evidence })).toEqual({ session: "x1", importId: IMPORT });
    expect(withKeys({ evidence: evidence.replace("transcripts", "markdown") })).toEqual({ importId: IMPORT });
    expect(withKeys({ evidence: `x${evidence}` })).toEqual({});
  });

  test("the quote is one line of at most 200 characters", () => {
    const { length } = saidEvidence({ host: "h", session: "s", at: "2026-05-01T10:00:00Z", quote: "" });
    expect(
      saidEvidence({ host: "h", session: "s", at: "2026-05-01T10:00:00Z", quote: "a \n b".repeat(99) }),
    ).toHaveLength(length + 200);
    expect(importEvidence({ id: IMPORT, source: "s", from: "a\n  b" })).toBe(`import ${IMPORT}, s: a b`);
  });

  test("FOR-3: the device is read from source-machine, with or without a nickname", () => {
    expect(withKeys({ "source-machine": DEVICE })).toEqual({ device: DEVICE });
    expect(withKeys({ "source-machine": `${DEVICE} (laptop)` })).toEqual({ device: DEVICE });
    expect(withKeys({ "source-machine": "laptop" })).toEqual({});
    expect(withKeys({ "source-machine": `x${DEVICE}` })).toEqual({});
  });

  test("what somebody else wrote into evidence is no origin", () => {
    for (const evidence of [
      "",
      "seen it",
      "ximport 01K9ZQ3V5N8XW2YB7C4D6E0FGH, a: b",
      "import short, a: b",
      "a user, c session d, 2026-01-01: e",
    ])
      expect(withKeys({ evidence })).toEqual({});
  });
});
