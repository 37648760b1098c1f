import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { type Directory, ensureDirectory, within } from "../../../src/disk/directory.ts";
import {
  createFile,
  createFiles,
  createGuarded,
  removeFile,
  removeTemps,
  replaceFile,
  replaceGuarded,
  writeAll,
} from "../../../src/disk/durable-write.ts";
import { readIn } from "../../../src/disk/read-file.ts";
import { makeTempName } from "../../../src/disk/temp-name.ts";
import { scratch } from "../../support/disk.ts";

const NEW = Buffer.from("new");

function inScratch(act: (directory: Directory, path: string) => void): void {
  const path = scratch();
  within(ensureDirectory(path), (directory) => act(directory, path));
}

describe("durable writing", () => {
  test("STO-20: several new files at once: an answer each, nothing overwritten, no temporary file left", async () => {
    const path = scratch();
    writeFileSync(`${path}/b.md`, "theirs");
    const directory = ensureDirectory(path);
    const files = ["a.md", "b.md", "c.md"].map((name) => ({ name, bytes: Buffer.from(`text of ${name}`) }));
    try {
      let before: readonly string[] = [];
      const made = await createFiles(directory, files, 0o600, () => {
        before = readdirSync(path).filter((name) => name.endsWith(".md"));
        return undefined;
      });
      expect(made).toEqual([undefined, "exists", undefined]);
      expect(before).toEqual(["b.md"]);
      expect(readdirSync(path).sort()).toEqual(["a.md", "b.md", "c.md"]);
      expect(readFileSync(`${path}/b.md`, "utf8")).toBe("theirs");
      expect([readFileSync(`${path}/c.md`, "utf8"), statSync(`${path}/c.md`).mode & 0o777]).toEqual([
        "text of c.md",
        0o600,
      ]);
      expect(statSync(`${path}/a.md`).nlink).toBe(1);
      expect(await createFiles(directory, [{ name: "d.md", bytes: Buffer.from("d") }], 0o600, () => "stop")).toBe(
        "stop",
      );
      await expect(
        createFiles(directory, [...files, { name: "../x", bytes: Buffer.from("d") }], 0o600),
      ).resolves.toEqual(["exists", "exists", "exists", expect.any(Error)]);
      expect(readdirSync(path).sort()).toEqual(["a.md", "b.md", "c.md"]);
    } finally {
      directory.close();
    }
  });

  test("STO-20: create never overwrites, not even a link, and leaves no temporary file", () => {
    inScratch((directory, path) => {
      expect(createFile(directory, "a.md", Buffer.from("one"), 0o600)).toBeUndefined();
      expect(createFile(directory, "a.md", Buffer.from("two"), 0o600)).toBe("exists");
      symlinkSync(`${path}/gone`, `${path}/b.md`);
      expect(createFile(directory, "b.md", Buffer.from("two"), 0o600)).toBe("exists");
      expect(readFileSync(`${path}/a.md`, "utf8")).toBe("one");
      expect(readdirSync(path).sort()).toEqual(["a.md", "b.md"]);
      expect(statSync(`${path}/a.md`).nlink).toBe(1);
    });
  });

  test("STO-20: replace puts the new bytes in place of a link, and leaves its target alone", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/target`, "theirs");
      symlinkSync(`${path}/target`, `${path}/a.md`);
      replaceFile(directory, "a.md", Buffer.from("ours"), 0o640);
      expect(readFileSync(`${path}/target`, "utf8")).toBe("theirs");
      expect(readFileSync(`${path}/a.md`, "utf8")).toBe("ours");
      expect(statSync(`${path}/a.md`).mode & 0o777).toBe(0o640);
    });
  });

  test("STO-21: a guard's answer stops the write and leaves the old bytes", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/a.md`, "old");
      expect(replaceGuarded(directory, { name: "a.md", bytes: NEW, mode: 0o600 }, () => "stop" as const)).toBe("stop");
      expect(createGuarded(directory, { name: "b.md", bytes: NEW, mode: 0o600 }, () => "stop" as const)).toBe("stop");
      expect(readFileSync(`${path}/a.md`, "utf8")).toBe("old");
      expect(readdirSync(path)).toEqual(["a.md"]);
    });
  });

  test("STO-20: a failing write removes its temporary file and keeps the old bytes", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/a.md`, "old");
      const fail = (): never => {
        throw new Error("no");
      };
      expect(() => replaceGuarded(directory, { name: "a.md", bytes: NEW, mode: 0o600 }, fail)).toThrow("no");
      expect(readdirSync(path)).toEqual(["a.md"]);
      expect(readFileSync(`${path}/a.md`, "utf8")).toBe("old");
    });
  });

  test("STO-20: short writes are continued until all bytes are written", () => {
    const got: number[] = [];
    writeAll(0, Buffer.from("abcdefgh"), (_fd, bytes, offset, length) => {
      const taken = Math.min(3, length);
      got.push(...bytes.subarray(offset, offset + taken));
      return taken;
    });
    expect(Buffer.from(got).toString()).toBe("abcdefgh");
  });

  test("STO-20: only temporary names are swept", () => {
    inScratch((directory, path) => {
      for (const name of [makeTempName(), ".holdfast-1-zz.tmp", "a.tmp", "a.md"]) writeFileSync(`${path}/${name}`, "");
      expect(removeTemps(directory)).toBe(1);
      expect(readdirSync(path).sort()).toEqual([".holdfast-1-zz.tmp", "a.md", "a.tmp"]);
      expect(removeFile(directory, "a.md")).toBe(true);
      expect(removeFile(directory, "a.md")).toBe(false);
    });
  });

  test("STO-22: a second name is a hard link and refused, unless it is the file's own temporary name", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/a.md`, "text");
      const temp = makeTempName();
      linkSync(`${path}/a.md`, `${path}/${temp}`);
      expect(readIn(directory, "a.md", 100)).toMatchObject({ kind: "read" });
      linkSync(`${path}/a.md`, `${path}/elsewhere`);
      expect(readIn(directory, "a.md", 100)).toEqual({ kind: "unreadable", reason: "a hard link" });
      unlinkSync(`${path}/${temp}`);
      expect(readIn(directory, "a.md", 100)).toEqual({ kind: "unreadable", reason: "a hard link" });
      expect(existsSync(`${path}/${temp}`)).toBe(false);
    });
  });
});
