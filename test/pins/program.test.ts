// The built program as other programs meet it: JSON shapes and the library's exports, as literals (SUR-1, LIB-1).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyBuilt } from "../golden/built.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "holdfast-pins-"));
  mkdirSync(join(base, "home"), { mode: 0o700 });
  copyBuilt(join(base, "dist"));
  run("init", "--no-install");
  run("add", "the staging database is named heron");
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

function run(...args: readonly string[]): string {
  const env = { HOME: join(base, "home"), PATH: "/usr/bin:/bin" };
  return execFileSync(process.execPath, [join(base, "dist", "cli.mjs"), ...args], { cwd: base, env, encoding: "utf8" });
}

/** The shape of a value: keys in order, and the kind of each. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

const ROW = {
  id: "string",
  stem: "string",
  name: "string",
  description: "string",
  type: "string",
  kind: "string",
  tier: "string",
  scope: "string",
  project: "null",
  tags: [],
  status: "string",
  created: "string",
  verified: "null",
  superseded: "boolean",
  expired: "boolean",
  due: [],
};

describe("pins: the built program", () => {
  test("SUR-1: list --json", () => {
    const listed: unknown = JSON.parse(run("list", "--json"));
    expect(shapeOf(listed)).toEqual({ memories: [ROW], unreadable: [], raw: [] });
    expect(Object.keys((listed as { memories: object[] }).memories[0] ?? {})).toEqual(Object.keys(ROW));
  });

  test("SUR-1: show --json", () => {
    const shown: unknown = JSON.parse(run("show", "reference_the_staging_database_is", "--json"));
    expect(shapeOf(shown)).toEqual({
      ...ROW,
      path: "string",
      "quarantine-reason": "null",
      expires: "null",
      paths: [],
      asks: [],
      body: "string",
    });
  });

  test("SUR-8: --version --json", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(JSON.parse(run("--version", "--json"))).toEqual({
      version,
      "store-format": 1,
      "trust-model": {
        version: "1.0.0",
        departures: [
          "own-words",
          "unattested",
          "undo",
          "restore-edit",
          "budgeted-loading",
          "masked-quarantine",
          "raw-quarantine",
          "import-asks-person",
        ],
      },
    });
    expect(run("--version")).toBe(`${version}\n`);
  });

  test("STO-30: a line of the ledger", () => {
    const ledger = execFileSync("/bin/sh", ["-c", 'cat "$0"/.holdfast/ledger/*.jsonl', join(base, "home")], {
      encoding: "utf8",
    });
    const [line = ""] = ledger.split("\n");
    expect(Object.keys(JSON.parse(line)).join(" ")).toBe(
      "seq ts device actor channel action id from to sha256 reason prev hash",
    );
  });

  test("LIB-1: what the library exports, and what it gives", async () => {
    const library = await import(pathToFileURL(join(base, "dist", "index.mjs")).href);
    expect(Object.keys(library).sort()).toEqual(["isRefusal", "openStore"]);
    const store = library.openStore({ store: join(base, "home", ".holdfast"), cwd: base });
    expect(Object.keys(store).sort()).toEqual(["get", "list", "remember", "search"]);
  });

  test("LIB-1: what the package exports", () => {
    const { exports, bin, dependencies } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(exports).toEqual({
      ".": { types: "./dist/types/index.d.ts", default: "./dist/index.mjs" },
      "./package.json": "./package.json",
    });
    expect(bin).toEqual({ holdfast: "./dist/cli.mjs" });
    expect(dependencies).toBeUndefined();
  });
});
