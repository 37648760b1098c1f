import { appendFileSync, linkSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { appendLine, tailLines } from "../../../src/disk/append-log.ts";
import { type Directory, ensureDirectory, within } from "../../../src/disk/directory.ts";
import { scratch, thrown } from "../../support/disk.ts";

function inScratch(act: (directory: Directory, path: string) => void): void {
  const path = scratch();
  within(ensureDirectory(path), (directory) => act(directory, path));
}

describe("a file of lines", () => {
  test("STO-30: lines are appended, 0600, and say when the file is new", () => {
    inScratch((directory, path) => {
      expect(appendLine(directory, "log", "one")).toEqual({ made: true });
      expect(appendLine(directory, "log", "two")).toEqual({ made: false });
      expect(readFileSync(`${path}/log`, "utf8")).toBe("one\ntwo\n");
      expect(statSync(`${path}/log`).mode & 0o777).toBe(0o600);
      expect(tailLines(directory, "log")).toEqual(["one", "two"]);
      expect(tailLines(directory, "absent")).toEqual([]);
    });
  });

  test("STO-30: a torn last line is left out of the tail and stands by itself after the next append", () => {
    inScratch((directory, path) => {
      appendLine(directory, "log", "one");
      appendFileSync(`${path}/log`, '{"seq":2,"t');
      expect(tailLines(directory, "log")).toEqual(["one"]);
      appendLine(directory, "log", "two");
      expect(tailLines(directory, "log")).toEqual(["one", '{"seq":2,"t', "two"]);
    });
  });

  test("STO-30: the tail of a long file holds whole lines only, however long they are", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/log`, Array.from({ length: 500 }, (_, n) => `${n} ${"x".repeat(60)}\n`).join(""));
      const tail = tailLines(directory, "log", 200);
      expect(tail.map((line) => line.split(" ")[0])).toEqual(["497", "498", "499"]);
      appendLine(directory, "log", "y".repeat(5000));
      expect(tailLines(directory, "log", 100).at(-1)).toBe("y".repeat(5000));
    });
  });

  test("STO-22: links are refused and their target stays", () => {
    inScratch((directory, path) => {
      writeFileSync(`${path}/target`, "theirs\n");
      symlinkSync(`${path}/target`, `${path}/link`);
      linkSync(`${path}/target`, `${path}/hard`);
      for (const name of ["link", "hard"]) {
        expect(thrown(() => appendLine(directory, name, "x")).code).toBe("unsafe-path");
        expect(thrown(() => tailLines(directory, name)).code).toBe("unsafe-path");
      }
      expect(readFileSync(`${path}/target`, "utf8")).toBe("theirs\n");
    });
  });
});
