// Other tools' files and databases: read within bounds, never written, links not followed.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { readRows } from "../../../src/disk/foreign-database.ts";
import {
  folderThere,
  foreignFolders,
  listForeign,
  lookAtForeign,
  readForeignText,
  underHome,
} from "../../../src/disk/foreign-tree.ts";
import { scratch } from "../../support/disk.ts";

const LIMITS = { endings: [".md"], files: 10, depth: 3 };

describe("IMP-1: folders of other tools", () => {
  test("STO-22: links, devices and other endings are not opened, and told where they would count", () => {
    const base = scratch();
    mkdirSync(`${base}/notes/deep/deeper/deepest`, { recursive: true });
    mkdirSync(`${base}/outside`);
    writeFileSync(`${base}/outside/secret.md`, "secret");
    writeFileSync(`${base}/notes/한글 이름.md`, "one");
    writeFileSync(`${base}/notes/b.txt`, "not counted");
    writeFileSync(`${base}/notes/deep/deeper/deepest/c.md`, "too deep");
    writeFileSync(`${base}/notes/deep/d.md`, "two");
    symlinkSync(`${base}/outside/secret.md`, `${base}/notes/link.md`);
    symlinkSync(`${base}/outside`, `${base}/notes/folder`);
    execFileSync("mkfifo", [`${base}/notes/pipe.md`]);
    const tree = listForeign(`${base}/notes`, { ...LIMITS, depth: 2 });
    expect(tree?.files.map(({ path }) => path)).toEqual([`${base}/notes/deep/d.md`, `${base}/notes/한글 이름.md`]);
    expect(tree?.passedOver).toEqual([
      { path: `${base}/notes/link.md`, why: "is a link, which is not followed" },
      { path: `${base}/notes/pipe.md`, why: "is no regular file" },
    ]);
    expect(readForeignText(`${base}/notes/link.md`, 100)).toBe("is a link, which is not followed");
    expect(readForeignText(`${base}/notes/pipe.md`, 100)).toBe("is no regular file of yours");
    expect(lookAtForeign(`${base}/notes/link.md`)).toMatchObject({ why: "is a link, which is not followed" });
    expect(foreignFolders(`${base}/notes`)).toEqual([`${base}/notes/deep`]);
  });

  test("number, size and encoding are bounded", () => {
    const base = scratch();
    for (let n = 0; n < 12; n++) writeFileSync(`${base}/${String(n).padStart(2, "0")}.md`, "x");
    const tree = listForeign(base, LIMITS);
    expect(tree?.files).toHaveLength(10);
    expect(tree?.passedOver).toEqual([{ path: base, why: "only 10 files are looked at" }]);
    writeFileSync(`${base}/large.md`, "x".repeat(2000));
    writeFileSync(`${base}/latin.md`, Buffer.from([0x66, 0xfc, 0x72]));
    expect(readForeignText(`${base}/large.md`, 1024)).toBe("is larger than 1 KiB");
    expect(readForeignText(`${base}/latin.md`, 1024)).toBe("is not UTF-8 text");
    expect(readForeignText(`${base}/gone.md`, 1024)).toBe("can't be opened (ENOENT)");
    expect(readForeignText(`${base}/00.md`, 1024)).toMatchObject({ text: "x" });
    expect(listForeign(`${base}/gone`, LIMITS)).toBeUndefined();
    expect(listForeign(`${base}/00.md`, LIMITS)?.files).toHaveLength(1);
  });

  test("STO-23: a name that no file can have is an answer, not an end", () => {
    for (const path of ["/a\u0000b", `/x/${"a".repeat(6000)}`, `/${"a/".repeat(4000)}`]) {
      expect(folderThere(path)).toBe(false);
      expect(lookAtForeign(path)).toMatchObject({ why: expect.stringContaining("can't be looked at") });
      expect(listForeign(path, LIMITS)).toBeUndefined();
      expect(foreignFolders(path)).toEqual([]);
    }
  });

  test("a path is shown from the home where it is below it", () => {
    expect([underHome("/h/a/b", "/h/a"), underHome("/h/ab", "/h/a"), underHome("claude session x", "/h")]).toEqual([
      "~/b",
      "/h/ab",
      "claude session x",
    ]);
  });
});

