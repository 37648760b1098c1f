// What scripts rely on: exit codes and error codes, as literals (SUR-2, SUR-4). A change here is a change for others.
import { describe, expect, test } from "vitest";
import { EXIT, EXIT_HELP, exitFor } from "../../src/cli/exit.ts";
import { CODES } from "../../src/text/errors.ts";
import { VERBS } from "../../src/trust/authority.ts";

describe("pins: codes", () => {
  test("SUR-2: the exit codes", () => {
    expect(EXIT).toEqual({ done: 0, findings: 1, refused: 2, warnings: 3, locked: 5, git: 6, usage: 64 });
  });

  test("SUR-2: every exit code is in the help, and no other", () => {
    expect(EXIT_HELP.map((line) => Number(line.split(" ")[0]))).toEqual(Object.values(EXIT));
  });

  test("SUR-4: the error codes, and how a command ends with each", () => {
    expect(Object.fromEntries(CODES.map((code) => [code, exitFor(code)]))).toEqual({
      usage: 64,
      "needs-person": 2,
      "not-allowed": 2,
      "not-found": 2,
      ambiguous: 2,
      exists: 2,
      resurrection: 2,
      "changed-meanwhile": 2,
      locked: 5,
      "checks-failed": 2,
      "transition-refused": 2,
      observation: 2,
      "read-only": 2,
      "no-store": 2,
      "newer-format": 2,
      "unsafe-path": 2,
      "unsafe-mode": 2,
      "nothing-to-undo": 2,
      "bad-config": 2,
      "too-large": 2,
      unreadable: 2,
      git: 6,
      hub: 6,
      "hub-changed": 6,
      "agent-missing": 2,
      io: 2,
    });
  });

  test("SUR-6: the commands", () => {
    const words =
      "init add edit show list search review ui confirm off on promote demote restore reaffirm retire archive forget undo recover handoff log why rules allow check " +
      "audit enforce schedule stats doctor connect disconnect install uninstall import export sync join mirror trust observe ask meaning config pause hook mcp feedback conformance completion";
    expect(VERBS.join(" ")).toBe(words);
  });
});
