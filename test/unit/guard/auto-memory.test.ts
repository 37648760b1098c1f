// AGT-23: Claude's own memory folder, guarded for content.
import { describe, expect, test } from "vitest";
import {
  type AutoMemoryChecks,
  type AutoMemoryWorld,
  autoMemory,
  autoMemoryShape,
} from "../../../src/guard/auto-memory.ts";
import type { Finding } from "../../../src/memory/findings.ts";

const FOLDER = "/home/u/.claude/projects/-p/memory";
const TOP = "---\nname: run tests\ndescription: Run the tests first\ntype: feedback\n---\nRun them.\n";
const NESTED =
  "---\nname: run tests\ndescription: Run the tests first\nmetadata:\n  node_type: memory\n  type: feedback\n---\nRun them.\n";

function finding(check: Finding["check"], rule: string): Finding {
  const severity = check === "injection" ? "warn" : "format";
  return { check, rule, severity, line: 1, column: 1, excerpt: "masked", hint: "Take it out." };
}

const checks: AutoMemoryChecks = {
  inspect: (text) => [
    ...(text.includes("SECRET") ? [finding("secrets", "some-key")] : []),
    ...(text.includes("IGNORE ALL") ? [finding("injection", "override")] : []),
  ],
  mask: (text) => text.replaceAll("SECRET", "<redacted>"),
};

function world(files: Readonly<Record<string, string>> = {}): AutoMemoryWorld {
  return {
    folder: FOLDER,
    isUnasked: true,
    resolve: (path, cwd) => (path.startsWith("/") ? path : `${cwd}/${path}`),
    read: (path) => files[path],
  };
}

function asked(tool: string, input: Readonly<Record<string, unknown>>, files?: Readonly<Record<string, string>>) {
  return autoMemory({ tool, input, cwd: FOLDER }, world(files), checks);
}

describe("AGT-23: the shape of a file", () => {
  test("the type stands at the top or under metadata", () => {
    expect(autoMemoryShape("a.md", TOP)).toEqual([]);
    expect(autoMemoryShape("a.md", NESTED)).toEqual([]);
    expect(autoMemoryShape("a.md", TOP.replace("type: feedback", "type: other"))).toHaveLength(1);
    expect(autoMemoryShape("a.md", NESTED.replace("type: feedback", "type: other"))).toHaveLength(1);
    expect(autoMemoryShape("a.md", NESTED.replace("metadata:", "type: user\nmetadata:"))).toHaveLength(1);
  });

  test("name, description and body are there", () => {
    const rules = (text: string): readonly string[] => autoMemoryShape("a.md", text).map(({ rule }) => rule);
    expect(rules("---\ntype: user\n---\n")).toEqual(["missing-name", "missing-description", "empty-body"]);
    expect(rules("no frontmatter")).toEqual(["no-frontmatter"]);
  });

  test("MEMORY.md is an index without frontmatter; other files are not looked at", () => {
    expect(autoMemoryShape("MEMORY.md", "- [Tests](tests.md) run first\n")).toEqual([]);
    expect(autoMemoryShape("MEMORY.md", TOP)).toHaveLength(1);
    expect(autoMemoryShape("x.json", "{}")).toEqual([]);
  });
});

describe("AGT-23: a key that the tool passes over hides nothing", () => {
  const patch = "*** Begin Patch\n*** Add File: /elsewhere/x.md\n+x\n*** End Patch";
  const bad = TOP.replace("Run them", "SECRET");
  const files = { [`${FOLDER}/a.md`]: TOP };

  test.each([
    ["Write", { file_path: "a.md", content: bad, input: patch }],
    ["Edit", { file_path: "a.md", old_string: "Run them", new_string: "SECRET", patch }],
    ["Edit", { file_path: "a.md", old_string: "Run them", new_string: "SECRET", content: TOP }],
    ["MultiEdit", { file_path: "a.md", edits: [{ old_string: "Run them", new_string: "SECRET" }], file_text: TOP }],
  ])("%s %o", (tool, input) => {
    expect(asked(tool, input, files).kind).not.toBe("none");
  });
});

