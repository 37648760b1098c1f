// AGT-20: where a path leads, against the real file system's own answer.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { realTarget } from "../../../src/disk/real-target.ts";

const top = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-real-target-`));
afterAll(() => rmSync(top, { recursive: true, force: true }));
mkdirSync(`${top}/a/b`, { recursive: true });
writeFileSync(`${top}/a/b/file`, "");
symlinkSync("a/b", `${top}/relative`);
symlinkSync(`${top}/a`, `${top}/absolute`);
symlinkSync("../relative/file", `${top}/a/twice`);
symlinkSync(`${top}/a/missing/x`, `${top}/dangling`);
symlinkSync("circle", `${top}/circle`);

const there = (path: string): string => realTarget(path, top, `${top}/a`);

describe("AGT-20: where a path leads", () => {
  test.each([
    "a/b/file",
    "relative/file",
    "absolute/b",
    "a/twice",
    "relative/../b",
    "absolute/../a//b/./file",
    ".",
    "/",
  ])("what exists, as the system says: %s", (path) => {
    expect(there(path)).toBe(realpathSync.native(path.startsWith("/") ? path : `${top}/${path}`));
  });

  test.each([
    ["new", "/new"],
    ["relative/new/x", "/a/b/new/x"],
    ["absolute/b/new", "/a/b/new"],
    ["dangling", "/a/missing/x"],
    ["dangling/y", "/a/missing/x/y"],
    ["missing/../relative/x", "/a/b/x"],
    ["a/b/file/x", "/a/b/file/x"],
    ["~", "/a"],
    ["~/b/x", "/a/b/x"],
    ["~x", "/~x"],
  ])("what does not, as far as it does: %s", (path, expected) => {
    expect(there(path)).toBe(top + expected);
  });

  test("a circle of links is a fault", () => {
    expect(() => there("circle/x")).toThrow(/Too many links/);
  });

  test.each([
    ["names that do not exist", "n/".repeat(100_000)],
    ["a folder and back", "a/../".repeat(50_000)],
    ["down, and then to and fro", `${"n/".repeat(50_000)}${"../n/".repeat(25_000)}`],
  ])("a path of 100,000 components is walked in its own length: %s", { timeout: 5000 }, (_, path) => {
    const ends = `${path}absolute/b`;
    expect(there(ends).endsWith("/b")).toBe(true);
  });
});
