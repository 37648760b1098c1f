// The house in figures: the sources of src by room, and what makes a house hard to read. `--list` names every case,
// `--json` gives all of it as data, `--bounds` exits 1 where a figure is past its bound.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type House, isCounted, measure, type Room } from "./house/measure.ts";

/** Ceilings; lower is better. */
const BOUNDS: Readonly<Record<string, number>> = {
  "import depth": 14,
  "files in circles": 0,
  "functions with five or more parameters": 20,
  "files with one function": 60,
  "uses of any": 0,
  "npm scripts": 15,
};

const ROOT = fileURLToPath(new URL("..", import.meta.url));

function readSources(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isCounted).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function scriptsIn(file: string): number {
  const { scripts = {} } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: Record<string, string> };
  return Object.keys(scripts).length;
}

function figuresOf(house: House, scripts: number): Readonly<Record<string, number>> {
  return {
    "import depth": Math.max(0, house.chain.length - 1),
    "files in circles": house.cycles.flat().length,
    "functions with five or more parameters": house.manyParameters.length,
    "files with one function": house.oneFunction.length,
    "uses of any": house.anys.length,
    "npm scripts": scripts,
    "exported type names with several homes": Object.keys(house.sharedTypes).length,
  };
}

function roomLine(cells: readonly (string | number)[]): string {
  return cells.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(8))).join("");
}

function table(house: House): readonly string[] {
  const cells = (each: Room) => [each.room, each.files, each.lines, each.median, each.p90, each.max];
  const head = ["room", "files", "lines", "median", "p90", "max"];
  return [head, ...house.rooms.map(cells), cells(house.total)].map(roomLine);
}

function named(house: House): readonly string[] {
  const part = (title: string, lines: readonly string[]) => ["", `${title}:`, ...lines.map((line) => `  ${line}`)];
  return [
    ...part("longest chain of imports", house.chain),
    ...part(
      "circles",
      house.cycles.map((files) => files.join(" ")),
    ),
    ...part("five or more parameters", house.manyParameters),
    ...part("one function", house.oneFunction),
    ...part("any", house.anys),
    ...part(
      "type names with several homes",
      Object.entries(house.sharedTypes).map(([name, files]) => `${name}: ${files.join(" ")}`),
    ),
  ];
}

function main(): number {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: ROOT },
      json: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      bounds: { type: "boolean", default: false },
    },
  });
  const house = measure(readSources(join(values.root, "src")));
  const figures = figuresOf(house, scriptsIn(join(values.root, "package.json")));
  const over = Object.keys(BOUNDS).filter((name) => (figures[name] ?? 0) > (BOUNDS[name] ?? 0));
  if (values.json) console.log(JSON.stringify({ figures, bounds: BOUNDS, over, ...house }, null, 2));
  else {
    const lines = Object.entries(figures).map(
      ([name, figure]) =>
        `${name.padEnd(42)}${String(figure).padStart(6)}${name in BOUNDS ? `  at most ${BOUNDS[name]}${over.includes(name) ? ", over" : ""}` : ""}`,
    );
    console.log([...table(house), "", ...lines, ...(values.list ? named(house) : [])].join("\n"));
  }
  if (house.total.files === 0) {
    console.error("There is no source to measure.");
    return 1;
  }
  return values.bounds && over.length > 0 ? 1 : 0;
}

process.exitCode = main();
