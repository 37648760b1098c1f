import { describe, expect, test } from "vitest";
import { HOSTS } from "../../../../src/hosts/index.ts";
import { fromPs, parsePs } from "../../../../src/trust/io/person/ps.ts";
import { seen } from "../../../../src/trust/io/person/seen.ts";
import { ASKING, psTables } from "../../../support/ps-tables.ts";

function whoIn(text: Parameters<typeof parsePs>[0]): string {
  const rows = parsePs(text);
  const table = { find: (pid: number) => rows.get(pid) };
  return seen({ env: {}, stdinIsTty: true, outIsTty: true, pid: ASKING, agents: HOSTS, table }).kind;
}

describe("TRU-22: the process table of macOS", () => {
  const tables = psTables(200);

  test("200 tables: no agent is taken for a person, and every person is known", () => {
    expect(tables).toHaveLength(200);
    expect(new Set(tables.map(({ title }) => title)).size).toBe(200);
    expect(tables.filter(({ who }) => who === "person").length).toBeGreaterThanOrEqual(50);
    expect(tables.filter(({ who, text }) => whoIn(text) !== who).map(({ title }) => title)).toEqual([]);
  });

  test("a name with spaces stays whole, and what follows it is marked as split", () => {
    const ucomm = "    1     0 launchd\n  777     1 claude\n";
    const comm = "    1     0 /sbin/launchd\n  777     1 /Users/Jane Doe/.local/bin/claude\n";
    const args = "    1     0 /sbin/launchd\n  777     1 /Users/Jane Doe/.local/bin/claude -p a b\n";
    expect(parsePs({ ucomm, comm, args }).get(777)).toEqual({
      pid: 777,
      parent: 1,
      name: "claude",
      argv: ["/Users/Jane Doe/.local/bin/claude", "-p", "a", "b"],
      isJoined: true,
    });
    expect(parsePs({ ucomm, comm, args }).get(1)?.parent).toBe(0);
  });

  test("ps is not found through PATH, and what it can't say is an error", () => {
    expect(() => fromPs("/nowhere/ps")).toThrow();
  });
});
