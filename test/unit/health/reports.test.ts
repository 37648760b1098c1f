// AUD-1, STO-22: where reports are written, and what a prepared folder can't make of it.
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Checked } from "../../../src/checks/checked.ts";
import { gateForReport } from "../../../src/checks/gate.ts";
import { openReports } from "../../../src/health/io/reports.ts";
import { CHECKS } from "../../support/acts.ts";
import { makeBox, removeBox, rootOf } from "../../support/store-box.ts";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const checked = (text: string): Checked => {
  const [one] = gateForReport([], () => [text], CHECKS) ?? [];
  if (one === undefined) throw new Error("the gate gave nothing");
  return one;
};
const DAY = "2026-06-01";

test("STO-22: a link in the place of the folder is refused, and nothing is written where it leads", () => {
  mkdirSync(`${base}/elsewhere`);
  symlinkSync(`${base}/elsewhere`, `${rootOf(base)}/audit`);
  const reports = openReports(rootOf(base));
  expect(() => reports.write(DAY, { md: checked("text") })).toThrow();
  expect(() => reports.days()).toThrow();
  expect(readdirSync(`${base}/elsewhere`)).toEqual([]);
});

test("STO-22: a link in the place of a report is replaced, and what it leads to stays; it is never read", () => {
  const audit = `${rootOf(base)}/audit`;
  mkdirSync(audit, { mode: 0o700 });
  writeFileSync(`${base}/victim`, "mine", { mode: 0o600 });
  symlinkSync(`${base}/victim`, `${audit}/${DAY}.md`);
  linkSync(`${base}/victim`, `${audit}/2026-05-31.md`);
  const reports = openReports(rootOf(base));
  expect([reports.read(DAY), reports.read("2026-05-31")]).toEqual([undefined, undefined]);
  reports.write(DAY, { md: checked("text") });
  expect(readFileSync(`${base}/victim`, "utf8")).toBe("mine");
  expect(lstatSync(`${audit}/${DAY}.md`).isFile()).toBe(true);
  expect(reports.read(DAY)).toBe("text");
});

test("AUD-1: days are those with a report, oldest first; nothing else in the folder counts, and looking makes none", () => {
  const reports = openReports(rootOf(base));
  expect([reports.days(), reports.read(DAY)]).toEqual([[], undefined]);
  expect(existsSync(`${rootOf(base)}/audit`)).toBe(false);
  reports.write("2026-06-02", { md: checked("b"), html: checked("<p>") });
  reports.write(DAY, { md: checked("a") });
  for (const name of ["notes.md", "2026-06-1.md", "2026-06-03.json"])
    writeFileSync(`${rootOf(base)}/audit/${name}`, "x");
  expect(reports.days()).toEqual([DAY, "2026-06-02"]);
});
