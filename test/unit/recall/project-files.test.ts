// CTX-8 at the edge: real folders, links and files. What a look may cost is measured by test/limits.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectFiles } from "../../../src/recall/io/project-files.ts";
import type { Presence } from "../../../src/recall/outdated.ts";
import { type Glob, globOf } from "../../../src/text/glob.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-files-")));
  mkdirSync(join(root, ".git"));
  put("src/user.ts", "export function parseUser() {}\n");
  put("src/deep/er/login.test.ts", "");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const path = (text: string): Presence =>
  projectFiles(root)
    .look()
    .path(globOf(text) as Glob);
const symbol = (file: string, name: string): Presence => projectFiles(root).look().symbol(file.split("/"), name);

describe("CTX-8: files", () => {
  test("there, or gone", () => {
    for (const glob of [
      "src/user.ts",
      "src",
      "src/",
      "src/*.ts",
      "src/**/*.test.ts",
      "user.ts",
      "*.test.ts",
      "src/deep/**",
    ])
      expect([glob, path(glob)]).toEqual([glob, "there"]);
    for (const glob of ["src/none.ts", "lib/**", "src/user.ts/x", "src/*.py", "src/**/*.py", "none.ts", "src/{a,b}.ts"])
      expect([glob, path(glob)]).toEqual([glob, "gone"]);
  });

  test("what was not checked out is not gone", () => {
    mkdirSync(join(root, "vendor/lib"), { recursive: true });
    expect([path("vendor/lib/a.c"), path("vendor/lib/**"), path("vendor/other/a.c")]).toEqual([
      "unknown",
      "unknown",
      "gone",
    ]);
    rmSync(join(root, "src"), { recursive: true });
    rmSync(join(root, "vendor"), { recursive: true });
    expect(path("src/user.ts")).toBe("unknown");
  });

  test("nothing is followed out of the project, and what lies behind a link is not known", () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-outside-")));
    writeFileSync(join(outside, "secret.ts"), "export const here = 1;");
    symlinkSync(outside, join(root, "away"));
    symlinkSync(join(outside, "secret.ts"), join(root, "src/link.ts"));
    expect(path("away/secret.ts")).toBe("unknown");
    expect(path("away/none.ts")).toBe("unknown");
    expect(path("away/**/secret.ts")).toBe("unknown");
    expect(path("**/none-secret.ts")).toBe("unknown");
    expect(path("src/link.ts")).toBe("there");
    expect(symbol("src/link.ts", "gone")).toBe("unknown");
    expect(symbol("away/secret.ts", "gone")).toBe("unknown");
    rmSync(outside, { recursive: true });
  });

  test("what packages brought is not the project's", () => {
    put("node_modules/x/setup.py", "");
    put(".git/hooks/run.py", "");
    expect(path("*.py")).toBe("gone");
    expect(path("node_modules/x/setup.py")).toBe("there");
  });
});

describe("CTX-8: symbols", () => {
  test("there, or gone, in a small text; else not known", () => {
    expect([symbol("src/user.ts", "parseUser"), symbol("src/user.ts", "parseLogin")]).toEqual(["there", "gone"]);
    put("src/large.ts", " ".repeat(256 * 1024));
    put("src/wide.ts", Buffer.from("export const a = 1;", "utf16le"));
    execFileSync("mkfifo", [join(root, "src/pipe.ts")]);
    for (const file of ["src/large.ts", "src/wide.ts", "src/pipe.ts", "src/none.ts", "src"])
      expect([file, symbol(file, "parseUser")]).toEqual([file, "unknown"]);
  });
});

describe("CTX-8: the cost", () => {
  test("what is too dear to find out is not said", () => {
    for (let n = 0; n < 2000; n++) put(`many/${n}.ts`, "");
    expect(path("many/*.py")).toBe("unknown");
    expect(path("many/*.ts")).toBe("there");
  });
});
