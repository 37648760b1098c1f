// How another program's end becomes ours: a job that crashed is not a job that went well (HUB-9).
import { describe, expect, test } from "vitest";
import { runCommand } from "../../../src/compose/beside.ts";

const sh = (line: string): Promise<number> => runCommand(["sh", "-c", line], { PATH: process.env["PATH"] });

describe("HUB-9 a command's code", () => {
  test("is its own where it ended by itself", async () => {
    expect(await sh("exit 0")).toBe(0);
    expect(await sh("exit 7")).toBe(7);
  });

  test.each([
    ["SEGV", 139],
    ["KILL", 137],
    ["ABRT", 134],
    ["TERM", 143],
  ])("is that of a shell where SIG%s ended it", async (signal, code) => {
    expect(await sh(`kill -${signal} $$`)).toBe(code);
  });

  test("one that can't be started is an error, and leaves nobody who takes signals", async () => {
    const before = process.listenerCount("SIGTERM");
    await expect(runCommand(["/nowhere/at-all"], {})).rejects.toThrow(/ENOENT/);
    await sh("true");
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});
