// What the page of figures promises: it is made of the record and nothing else, every table names a command that is
// there, and what is bad for us is not left out.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Figures, misses, notebook } from "../../../scripts/bench/figures.ts";
import { toPage } from "../../../scripts/bench/page.ts";
import { asText, type BenchRecord } from "../../../scripts/bench/record.ts";
import { commandOf, FORMS, STEPS } from "../../../scripts/bench/steps.ts";
import { number, show, type Table } from "../../../scripts/bench/table.ts";
import { tablesOf } from "../../../scripts/bench/tables.ts";
import { PAGE, RECORD } from "../../../scripts/generate-benchmarks.ts";
import { PROOFS, proofOf } from "../../../scripts/proof.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const proofs = PROOFS.map(({ name }) => name);
const committed = JSON.parse(read(RECORD)) as BenchRecord;

const folder = mkdtempSync(join(tmpdir(), "holdfast-bench-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the committed page", () => {
  test("is what its record gives, byte for byte, and the record is as a run writes it", () => {
    expect(read(PAGE)).toBe(toPage(committed));
    expect(read(RECORD)).toBe(asText(committed));
  });

  test("begins with what is felt, and counts there each miss and loss that stands below", () => {
    const [, felt = "", ...rest] = read(PAGE).split(/^## /mu);
    expect(felt).toMatch(/^What you feel\n/u);
    expect(felt.match(/^- .*\*\*[\d.,]+ (?:ms|MB)/gmu)).toHaveLength(8);
    const listed = (title: string): number =>
      rest.find((part) => part.startsWith(`${title}\n`))?.match(/^- /gmu)?.length ?? 0;
    const [misses, losses] = ["Where an aim is missed", "Where a peer is better"].map(listed);
    expect(felt).toContain(`${misses} [miss their aim]`);
    expect(felt).toContain(`in ${losses} [a peer`);
  });

  test("has a command under every table, and each is a proof", () => {
    const page = read(PAGE);
    const tables = page.match(/^\| --- .*$/gmu) ?? [];
    const commands = [...page.matchAll(/^Command: `npm run proof ([^ `]+)[^`]*`$/gmu)].map(([, proof]) => proof ?? "");
    expect(tables.length).toBeGreaterThan(12);
    expect(commands).toHaveLength(tables.length);
    expect(commands.filter((proof) => !proofs.includes(proof))).toEqual([]);
  });

  test("leaves out no step that a short run has, and no figure that misses its aim", () => {
    expect(Object.keys(committed.steps)).toEqual(
      STEPS.filter(({ options }) => options[committed.form] !== undefined).map(({ name }) => name),
    );
    expect(committed.form).not.toBe("tiny");
    const shown = new Set(tablesOf(committed).flatMap(({ rows }) => rows.flatMap(({ names }) => names)));
    const missed = Object.values(committed.steps).flatMap(({ figures }) =>
      Object.entries(figures).flatMap(([name, figure]) => (misses(figure) ? [name] : [])),
    );
    expect(missed.filter((name) => !shown.has(name))).toEqual([]);
  });
});

test("a share that README states stands on a page of results, and the links of proofs reach the page's headings", () => {
  const pages = [PAGE, ...readdirSync(join(ROOT, "docs/results")).map((name) => `docs/results/${name}`)];
  const results = pages
    .filter((file) => file.endsWith(".md"))
    .map(read)
    .join("\n");
  const shares = [...read("README.md").matchAll(/\b(\d+(?:\.\d+)?) %/gu)].map(([, share]) => share ?? "");
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.filter((share) => !new RegExp(`(?<![\\d.])${share}(?![\\d.])`, "u").test(results))).toEqual([]);
  const headings = [...read(PAGE).matchAll(/^## (.+)$/gmu)].map(([, text]) =>
    (text ?? "").toLowerCase().replaceAll(" ", "-"),
  );
  const linked = [...read("docs/proof.md").matchAll(/\(benchmarks\.md#([a-z-]+)/gu)].map(([, anchor]) => anchor ?? "");
  expect(linked.length).toBeGreaterThan(2);
  expect(linked.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test("every step is a proof of one program, has some form, and says so with its options", () => {
  for (const { proof, options } of STEPS) {
    expect(proofOf(proof).commands, proof).toHaveLength(1);
    expect(FORMS.some((form) => options[form] !== undefined)).toBe(true);
  }
  const crash = STEPS.find(({ name }) => name === "crash");
  expect(crash && commandOf(crash, "short")).toBe("npm run proof crash -- --kills 100");
  expect(crash && commandOf(crash, "tiny")).toBe("npm run proof crash");
});

describe("a table", () => {
  const figures: Figures = {
    a: { value: 1.8, most: 1.6 },
    b: { value: 0.5, least: 0.4 },
    c: { value: 0.9 },
    zero: { value: 0, most: 0 },
  };
  const table = (rows: Table["rows"], contest?: Table["contest"]): Table => ({
    title: "T",
    step: "s",
    words: "",
    columns: ["Holdfast", "other"],
    rows,
    ...(contest === undefined ? {} : { contest }),
  });

  test("names a miss with aim and measure, and keeps zeros", () => {
    const { text, misses: missed } = show(
      table([
        { label: "r", names: ["a", "b"] },
        { label: "z", names: ["zero", undefined] },
      ]),
      figures,
    );
    expect(text).toContain("| r | 1.8 (missed: at most 1.6) | 0.5 (at least 0.4) |");
    expect(text).toContain("| z | 0 (at most 0) | - |");
    expect(missed).toEqual(["T, r, Holdfast: aim at most 1.6, measured 1.8"]);
  });

  test("names a peer that is better, in rows as in columns, and no one where ours is", () => {
    const more = table([{ label: "r", names: ["b", "c"] }], { better: "more", among: "columns" });
    expect(show(more, figures).losses).toEqual(["T, r: other 0.9, ours 0.5"]);
    expect(show(more, figures).text).toContain("| r | 0.5 (at least 0.4) | **0.9** |");
    const less = table([{ label: "r", names: ["b", "c"] }], { better: "less", among: "columns" });
    expect(show(less, figures).losses).toEqual([]);
    const below = table(
      [
        { label: "Holdfast", names: ["c"] },
        { label: "peer", names: ["b"] },
      ],
      { better: "less", among: "rows" },
    );
    expect(show(below, figures).losses).toEqual(["T, Holdfast: peer 0.5, ours 0.9"]);
  });

  test("says of a peer that is not here that it is not, and leaves other empty rows out", () => {
    const { text } = show(
      table([
        { label: "gone", names: ["x", "y"], absent: "not on this machine" },
        { label: "none", names: ["x", "y"] },
      ]),
      figures,
    );
    expect(text).toContain("| gone | not on this machine |  |");
    expect(text).not.toContain("none");
  });

  test("prints counts whole and measures with three digits", () => {
    expect([29_896, 1234.5, 12.345, 0.04519, 0].map(number)).toEqual(["29,896", "1,235", "12.3", "0.0452", "0"]);
  });
});

describe("a notebook", () => {
  test("writes what was noted, with its aim, where --json asked", () => {
    const book = notebook();
    book.note("time", 1.23456, { most: 1 });
    book.note("turns", 29_896);
    book.save(join(folder, "a.json"));
    expect(JSON.parse(readFileSync(join(folder, "a.json"), "utf8"))).toEqual({
      time: { value: 1.235, most: 1 },
      turns: { value: 29_896 },
    });
  });

  test("takes no figure twice and nothing that is no number", () => {
    const book = notebook();
    book.note("a", 1);
    expect(() => book.note("a", 2)).toThrow("twice");
    expect(() => book.note("b", Number.NaN)).toThrow("no number");
  });
});
