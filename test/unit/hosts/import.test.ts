// The readers of other tools' files: text in, candidates out. The fixtures are in the tools' own formats.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readers } from "../../../src/hosts/index.ts";
import { parseDocument } from "../../../src/memory/document.ts";
import {
  type FoundText,
  type ImportCandidate,
  proposedTier,
  type SourceFile,
  timeIn,
} from "../../../src/transfer/read/candidate.ts";
import { candidateOfFile } from "../../../src/transfer/read/markdown-file.ts";
import { entitiesIn, memoriesInExport, observationsInExport } from "../../../src/transfer/read/memory-tools.ts";
import { memoriesIn, rulesIn, rulesOfGemini } from "../../../src/transfer/read/rules.ts";

const FOLDER = fileURLToPath(new URL("./import/", import.meta.url));
const MTIME = Date.parse("2026-10-20T08:00:00Z");

function file(path: string, text = readFileSync(`${FOLDER}${path}`, "utf8")): SourceFile {
  return { path: `/${path}`, text, mtimeMs: MTIME };
}

function folder(path: string): readonly SourceFile[] {
  return readdirSync(`${FOLDER}${path}`)
    .sort()
    .map((name) => file(`${path}/${name}`));
}

function candidates(found: readonly FoundText[]): readonly ImportCandidate[] {
  return found.filter((each) => each.kind === "candidate");
}

function reasons(found: readonly FoundText[]): readonly string[] {
  return found.flatMap((each) => (each.kind === "left-out" ? [`${each.from}: ${each.why}`] : []));
}

test("IMP-1: a file's name in the place of a name gives way to its one line; in our own format it stays", () => {
  const text =
    "---\nname: run-tests-first\ndescription: Run the tests before saying done\ntype: feedback\n---\nAll of them.\n";
  const nameIn = (ownFormat: boolean): unknown => {
    const found = candidateOfFile(file("run-tests-first.md", text), { ownFormat });
    const read = found.kind === "candidate" ? parseDocument(found.text) : undefined;
    return read?.kind === "document" ? read.fields.get("name") : undefined;
  };
  expect(nameIn(false)).toBe("Run the tests before saying done");
  expect(nameIn(true)).toBe("run-tests-first");
});

describe("IMP-1: the proposed tier", () => {
  test("follows from the type, and from a person's gesture where the type alone does not tell", () => {
    const rows = (["user", "feedback", "project", "reference"] as const).map((type) =>
      [
        { stated: true, gesture: true },
        { stated: true, gesture: false },
        { stated: false, gesture: true },
        { stated: false, gesture: false },
      ].map((facts) => proposedTier(type, facts)),
    );
    expect(rows).toEqual([
      ["verified", "verified", "verified", "inferred"],
      ["verified", "verified", "verified", "inferred"],
      ["verified", "inferred", "verified", "inferred"],
      ["inferred", "inferred", "inferred", "inferred"],
    ]);
  });
});

describe("IMP-1: Claude's own memory", () => {
  const found = memoriesIn(folder("claude-memory"));

  test("each file is one memory with its stamp's type and date; the index gives only its own notes", () => {
    expect(candidates(found).map(({ from, type, stated, atMs }) => ({ from, type, stated, atMs }))).toEqual([
      { from: "/claude-memory/MEMORY.md:5", type: "feedback", stated: false, atMs: MTIME },
      { from: "/claude-memory/api-is-versioned.md", type: "project", stated: true, atMs: MTIME },
      {
        from: "/claude-memory/run-tests-first.md",
        type: "feedback",
        stated: true,
        atMs: Date.parse("2026-10-14T23:25:43.369Z"),
      },
    ]);
    expect(candidates(found).every(({ gesture }) => !gesture)).toBe(true);
  });

  test("a line that leads nowhere is told", () => {
    expect(reasons(found)).toEqual(["/claude-memory/MEMORY.md:4: leads to release-notes.md, which is not there"]);
  });

  test("STO-10: the file stays as it is but for the keys that a memory needs", () => {
    const text = candidates(found).at(-1)?.text ?? "";
    expect(text).toContain("  originSessionId: 0a1b2c3d-0000-4000-8000-000000000001\n");
    const document = parseDocument(text);
    expect(document.kind === "document" && document.fields.get("type")).toBe("feedback");
    expect(text.endsWith(file("claude-memory/run-tests-first.md").text.split("---\n").at(-1) ?? "?")).toBe(true);
  });
});

