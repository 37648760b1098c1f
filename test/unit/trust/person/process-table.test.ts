import { describe, expect, test } from "vitest";
import { ancestry } from "../../../../src/trust/io/person/ancestors.ts";
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

  const row = (ProcessId: number, ParentProcessId: number, Started: number, CommandLine: string | null = null) => ({
    ProcessId,
    ParentProcessId,
    Name: "p.exe",
    CommandLine,
    Started,
  });

  test("Windows: a parent that is gone or younger than its child is none, and what stood there is not known", () => {
    const rows = [row(10, 4, 1), row(20, 10, 2, '"C:\\Program Files\\node.exe" x.js'), row(30, 99, 3), row(40, 50, 4)];
    const table = parseCim(JSON.stringify([...rows, row(50, 10, 9)]));
    expect(table.get(20)).toMatchObject({ parent: 10, argv: ["C:\\Program Files\\node.exe", "x.js"] });
    expect([table.get(10)?.parent, table.get(30)?.parent, table.get(40)?.parent]).toEqual([-1, -1, -1]);
    expect(table.get(-1)).toBeUndefined();
  });

  test("TRU-22: on Windows a chain is clear where it ends at a root of the system, and nowhere else", () => {
    const named = (Name: string, ...at: [number, number, number]) => ({ ...row(...at), Name });
    const listed = (...rows: readonly object[]) => ({ find: (pid: number) => parseCim(JSON.stringify(rows)).get(pid) });
    const chain = (root: string) =>
      listed(named(root, 10, 4, 1), named("cmd.exe", 20, 10, 2), named("node.exe", 30, 20, 3));
    for (const root of ["explorer.exe", "Explorer.EXE", "services.exe", "sshd.exe"])
      expect(ancestry(30, chain(root), []), root).toEqual({ kind: "clear" });
    for (const root of ["cmd.exe", "explorer2.exe", "node.exe"])
      expect(ancestry(30, chain(root), []), root).toEqual({ kind: "unreadable", pid: -1 });
    expect(
      ancestry(30, listed(named("claude.exe", 20, 10, 2), named("node.exe", 30, 20, 3)), [
        { program: "claude", packages: [] },
      ]),
    ).toMatchObject({ kind: "agent", program: "claude" });
    expect(ancestry(9, listed(row(9, 0, 1)), [])).toEqual({ kind: "clear" });
  });

  test("an unknown system has no table, and therefore no person", () => {
    expect(processTable("aix").find(process.pid)).toBeUndefined();
  });
});