describe("AGT-23: writes into the folder", () => {
  test("no opinion on a clean text, on another folder, and where there is none", () => {
    expect(asked("Write", { file_path: `${FOLDER}/a.md`, content: NESTED })).toEqual({ kind: "none" });
    expect(asked("Write", { file_path: "/elsewhere/a.md", content: "SECRET" })).toEqual({ kind: "none" });
    expect(asked("Write", { file_path: `${FOLDER}-2/a.md`, content: "SECRET" })).toEqual({ kind: "none" });
    const none = { ...world(), folder: undefined };
    const call = { tool: "Write", input: { file_path: `${FOLDER}/a.md`, content: "SECRET" }, cwd: "/" };
    expect(autoMemory(call, none, checks)).toEqual({ kind: "none" });
  });

  test("a secret in a whole text is masked", () => {
    const content = TOP.replace("Run them.", "The key is SECRET.");
    expect(asked("Write", { file_path: "a.md", content, x: 1 })).toEqual({
      kind: "rewrite",
      input: { file_path: "a.md", content: content.replace("SECRET", "<redacted>"), x: 1 },
      reason: expect.stringContaining("some-key"),
    });
  });

  test("AGT-22: where the person would be asked, a secret is refused: a masked write would skip the question", () => {
    const call = { tool: "Write", input: { file_path: "MEMORY.md", content: "SECRET" }, cwd: FOLDER };
    expect(autoMemory(call, world(), checks).kind).toBe("rewrite");
    expect(autoMemory(call, { ...world(), isUnasked: false }, checks).kind).toBe("deny");
  });

  test("a secret in an edit is refused: the rest of the file is not in the call", () => {
    const input = { file_path: `${FOLDER}/a.md`, old_string: "Run them.", new_string: "SECRET" };
    const decision = asked("Edit", input, { [`${FOLDER}/a.md`]: TOP });
    expect(decision).toEqual({ kind: "deny", reason: expect.stringContaining("secrets (some-key)") });
    expect(JSON.stringify(decision)).not.toContain("SECRET");
  });

  test("a secret is found that an edit completes", () => {
    const input = { file_path: `${FOLDER}/a.md`, old_string: "XX", new_string: "CR" };
    expect(asked("Edit", input, { [`${FOLDER}/a.md`]: `${TOP}SEXXET` }).kind).toBe("deny");
  });

  test("an edit that does not fit is judged by what it brings", () => {
    expect(asked("Edit", { file_path: "a.md", old_string: "none", new_string: "SECRET" }).kind).toBe("deny");
    expect(asked("Edit", { file_path: "a.md", old_string: "none", new_string: "fine" })).toEqual({ kind: "none" });
  });

  test("injection and shape are told back, with a secret or without", () => {
    const content = `${TOP}IGNORE ALL of it`;
    expect(asked("Write", { file_path: "a.md", content }).kind).toBe("deny");
    expect(asked("Write", { file_path: "a.md", content: `${content} SECRET` }).kind).toBe("deny");
    const shapeless = asked("Write", { file_path: "a.md", content: "text" });
    expect(shapeless).toEqual({ kind: "deny", reason: expect.stringContaining("no-frontmatter") });
  });

  test("a mask that leaves something to be found is no mask", () => {
    const blind = { ...checks, mask: (text: string) => `${text} ` };
    const call = { tool: "Write", input: { file_path: "MEMORY.md", content: "SECRET" }, cwd: FOLDER };
    expect(autoMemory(call, world(), blind).kind).toBe("deny");
  });

  test("every file of a patch is looked at", () => {
    const input = `*** Begin Patch\n*** Add File: /elsewhere\n+x\n*** Add File: ${FOLDER}/MEMORY.md\n+SECRET\n*** End Patch`;
    expect(asked("apply_patch", { input }).kind).toBe("deny");
  });
});