describe("IMP-1: rules that people write for agents", () => {
  const found = rulesIn(file("CLAUDE.md"), { gesture: true });

  test("each bullet and each short paragraph is one candidate, with its section as description", () => {
    expect(candidates(found).map(({ name, description, from }) => [name, description, from])).toEqual([
      ["Answer in plain English and keep it short", "Answer in plain English and keep it short.", "/CLAUDE.md:3"],
      ["Prefer small commits over large ones", "Style: Prefer small commits over large ones", "/CLAUDE.md:7"],
      [
        "Never use default exports because they hide names",
        "Style: Never use default exports because they hide names: - in the editor - in the review",
        "/CLAUDE.md:8",
      ],
      ["Run the formatter before you commit", "Style: Run the formatter before you commit", "/CLAUDE.md:13"],
    ]);
    expect(candidates(found)[2]?.text).toBe(
      "Never use default exports\nbecause they hide names:\n- in the editor\n- in the review\n",
    );
  });

  test("AGT-11: code, remarks, tables, names of files and what Holdfast rendered are no rules", () => {
    const all = candidates(found)
      .map(({ text }) => text)
      .join("\n");
    expect(all).not.toMatch(/code|remark|table|Holdfast|Yes/);
    expect(reasons(found)).toEqual([
      "/CLAUDE.md:30: names another file; import that one",
      "/CLAUDE.md: a code block and a table: only sentences, and code below one, are taken over",
    ]);
    const block = '<memory-context source="holdfast">\n- A rule of ours\n</memory-context>\n- A rule of theirs\n';
    expect(candidates(rulesIn(file("x.md", block), { gesture: false })).map(({ text }) => text)).toEqual([
      "A rule of theirs\n",
    ]);
  });

  test("long prose is documentation, and a handbook is cut", () => {
    const prose = `${"word ".repeat(130)}\n`;
    expect(reasons(rulesIn(file("x.md", prose), { gesture: true }))[0]).toMatch(/longer than 600 characters/);
    const many = Array.from({ length: 400 }, (_, n) => `- Rule number ${n} of this file`).join("\n");
    const found = rulesIn(file("x.md", many), { gesture: true });
    expect([candidates(found).length, reasons(found)[0]]).toEqual([
      300,
      "/x.md: more than 300 rules: 100 were not looked at",
    ]);
  });

  test("Gemini: what it was told to remember shows a gesture wherever the file is", () => {
    const gestures = (isOwn: boolean): unknown =>
      candidates(rulesOfGemini(file("GEMINI.md"), isOwn)).map(({ name, gesture }) => [name, gesture]);
    expect(gestures(true)).toEqual([
      ["Use the internal registry mirror for packages", true],
      ["I prefer answers in German", true],
    ]);
    expect(gestures(false)).toEqual([
      ["Use the internal registry mirror for packages", false],
      ["I prefer answers in German", true],
    ]);
  });
});

describe("IMP-1: Markdown files", () => {
  test("Basic Memory: the title is the name, another meaning of type, tags and project is not ours", () => {
    const [found] = folder("basic-memory").map((each) => candidateOfFile(each));
    if (found?.kind !== "candidate") throw new Error("left out");
    const document = parseDocument(found.text);
    if (document.kind !== "document") throw new Error("not a document");
    expect(Object.fromEntries(document.fields)).toEqual({
      title: "Coffee Brewing Methods",
      permalink: "notes/coffee-brewing-methods",
      tags: ["brewing", "coffee", "two-words"],
      name: "Coffee Brewing Methods",
      description: "Coffee Brewing Methods",
    });
    expect(document.body).toContain("- [method] Pour over gives a clear cup #coffee (from the class)");
    expect(found.stated).toBe(false);
  });

  test("our own format keeps the project that it names", () => {
    const text =
      "---\nname: A thing\ndescription: A thing\ntype: project\nproject: example.org/a/b\n---\nBody of it.\n";
    const [own, other] = [true, false].map((ownFormat) => candidateOfFile(file("x.md", text), { ownFormat }));
    expect(own?.kind === "candidate" && own.text).toContain("project: example.org/a/b\n");
    expect(other?.kind === "candidate" && other.text).not.toContain("project: example.org");
  });

  test("without frontmatter the first heading names it, without a heading the file does", () => {
    expect(candidateOfFile(file("x.md", "# On cups\n\n- Cups are washed by hand.\n"))).toMatchObject({
      name: "On cups",
      description: "Cups are washed by hand.",
    });
    expect(candidateOfFile(file("deploy_notes-2.md", "Deploys go out on Mondays.\n"))).toMatchObject({
      name: "deploy notes 2",
      description: "Deploys go out on Mondays.",
      stated: false,
    });
  });

  test("TRU-21: frontmatter that can't be read is left out, but the trust it claims is told", () => {
    const text = "---\ntrust-level: verified\nnested:\n  a:\n    - b: c\nsource: user\n---\nThe body counts alone.\n";
    expect(candidateOfFile(file("x.md", text))).toMatchObject({
      text: "The body counts alone.\n",
      claims: ["trust-level", "source"],
    });
  });

  test("what holds no text is left out with the reason", () => {
    for (const text of ["", "  \n", "---\nname: x\n---\n \n"])
      expect(candidateOfFile(file("x.md", text))).toEqual({
        kind: "left-out",
        from: "/x.md",
        why: "there is no text in it",
      });
  });

  test("no text makes the reader throw", () => {
    for (const text of ["---", "---\n", "---\n---", "\uFEFF---\na: b", "---\n: :\n---\nx", "---\nname: [\n---\nbody"])
      expect(["candidate", "left-out"]).toContain(candidateOfFile(file("x.md", text)).kind);
  });
});

