// What .ci/run believes: nothing counts as passed that did not say so.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readProgramCounts, readVitestCounts } from "../../../scripts/ci/counts.ts";
import { failedChecks, failedTests } from "../../../scripts/ci/failures.ts";
import { quickSuites, suites } from "../../../scripts/ci/suites.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-ci-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(passed: number, failed: number, pending: number): string {
  const file = join(folder, "report.json");
  const counts = { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: 0 };
  writeFileSync(file, JSON.stringify(counts));
  return file;
}

describe("counts", () => {
  test("vitest: counted as told, and never green without a test or with a bad exit", () => {
    expect(readVitestCounts(report(5, 1, 2), false)).toEqual({ passed: 5, failed: 1, skipped: 2 });
    expect(readVitestCounts(report(5, 0, 0), true)).toEqual({ passed: 5, failed: 0, skipped: 0 });
    expect(readVitestCounts(report(5, 0, 0), false).failed).toBe(1);
    expect(readVitestCounts(report(0, 0, 0), true).failed).toBe(1);
    expect(readVitestCounts(join(folder, "absent.json"), true).failed).toBe(1);
  });

  test("programs: the last summary counts; silence, a bad exit and a skip are told apart", () => {
    expect(readProgramCounts("1 passed, 1 failed\n7 passed, 0 failed\n", 0)).toEqual({
      passed: 7,
      failed: 0,
      skipped: 0,
    });
    expect(readProgramCounts("e2e agent=x passed=3 failed=2\n", 1)).toEqual({ passed: 3, failed: 2, skipped: 0 });
    expect(readProgramCounts("ran=3 skipped=1\n3 passed, 0 failed\n", 0).skipped).toBe(1);
    expect(readProgramCounts("all good\n", 0).failed).toBe(1);
    expect(readProgramCounts("3 passed, 0 failed\n", 1).failed).toBe(1);
    expect(readProgramCounts("", 77)).toEqual({ passed: 0, failed: 0, skipped: 1 });
  });
});

describe("what failed is named at the end", () => {
  const tests = (testResults: unknown): readonly string[] => {
    const file = join(folder, "named.json");
    writeFileSync(file, JSON.stringify({ testResults }));
    return failedTests(file);
  };

  test("vitest: each test with the first of its reasons, and a file that could not be loaded", () => {
    const assertionResults = [
      { fullName: "a good one", status: "passed" },
      { fullName: "a bad one", status: "failed", failureMessages: ["Error: \u001b[31mone\u001b[39m\n  is not two"] },
    ];
    expect(tests([{ name: "x.test.ts", message: "", assertionResults }])).toEqual(["a bad one: Error: one is not two"]);
    expect(tests([{ name: "y.test.ts", message: "no such module", assertionResults: [] }])).toEqual([
      "y.test.ts: no such module",
    ]);
    expect(tests([{ name: "z.test.ts", message: "", assertionResults: [] }])).toEqual([]);
    expect(failedTests(join(folder, "absent.json"))).toEqual(["left no report"]);
  });

  test("programs: each check with what was found, and the last lines of one that names none", () => {
    const output = "ok   one\nFAIL two\n     found: 3\nok   four\n 5 FAIL five\nFAILED  six: is 7\npassed=2 failed=3\n";
    expect(failedChecks(output)).toEqual(["two (found: 3)", "five", "six: is 7"]);
    expect(failedChecks("a\nb\n\nc\nError: d\n")).toEqual(["b", "c", "Error: d"]);
  });

  test("neither a long line nor a long list hides the rest", () => {
    const told = failedChecks(Array.from({ length: 30 }, (_, at) => `FAIL ${at} ${"x".repeat(500)}`).join("\n"));
    expect(told).toHaveLength(21);
    expect(told[0]).toHaveLength(240);
    expect(told.at(-1)).toBe("and 10 more");
  });
});

test("every suite of the plan runs, the unit suite once per Node", () => {
  const nodes = new Map([
    ["22.1.0", "a"],
    ["26.2.0", "b"],
  ]);
  const names = suites(false, nodes).map((suite) => suite.name);
  expect(names).toEqual(
    "lint types knip build package unit-22 unit-26 machines property security limits contend cost sync:kills sync:faults golden git:edge macos sync:histories sync:inside sync:hub eval:search arrive faults docs:check crash sync:props fuzz:context sync:pairs break teams hub hub:running hub:page hub:failover hub:scale hub:quarter organisation newcomer observer durability import:check package:check fuzz:mcp hosts rules eval:secrets eval:injection eval:cues rules:sentences eval:observer bench:search audit:check bench:hook bench:sync bench:start hub:cost rules:cost e2e:observer e2e web:check e2e-copilot e2e-gemini e2e-plugin e2e-codex e2e-permissions e2e-droid windows docs:blocks review leftovers smoke update hook:bun keystrokes attacks rules:hosts walk".split(
      " ",
    ),
  );
  const beside = suites(false, nodes).filter((suite) => suite.beside);
  expect(beside.length).toBeGreaterThan(5);
  expect(beside.flatMap(({ kind, name }) => (kind === "vitest" ? [name] : []))).toEqual(["golden"]);
  expect(beside.filter(({ name }) => /bench|cost|limits|sync:faults|contend|kills|walk/.test(name))).toEqual([]);
  expect(suites(true, nodes).find((suite) => suite.name === "crash")?.command).toContain("1000");
  const longNames = suites(true, nodes).map((suite) => suite.name);
  expect(longNames.filter((name) => !names.includes(name))).toEqual([
    ...["e2e-cline", "e2e-qwen", "e2e-opencode", "week", "second-machine", "same-answers", "eval:poison"],
    ...["mutants", "bench"],
  ]);
  expect(suites(false, new Map()).find((suite) => suite.name === "unit")?.nodeBin).toBeUndefined();
  const unit = (long: boolean, node: string) =>
    suites(long, new Map([[node, "a"]])).find((suite) => suite.name.startsWith("unit"))?.command ?? [];
  expect(unit(false, process.version.slice(1))).not.toContain("quick");
  expect(unit(false, "22.1.0")).toContain("quick");
  expect(unit(true, "22.1.0")).not.toContain("quick");
});

test("the quick form is the steps and one run of the tests, with fewer random runs", () => {
  const quick = quickSuites();
  expect(quick.map(({ name }) => name)).toEqual(["lint", "types", "knip", "build", "package", "tests"]);
  expect(quick.at(-1)?.env).toHaveProperty("HOLDFAST_RUNS");
});