describe("IMP-1: databases of other tools", () => {
  const request = { table: "observations", columns: ["id", "title", "later"], newestBy: "at", limit: 2 };

  function database(): string {
    const path = `${scratch()}/claude-mem.db`;
    const made = new DatabaseSync(path);
    made.exec("PRAGMA journal_mode = WAL; CREATE TABLE observations (id INTEGER, title TEXT, at INTEGER)");
    made.exec("INSERT INTO observations VALUES (1, 'old', 1), (2, 'newer', 2), (3, 'newest', 3)");
    made.close();
    return path;
  }

  test("the newest rows, of the columns that are there, and nothing is written beside it", () => {
    const path = database();
    const before = readFileSync(path);
    expect(readRows(path, request)).toEqual({
      rows: [
        { id: 3, title: "newest" },
        { id: 2, title: "newer" },
      ],
      withoutNewest: false,
    });
    expect(readdirSync(path.replace(/[^/]+$/, ""))).toEqual(["claude-mem.db"]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("a program that is running is read with what it wrote last, and is not disturbed", () => {
    const path = database();
    const running = new DatabaseSync(path);
    running.exec("INSERT INTO observations VALUES (4, 'just now', 4)");
    const shared = statSync(`${path}-shm`).mtimeMs;
    const read = readRows(path, request);
    expect(typeof read !== "string" && read.rows[0]).toEqual({ id: 4, title: "just now" });
    expect(statSync(`${path}-shm`).mtimeMs).toBe(shared);
    running.exec("INSERT INTO observations VALUES (5, 'after', 5)");
    running.close();
  });

  test("a journal that was left behind is not mended: the last checkpoint is read, and that is told", () => {
    const path = database();
    const running = new DatabaseSync(path);
    running.exec("INSERT INTO observations VALUES (4, 'just now', 4)");
    const copy = `${scratch()}/claude-mem.db`;
    for (const end of ["", "-wal"]) writeFileSync(`${copy}${end}`, readFileSync(`${path}${end}`));
    running.close();
    const read = readRows(copy, request);
    expect(typeof read !== "string" && [read.rows[0], read.withoutNewest]).toEqual([{ id: 3, title: "newest" }, true]);
    expect(readdirSync(copy.replace(/[^/]+$/, "")).sort()).toEqual(["claude-mem.db", "claude-mem.db-wal"]);
  });

  test("a view or a virtual table in the place of a table is not run: it may have no end", () => {
    const path = `${scratch()}/bomb.db`;
    const made = new DatabaseSync(path);
    made.exec(
      "CREATE VIEW observations AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 9) SELECT x AS id, x AS at FROM c",
    );
    made.exec("CREATE VIRTUAL TABLE found USING fts5(id, at)");
    made.close();
    expect(readRows(path, request)).toMatch(/it has no table observations/);
    expect(readRows(path, { ...request, table: "found" })).toMatch(/it has no table found/);
  });

  test("what is no database, has no such table, or is a link is told in a sentence", () => {
    const base = scratch();
    writeFileSync(`${base}/a.db`, "this is no database at all, but it is long enough to be taken for one".repeat(20));
    expect(readRows(`${base}/a.db`, request)).toMatch(/^can't be read as a database/);
    expect(readRows(database(), { ...request, table: "sessions" })).toMatch(/it has no table sessions/);
    symlinkSync(database(), `${base}/link.db`);
    expect(readRows(`${base}/link.db`, request)).toBe("is no regular file of yours");
    expect(readRows(`${base}/gone.db`, request)).toBe("is not there");
    linkSync(`${base}/a.db`, `${base}/b.db`);
    expect(typeof readRows(`${base}/b.db`, request)).toBe("string");
  });
});
