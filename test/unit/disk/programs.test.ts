// Programs on a PATH, as each system has them.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { findProgram } from "../../../src/disk/programs.ts";

const top = mkdtempSync(`${tmpdir()}/holdfast-programs-`);
afterAll(() => rmSync(top, { recursive: true, force: true }));
for (const file of ["a/git", "b/git.exe", "a/claude.cmd", "b/claude.exe", "b/claude.cmd"]) {
  mkdirSync(`${top}/${file.slice(0, 1)}`, { recursive: true });
  writeFileSync(`${top}/${file}`, "");
  chmodSync(`${top}/${file}`, 0o755);
}
const found = (name: string, platform: NodeJS.Platform, ...folders: readonly string[]): string | undefined =>
  findProgram(name, folders.map((each) => `${top}/${each}`).join(platform === "win32" ? ";" : ":"), platform);

describe("AGT-30: a program on the PATH", () => {
  test("by its name alone", () => {
    expect(found("git", "linux", "b", "a")).toBe(`${top}/a/git`);
    expect(found("claude", "linux", "a", "b")).toBeUndefined();
  });

  test("on Windows by its ending, the folder counting first and the program before its script", () => {
    expect(found("git", "win32", "a", "b")).toBe(`${top}/b/git.exe`);
    expect(found("claude", "win32", "a", "b")).toBe(`${top}/a/claude.cmd`);
    expect(found("claude", "win32", "b", "a")).toBe(`${top}/b/claude.exe`);
  });

  test("on Windows a folder may stand in quotes", () => {
    expect(findProgram("git", `"${top}/b"`, "win32")).toBe(`${top}/b/git.exe`);
  });
});