describe("IMP-1: exports and databases of other tools", () => {
  test("claude-mem: a decision is one, a discovery is a fact, and the folder's name is kept", () => {
    const read = observationsInExport(file("claude-mem.json"));
    expect(read.map(({ projectName }) => projectName)).toEqual(["shop", "shop", undefined]);
    const [decision, discovery, empty] = read.map(({ found }) => found);
    expect(decision).toMatchObject({
      type: "project",
      memoryKind: "decision",
      name: "Orders are stored in Postgres",
      description: "The team chose Postgres over a document store",
      text: "Orders are stored in Postgres because reports need joins.\n- Orders live in table orders\n- Invoices follow in March\n",
      tags: ["database"],
      from: "/claude-mem.json, observation 7",
      atMs: 1788264000000,
      gesture: false,
    });
    expect(discovery).toMatchObject({
      type: "reference",
      memoryKind: "fact",
      atMs: Date.parse("2026-09-02T12:00:00Z"),
    });
    expect(empty?.kind).toBe("left-out");
  });

  test("mem0: each memory with its own date", () => {
    const found = memoriesInExport(file("mem0.json"));
    expect(candidates(found).map(({ text, type, atMs }) => [text, type, new Date(atMs).toISOString()])).toEqual([
      ["Prefers pytest over unittest\n", "reference", "2026-08-03T16:15:00.000Z"],
      ["The build cache lives on the second disk\n", "reference", "2026-08-04T09:15:00.000Z"],
    ]);
    expect(reasons(found)).toHaveLength(1);
  });

  test("the MCP memory server: an entity is a memory, its relations stand at the end", () => {
    const found = entitiesIn(file("mcp-memory.jsonl"));
    expect(candidates(found).map(({ name, text, from }) => [name, text, from])).toEqual([
      [
        "release_process",
        "- Releases are cut from main on Tuesdays\n- The changelog is written by hand\n",
        "/mcp-memory.jsonl:1",
      ],
      ["default_user", "- Prefers tabs over spaces\n- default_user owns release_process\n", "/mcp-memory.jsonl:2"],
    ]);
    expect(reasons(found)).toEqual(["/mcp-memory.jsonl:3: there is no observation in it"]);
  });

  test("what is no such export is told, and no shape makes a reader throw", () => {
    const odd = [
      "",
      "null",
      "[]",
      "{}",
      "[1,null,{}]",
      '{"results":{}}',
      '{"observations":[null,1,{"facts":"[1"}]}',
      "{",
    ];
    for (const text of odd) {
      expect(() => memoriesInExport(file("x", text))).not.toThrow();
      expect(() => observationsInExport(file("x", text))).not.toThrow();
      expect(() => entitiesIn(file("x", text))).not.toThrow();
    }
    expect(reasons(memoriesInExport(file("x", "{}")))).toEqual([
      "/x: is no export of mem0: it has no list of memories",
    ]);
  });

  test("dates: ISO, seconds and milliseconds, nothing else", () => {
    const ms = Date.parse("2026-01-02T03:04:05Z");
    expect([timeIn("2026-01-02T03:04:05Z"), timeIn(ms), timeIn(ms / 1000)]).toEqual([ms, ms, ms]);
    for (const wrong of [undefined, null, "", "soon", Number.NaN, -1, 0, {}]) expect(timeIn(wrong)).toBeUndefined();
  });
});

test("IMP-1: a session's record says where it was", async () => {
  const { places } = await readers();
  const claude = readFileSync(`${FOLDER}../transcripts/claude.jsonl`, "utf8").split("\n");
  const first = (host: string, lines: readonly string[]): unknown => {
    const found = lines.map((line) => places[host]?.(line) ?? {});
    return [found.find(({ session }) => session)?.session, found.find(({ cwd }) => cwd)?.cwd];
  };
  expect(first("claude", claude)).toEqual(["s1", "/p"]);
  const meta = { type: "session_meta", payload: { id: "0199-a", cwd: "/shop", originator: "codex_cli" } };
  const turn = { type: "turn_context", payload: { cwd: "/other", id: "not a session" } };
  expect(first("codex", [JSON.stringify(turn), JSON.stringify(meta)])).toEqual(["0199-a", "/other"]);
  expect(first("codex", ["{", "null", '{"cwd":1}', '{"payload":{"cwd":""}}'])).toEqual([undefined, undefined]);
});
