import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Directory, ensureDirectory, openDirectory, ownerHint, within } from "../../../src/disk/directory.ts";
import { isComponent } from "../../../src/disk/paths.ts";
import { readForeign, readIn } from "../../../src/disk/read-file.ts";
import { handlesOf } from "../../../src/disk/sqlite.ts";
import { scratch, thrown } from "../../support/disk.ts";

function opened(path: string, handlePaths = true): Directory {
  const directory = openDirectory(path, { handlePaths });
  if (directory === undefined) throw new Error("absent");
  return directory;
}

describe("names", () => {
  test.each(["a.md", "project_x.md", ".gitignore", "2026-11", ".holdfast-1-0123456789abcdef.tmp"])(
    "STO-22: %j is one component",
    (name) => expect(isComponent(name)).toBe(true),
  );
  test.each([
    "",
    ".",
    "..",
    "a/b",
    "/a",
    "a\\b",
    "a\0b",
    "a\nb",
    "C:x",
    "é",
    "a.",
    "nul",
    "CON.md",
    "x".repeat(161),
    " a",
    "a b",
    "a:b",
  ])("STO-22: %j is refused before the disk sees it", (name) => {
    expect(isComponent(name)).toBe(false);
    expect(thrown(() => within(opened(scratch()), (d) => d.at(name))).code).toBe("unsafe-path");
  });
});

describe("names that another tool chose", () => {
  test("STO-22: any letters, and still one name of the directory; no link is followed", () => {
    const base = scratch();
    mkdirSync(`${base}/in`);
    writeFileSync(`${base}/out`, "outside");
    writeFileSync(`${base}/in/Jürgen's copy (1)`, "inside");
    symlinkSync(`${base}/out`, `${base}/in/a link`);
    within(openDirectory(`${base}/in`) as Directory, (folder) => {
      expect(readForeign(folder, "Jürgen's copy (1)", 100)).toMatchObject({ kind: "read" });
      expect(readForeign(folder, "a link", 100)).toMatchObject({ kind: "unreadable" });
      for (const name of ["../out", "/etc/passwd", "..", ".", "", "a\0b", "a\\b"])
        expect(thrown(() => readForeign(folder, name, 100))).toMatchObject({ code: "unsafe-path" });
    });
  });
});

describe("an opened directory", () => {
  test("STO-22: a child that is a link or a file is refused, a missing one is undefined", () => {
    const root = scratch();
    mkdirSync(`${root}/real`);
    symlinkSync(`${root}/real`, `${root}/link`);
    writeFileSync(`${root}/file`, "");
    within(opened(root), (directory) => {
      expect(thrown(() => directory.open("link")).code).toBe("unsafe-path");
      expect(thrown(() => directory.open("file")).code).toBe("unsafe-path");
      expect(directory.open("absent")).toBeUndefined();
    });
  });

  test("STO-22: the handle stays with its directory when the path is swapped for a link", () => {
    const root = scratch();
    mkdirSync(`${root}/store`);
    mkdirSync(`${root}/outside`);
    writeFileSync(`${root}/store/a.md`, "ours");
    writeFileSync(`${root}/outside/a.md`, "theirs");
    within(opened(`${root}/store`), (directory) => {
      renameSync(`${root}/store`, `${root}/away`);
      symlinkSync(`${root}/outside`, `${root}/store`);
      expect(readFileSync(directory.at("a.md"), "utf8")).toBe("ours");
    });
  });

  test.each([true, false])(
    "STO-22: links, hard links and directories are no files to read (handle paths: %s)",
    (handlePaths) => {
      const root = scratch();
      writeFileSync(`${root}/plain.md`, "text");
      symlinkSync(`${root}/plain.md`, `${root}/link.md`);
      mkdirSync(`${root}/folder.md`);
      within(opened(root, handlePaths), (directory) => {
        expect(readIn(directory, "plain.md", 100)).toMatchObject({ kind: "read" });
        expect(readIn(directory, "plain.md", 3)).toMatchObject({ kind: "unreadable" });
        expect(readIn(directory, "link.md", 100)).toEqual({ kind: "unreadable", reason: "a symbolic link" });
        expect(readIn(directory, "folder.md", 100)).toEqual({ kind: "unreadable", reason: "not a regular file" });
        expect(readIn(directory, "absent.md", 100)).toBeUndefined();
      });
    },
  );

  test("STO-4: new private directories are 0700, parents too; a writable one is refused with the chmod to run", () => {
    const root = scratch();
    ensureDirectory(`${root}/a/b/c`).close();
    for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(`${root}/${path}`).mode & 0o777).toBe(0o700);
    chmodSync(`${root}/a/b`, 0o770);
    expect(thrown(() => openDirectory(`${root}/a/b`))).toMatchObject({
      code: "unsafe-mode",
      hint: `chmod go-w ${root}/a/b`,
    });
    openDirectory(`${root}/a/b`, { writers: "group" })?.close();
    chmodSync(`${root}/a/b`, 0o702);
    expect(thrown(() => openDirectory(`${root}/a/b`, { writers: "group" })).hint).toBe(`chmod o-w ${root}/a/b`);
  });

  test("STO-22: a link that leads nowhere is refused, not filled", () => {
    const root = scratch();
    symlinkSync(`${root}/nowhere`, `${root}/state`);
    expect(thrown(() => ensureDirectory(`${root}/state`)).code).toBe("unsafe-path");
  });
});

describe("STO-4: whose folder it is", () => {
  test("under sudo the hint does not take it from the user", () => {
    expect(ownerHint("/home/jane/.holdfast", 0)).toMatch(/without sudo/);
    expect(ownerHint("/home/jane/.holdfast", 1000)).toBe("chown 1000 /home/jane/.holdfast");
  });

  test("a Linux without /proc has no list of handles, and goes without", () => {
    expect(handlesOf("/nowhere/self/fd")).toBeUndefined();
    expect(handlesOf("/proc/self/fd")?.length ?? 1).toBeGreaterThan(0);
  });
});
