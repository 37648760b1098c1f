// CTX-8: which files and symbols a memory names, and when they count as gone.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { citedBy, isOutdated, type Presence } from "../../../src/recall/outdated.ts";
import { after, fits, type Glob, globOf, literalOf, reachable } from "../../../src/text/glob.ts";

function memory(paths: readonly string[], body = ""): MemoryDocument {
  const doc = parseDocument(`---\nname: n\ndescription: d\npaths: ${JSON.stringify(paths)}\n---\n${body}\n`);
  if (doc.kind !== "document") throw new Error("no memory");
  return doc;
}

function matches(glob: string, path: string): boolean {
  const { alternatives } = globOf(glob) as Glob;
  return alternatives.some((segments) => {
    let at = reachable(segments, 0);
    let met = false;
    for (const name of path.split("/")) ({ next: at, met } = after(segments, at, name));
    return met;
  });
}

describe("CTX-8: globs of paths", () => {
  test("what a glob fits", () => {
    const rows: readonly (readonly [string, string, boolean])[] = [
      ["src/a.ts", "src/a.ts", true],
      ["./src//a.ts", "src/a.ts", true],
      ["src/a.ts", "src/b.ts", false],
      ["src/*.ts", "src/a.ts", true],
      ["src/*.ts", "src/a/b.ts", false],
      ["src/**", "src/a/b.ts", true],
      ["src/**", "lib/a.ts", false],
      ["src/**/*.test.ts", "src/x.test.ts", true],
      ["src/**/*.test.ts", "src/a/b/x.test.ts", true],
      ["src/**/*.test.ts", "src/a/b/x.ts", false],
      ["**/**/x", "a/b/x", true],
      ["*.md", "docs/deep/readme.md", true],
      ["Makefile", "tools/Makefile", true],
      ["a/{b,c}/*.{ts,tsx}", "a/c/x.tsx", true],
      ["a/{b,c}/*.{ts,tsx}", "a/d/x.tsx", false],
      ["a/x?z", "a/xyz", true],
      ["app/[id]/*.tsx", "app/[id]/page.tsx", true],
      ["app/[a-c]*.ts", "app/b1.ts", true],
      ["a/*bc*bcd", "a/xbcbcd", true],
      ["a/*bc*bcd", "a/xbcd", false],
      ["a/ab*ba", "a/aba", false],
    ];
    for (const [glob, path, yes] of rows) expect([glob, path, matches(glob, path)]).toEqual([glob, path, yes]);
  });

  test("what can't be read as a path inside the project is no glob", () => {
    const no = [
      "",
      "/etc/passwd",
      "~/x",
      "../x",
      "a/../../x",
      "a\\b",
      "!a",
      "a/\0b",
      "@(a|b)/c",
      "{a,{b,c}}",
      "{1..9}/x",
    ];
    for (const text of [...no, "{a,b}".repeat(5), "a/".repeat(30)])
      expect([text, globOf(text)]).toEqual([text, undefined]);
  });

  test("a name that is one file is told from what may be several", () => {
    const literal = (text: string): readonly string[] | undefined => literalOf(globOf(text) as Glob);
    expect(literal("src/a.ts")).toEqual(["src", "a.ts"]);
    for (const text of ["a.ts", "src/*", "src/{a,b}.ts", "app/[id]/a.ts"])
      expect([text, literal(text)]).toEqual([text, undefined]);
  });

  test("a glob always fits what its own stars were filled with", () => {
    const piece = fc.stringMatching(/^[a-c]{0,3}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, piece), { minLength: 2, maxLength: 6 }), (pairs) => {
        const [head] = pairs[0] ?? [""];
        const rest = pairs.slice(1);
        const pieces = [head, ...rest.map(([, text]) => text)];
        expect(fits({ kind: "stars", pieces }, head + rest.map(([fill, text]) => fill + text).join(""))).toBe(true);
      }),
    );
  });
});

describe("CTX-8: symbols", () => {
  const FILE = "src/user.ts";
  const symbols = (body: string, paths = [FILE]): readonly string[] =>
    citedBy(memory(paths, body)).symbols.map(({ file, symbol }) => `${file.join("/")} ${symbol}`);

  test("an identifier in backticks beside its file", () => {
    for (const text of [
      "Look at `parseUser` in `src/user.ts`.",
      "The `parseUser()` of `user.ts` does it",
      "`src/user.ts#parseUser` does it",
      "`src/user.ts:parseUser` does it",
      "`src/user.ts::User::parseUser` does it",
      "See `User.parseUser` (`src/user.ts`).",
    ])
      expect([text, symbols(text)]).toEqual([text, ["src/user.ts parseUser"]]);
  });

  test("anything less plain is left alone", () => {
    for (const text of [
      "parseUser in src/user.ts",
      "Run `npm` before you open `src/user.ts`.",
      "`parseUser` in `src/other.ts`",
      "`a b` in `src/user.ts`",
      "`src/user.ts:42` is the line",
      "`12` in `src/user.ts`",
      "There is no `parseUser` in `src/user.ts`.",
      "`parseUser` in `src/user.ts` was removed.",
      "Don't use `parseUser` from `src/user.ts`",
      "Create `parseUser` in `src/user.ts`",
      "`parseUser` in\n`src/user.ts`",
    ])
      expect([text, symbols(text)]).toEqual([text, []]);
    expect(symbols("`parseUser` in `user.ts`", ["a/user.ts", "b/user.ts"])).toEqual([]);
    expect(symbols("`parseUser` in `src/user.ts`", ["src/*.ts"])).toEqual([]);
  });
});

describe("CTX-8: when it may be out of date", () => {
  const judged = (
    paths: readonly string[],
    body: string,
    path: readonly Presence[],
    symbol: Presence = "there",
  ): boolean => {
    let at = 0;
    return isOutdated(memory(paths, body), {
      look: () => ({ path: () => path[at++] ?? "unknown", symbol: () => symbol }),
    });
  };

  test("all files gone, not some, and not where it can't be told", () => {
    expect(judged(["a/x", "a/y"], "", ["gone", "gone"])).toBe(true);
    expect(judged(["a/x", "a/y"], "", ["gone", "there"])).toBe(false);
    expect(judged(["a/x", "a/y"], "", ["gone", "unknown"])).toBe(false);
    expect(judged(["a/x", "/etc/y"], "", ["gone", "gone"])).toBe(false);
    expect(judged(["a/x", "!a/y"], "", ["gone"])).toBe(true);
    expect(judged([], "", [])).toBe(false);
    expect(judged(["!a/y"], "", ["gone"])).toBe(false);
    expect(
      judged(
        Array.from({ length: 21 }, (_, n) => `a/${n}`),
        "",
        Array(21).fill("gone"),
      ),
    ).toBe(false);
  });

  test("a symbol that is gone is enough", () => {
    const body = "`parseUser` in `src/user.ts`";
    expect(judged(["src/user.ts"], body, ["there"], "gone")).toBe(true);
    expect(judged(["src/user.ts"], body, ["there"], "unknown")).toBe(false);
    expect(judged(["src/user.ts"], body, ["there"], "there")).toBe(false);
  });
});
