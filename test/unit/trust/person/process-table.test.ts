import { describe, expect, test } from "vitest";
import { parseCim, parseStat, processTable } from "../../../../src/trust/io/person/process-table.ts";

describe("the process table (TRU-22)", () => {
  test.runIf(process.platform === "linux")("Linux: this process, its parent, and nothing where there is none", () => {
    const table = processTable();
    expect(table.find(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(table.find(process.pid)?.argv[0]).toMatch(/node/);
    expect(table.find(2 ** 30)).toBeUndefined();
  });

  test("a name with brackets and spaces can't move the fields", () => {
    const stat = "7 (a) S 1 (b) S 42 7 7 0";
    expect(parseStat(7, stat, ["a", ""])).toEqual({ pid: 7, parent: 42, name: "a) S 1 (b", argv: ["a"] });
    expect(parseStat(7, "nonsense", [])).toBeUndefined();
  });

  test("Windows: a parent that is gone or younger than its child ends the chain", () => {
    const row = (ProcessId: number, ParentProcessId: number, Started: number, CommandLine: string | null = null) => ({
      ProcessId,
      ParentProcessId,
      Name: "p.exe",
      CommandLine,
      Started,
    });
    const rows = [row(10, 4, 1), row(20, 10, 2, '"C:\\Program Files\\node.exe" x.js'), row(30, 99, 3), row(40, 50, 4)];
    const table = parseCim(JSON.stringify([...rows, row(50, 10, 9)]));
    expect(table.get(20)).toMatchObject({ parent: 10, argv: ["C:\\Program Files\\node.exe", "x.js"] });
    expect([table.get(10)?.parent, table.get(30)?.parent, table.get(40)?.parent]).toEqual([0, 0, 0]);
  });

  test("an unknown system has no table, and therefore no person", () => {
    expect(processTable("aix").find(process.pid)).toBeUndefined();
  });
});
