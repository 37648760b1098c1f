// What Holdfast says of itself (SUR-8): every requirement of the documents before it has a row, every row a proof that is
// there, every departure a name, a rule and a reason.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { DEPARTURES, REQUIREMENTS } from "../../../src/cli/conformance-table.ts";
import { scrubbed } from "../../support/scrubbed.ts";

const ROOT = new URL("../../../", import.meta.url);
const CLI = fileURLToPath(new URL("src/cli/main.ts", ROOT));
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");

function holdfast(...args: readonly string[]): { readonly code: number | null; readonly out: string } {
  const env = scrubbed({ HOME: "/nonexistent", NO_COLOR: "1" });
  const done = spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8", env });
  return { code: done.status, out: done.stdout };
}

/** A test of that title, or a golden case that opens with it. */
function isThere(proof: string): boolean {
  const [file = "", title = ""] = proof.split(" > ");
  if (!existsSync(new URL(file, ROOT))) return false;
  const text = read(file);
  return file.endsWith(".txt") ? text.startsWith(`# ${title}\n`) : text.includes(JSON.stringify(title));
}

describe("the table", () => {
  test("SUR-8: has the 36 requirements, in order, each once", () => {
    const counts = [11, 5, 6, 3, 11];
    const ids = counts.flatMap((count, source) => Array.from({ length: count }, (_, n) => `S${source}-${n + 1}`));
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(ids);
    expect(ids).toHaveLength(36);
  });

  test("SUR-8: every row names a test that is there", () => {
    const missing = REQUIREMENTS.flatMap(({ id, proof }) =>
      proof.filter((each) => !isThere(each)).map((each) => `${id}: ${each}`),
    );
    expect(missing).toEqual([]);
    expect(REQUIREMENTS.filter(({ proof }) => proof.length === 0)).toEqual([]);
  });

  test("SUR-8: the reader of proofs sees a title that is not there", () => {
    const [known = ""] = REQUIREMENTS[0]?.proof ?? [];
    expect(isThere(known)).toBe(true);
    expect(isThere(known.slice(0, -1))).toBe(false);
    expect(isThere(known.replace("test/unit", "test/nowhere"))).toBe(false);
    expect(isThere("test/golden/ok.version.txt > SUR")).toBe(false);
  });

  test("SUR-8: every departure is named by a row, and every one that a row names has a rule and a reason", () => {
    const named = new Set(REQUIREMENTS.flatMap(({ departs }) => departs ?? []));
    expect([...named].toSorted()).toEqual(DEPARTURES.map(({ name }) => name).toSorted());
    const spec = readdirSync(new URL("docs/spec/", ROOT)).map((file) => read(`docs/spec/${file}`));
    for (const { name, rule, reason } of DEPARTURES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(
        spec.some((text) => text.includes(`\n- ${rule} `)),
        rule,
      ).toBe(true);
      expect(reason.length).toBeGreaterThan(40);
    }
  });
});

describe("holdfast conformance", () => {
  test("SUR-8: without a store and for an agent too: every row, and the sum at the end", () => {
    const { code, out } = holdfast("conformance");
    expect(code).toBe(0);
    for (const { id } of REQUIREMENTS) expect(out).toMatch(new RegExp(`^${id} +(full|departs)`, "m"));
    const last = out.slice(out.lastIndexOf("\n\n")).trim().replaceAll("\n", " ");
    const names = DEPARTURES.map(({ name }) => name).join(", ");
    expect(last).toBe(`36 of 36 full or declared; departures: ${names}`);
  });

  test("SUR-1 SUR-8: --json has the same, with reasons and proofs", () => {
    const { code, out } = holdfast("conformance", "--json");
    expect(code).toBe(0);
    const told = JSON.parse(out);
    expect(told).toMatchObject({ "trust-model": "1.0.0", kept: 36, departures: DEPARTURES });
    expect(told.requirements).toHaveLength(36);
    const row = told.requirements.find(({ id }: { id: string }) => id === "S4-2");
    expect(Object.keys(row)).toEqual(["id", "requirement", "state", "departures", "proof"]);
    expect(row).toMatchObject({ state: "departs", departures: ["own-words"] });
    expect(Object.keys(row.proof[0])).toEqual(["file", "test"]);
    expect(row.proof[0].file).toBe("test/unit/trust/lifecycle.test.ts");
  });

  test("SUR-8: --version --json names the same departures", () => {
    const { departures } = JSON.parse(holdfast("--version", "--json").out)["trust-model"];
    expect(departures).toEqual(DEPARTURES.map(({ name }) => name));
  });

  test("SUR-8: the page in docs is made of the same table", () => {
    const page = read("docs/reference/conformance.md");
    for (const { id, asks } of REQUIREMENTS) expect(page).toContain(`| ${id} | ${asks} |`);
  });
});
