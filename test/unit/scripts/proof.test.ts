// The names under which everything is started: each leads to a program that is there, each page that names one means it,
// and no test file falls between `check` and `check:all`.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { quickSuites, suites } from "../../../scripts/ci/suites.ts";
import { PROOFS, proofOf } from "../../../scripts/proof.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const names = PROOFS.map(({ name }) => name);
const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };

/** What package.json once had as scripts of their own; others type these. */
const OLD =
  "package:check leftovers schemas pictures docs:build docs:reference docs:architecture docs:check test:machines test:unit test:property test:security test:golden durability crash contend faults break git:edge cost import:check same-answers fuzz:context fuzz:mcp eval:search bench bench:page bench:search bench:peers bench:start audit:check bench:sync bench:hook eval:secrets eval:injection eval:observer eval:cues eval:poison e2e e2e:observer review web:check observer sync:faults sync:pairs sync:kills sync:histories sync:inside mutants sync:props second-machine docs:blocks walk";

describe("npm run proof", () => {
  const proof = (...args: readonly string[]) =>
    spawnSync(process.execPath, ["scripts/proof.ts", ...args], { cwd: ROOT, encoding: "utf8" });

  test("has every old name, each once, with a program that is there and a line that fits a terminal", () => {
    expect(OLD.split(" ").filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(PROOFS.flatMap(({ commands }) => commands.map(([file = ""]) => file)).filter(missing)).toEqual([]);
    expect(PROOFS.filter(({ name, proves }) => name.length > 17 || proves === "" || proves.length > 66)).toEqual([]);
  });

  test("lists them without a name, and says what there is for an unknown one", () => {
    const listed = proof();
    expect(listed.status).toBe(0);
    for (const { name, proves } of PROOFS) expect(listed.stdout).toMatch(new RegExp(`^ {2}${name} +${proves}$`, "m"));
    const unknown = proof("nothing");
    expect([unknown.status, unknown.stdout]).toEqual([64, ""]);
    expect(unknown.stderr).toContain("There is no proof called nothing.");
    expect(unknown.stderr).toContain("  crash ");
  });

  test("gives options and exit codes through", () => {
    const told = proof("house", "--json");
    expect(told.status).toBe(0);
    expect(JSON.parse(told.stdout)).toHaveProperty("figures");
    expect(proof("house", "--nonsense").status).toBe(1);
  });
});

function missing(file: string): boolean {
  return !existsSync(join(ROOT, file));
}

test("package.json has at most 15 scripts", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

test("every `npm run` of a page, a message or a workflow is there", () => {
  const tracked = execFileSync("git", ["ls-files", "*.md", "*.ts", "*.yml", "*.json", ".ci"], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .split("\n")
    // History, and lines for the guard and for rules.
    .filter(
      (file) =>
        file !== "" && !/^CHANGELOG|unit\/(?:guard|rules)\/|package-lock|proof\.test|rules-try\.test/.test(file),
    );
  const known = new Set([...Object.keys(scripts), ...names.map((name) => `proof ${name}`), "proof NAME"]);
  const told = tracked
    .filter((file) => !missing(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\bnpm run (?:--silent )?(proof [\w:-]+|[a-z][\w:-]*)/g)]
        .filter(([, name = ""]) => !known.has(name.replace(/ --$/, "")))
        .map(([text]) => `${file}: ${text}`),
    );
  expect(told).toEqual([]);
  const named = [...read("docs/proof.md").matchAll(/npm run proof ([\w:-]+)/g)];
  expect(named.length).toBeGreaterThan(30);
});

describe("no test falls between check and check:all", () => {
  const files = globSync("test/**/*.test.ts", { cwd: ROOT }).sort();
  const collected = (...options: readonly string[]): ReadonlyMap<string, string> => {
    const args = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--json", ...options];
    const found = JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" })) as {
      readonly file: string;
      readonly projectName: string;
    }[];
    const homes = new Map(found.map(({ file, projectName }) => [file.slice(ROOT.length + 1), projectName]));
    expect(homes.size, "a file of two projects").toBe(found.length);
    return homes;
  };

  test("check:all has every test file once, and runs every project", () => {
    const all = collected();
    expect([...all.keys()].sort()).toEqual(files);
    const run = suites(false, new Map()).filter(({ kind }) => kind === "vitest");
    expect(run.map(({ name }) => name).sort()).toEqual([...new Set(all.values())].sort());
    expect(run.every(({ name, command }) => command.at(-1) === name && command.at(-2) === "--project")).toBe(true);
  });

  test("check leaves out the machines and what says so at its top, and nothing else", () => {
    const [all, quick] = [collected(), collected("--mode", "quick")];
    const unsaid = files.filter(
      (file) => !quick.has(file) && !/^(?:\/\/.*\n)*\/\/ check:all: /.test(read(file)) && all.get(file) !== "machines",
    );
    expect(unsaid).toEqual([]);
    expect(quick.size).toBeGreaterThan(files.length * 0.75);
    expect(quickSuites().at(-1)?.command.slice(-2)).toEqual(["--mode", "quick"]);
  });
});

test("no test bounds the time that something takes: that is for the programs", () => {
  const clocks = /performance\.now|hrtime|[cC]puUsage/;
  const files = globSync("test/**/*.test.ts", { cwd: ROOT }).filter((file) => !file.endsWith("proof.test.ts"));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => clocks.test(read(file)))).toEqual([]);
});

test("a name that is not there is a slip of the pen", () => {
  expect(() => proofOf("crush")).toThrow("No proof called crush.");
});
