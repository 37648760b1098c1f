// The figures of the house on planted sources, each with what must not be counted beside what must.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isCounted, measure } from "../../../scripts/house/measure.ts";
import { readFacts } from "../../../scripts/house/reader.ts";

const house = (sources: Record<string, string>) => measure(new Map(Object.entries(sources)));

describe("one file", () => {
  test("blank lines are no lines", () => {
    expect(readFacts("// a\n\n  \nconst a = 1;\n").lines).toBe(2);
  });

  test("what loads a file: imports, effects and re-exports, and no types", () => {
    const facts = readFacts(`
      import { a } from "./a.ts";
      import { type B, c } from "./bc.ts";
      import "./effect.ts";
      export { d } from "./d.ts";
      export * from "./e.ts";
      import type { T } from "./t1.ts";
      import { type U } from "./t2.ts";
      export type { V } from "./t3.ts";
      const text = 'import { x } from "./text.ts"'; // import "./comment.ts"
      type W = import("./t4.ts").W;
      const later = () => import("./later.ts");
    `);
    expect(facts.loads).toEqual(["./a.ts", "./bc.ts", "./effect.ts", "./d.ts", "./e.ts"]);
    expect(facts.loadsLater).toEqual(["./later.ts"]);
  });

  test("parameters: a destructured object is one, a rest is one, a signature is no function", () => {
    const facts = readFacts(`
      interface Port { call(a: 1, b: 2, c: 3, d: 4, e: 5): void }
      type Call = (a: 1, b: 2, c: 3, d: 4, e: 5) => void;
      function five(a: string, b = "(,)", { c, d }: { c: string; d: string }, [e]: string[], ...f: string[]) {}
      const arrow = (a: 1, b: 2) => a;
      class Made { constructor(a: 1, b: 2, c: 3, d: 4, e: 5) {} }
      const held = { method(this: Made, a: 1) {} };
    `);
    expect(facts.functions.map((each) => [each.name, each.parameters])).toEqual([
      ["five", 5],
      ["arrow", 2],
      ["constructor", 5],
      ["method", 1],
    ]);
    expect(facts.functions[0]?.line).toBe(4);
  });

  test("functions at the top of a file, declared or held", () => {
    const facts = readFacts(`
      export function one() { const inner = () => 1; return inner; }
      const two = () => 1, three = function () {};
      export const four = (): number => 4;
      const called = [1].map((x) => x);
      export default function five() {}
    `);
    expect(facts.topFunctions).toBe(5);
  });

  test("any as a type, not as a word", () => {
    expect(readFacts("let a: any; const any = 'any'; // any\nlet b: Array<any>; let c: { any: 1 };").anys).toBe(2);
  });

  test("types that are exported and declared here", () => {
    const facts = readFacts(`
      export interface A {}
      export type B = string;
      interface C {}
      type D = string;
      export type { D };
      export type { E } from "./e.ts";
      export const F = 1;
    `);
    expect(facts.types).toEqual(["A", "B", "D"]);
  });
});

describe("a tree", () => {
  test("rooms, sizes and the length of the longest chain in arrows", () => {
    const { rooms, total, chain } = house({
      "index.ts": 'import "./top/a.ts";\nimport "./low/c.ts";',
      "top/a.ts": 'import "./b.ts";',
      "top/b.ts": 'import "../low/c.ts";\nimport "node:fs";\nimport "./missing.ts";',
      "low/c.ts": 'import type { A } from "../top/a.ts";',
    });
    expect(rooms.map((each) => [each.room, each.files, each.lines])).toEqual([
      ["index.ts", 1, 2],
      ["low", 1, 1],
      ["top", 2, 4],
    ]);
    expect(total).toMatchObject({ files: 4, lines: 7, median: 2, max: 3 });
    expect(chain).toEqual(["index.ts", "top/a.ts", "top/b.ts", "low/c.ts"]);
  });

  test("circles are found, whichever file is read first", () => {
    const { cycles } = house({
      "a.ts": 'import "./b.ts";',
      "b.ts": 'import "./c.ts";',
      "c.ts": 'import "./a.ts"; import "./d.ts";',
      "d.ts": "",
      "self.ts": 'import "./self.ts";',
    });
    expect(cycles).toEqual([["a.ts", "b.ts", "c.ts"], ["self.ts"]]);
  });

  test("names every case", () => {
    const { manyParameters, oneFunction, anys, sharedTypes } = house({
      "a.ts": "export function f(a: 1, b: 1, c: 1, d: 1, e: 1, g: 1) {}\nexport type Found = any;",
      "b/c.ts": "export interface Found {}\nexport type Other = 1;\nfunction x() {}\nfunction y() {}",
    });
    expect(manyParameters).toEqual(["a.ts:1 f (6)"]);
    expect(oneFunction).toEqual(["a.ts"]);
    expect(anys).toEqual(["a.ts"]);
    expect(sharedTypes).toEqual({ Found: ["a.ts", "b/c.ts"] });
  });

  test("generated files and declarations are not counted", () => {
    expect(["a.ts", "a.generated.ts", "a.d.ts", "a.json"].filter(isCounted)).toEqual(["a.ts"]);
  });
});

test("the house keeps its bounds: depth, circles, parameters, one-function files, any, scripts", () => {
  const program = fileURLToPath(new URL("../../../scripts/house.ts", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program, "--bounds"], { encoding: "utf8" });
  expect(status, stdout).toBe(0);
});
