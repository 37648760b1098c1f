// STO-3: doctor names what can't be read as a memory, and --fix takes it out: its bytes are kept as they are.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { examine, mend } from "../../../src/health/doctor/index.ts";
import { doctorOf } from "../../support/doctor.ts";
import { idOf, plant } from "../../support/memories.ts";
import { treeOf } from "../../support/no-terminal.ts";
import { makeBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const BYTES = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00, 0x0a]);
let base: string;
beforeEach(() => {
  base = makeBox("memory");
  plant(base, "project_good", { tier: "verified", id: idOf(1) });
});
afterEach(() => removeBox(base));

const rowOf = (name: string): ReturnType<typeof examine>[number] | undefined =>
  examine(doctorOf(base, "terminal", NOW)).find((row) => row.name === name);

test("SUR-7: it is shown with the reason first, and looking changes nothing", () => {
  writeFileSync(`${rootOf(base)}/memories/project_bytes.md`, BYTES, { mode: 0o600 });
  const before = treeOf(rootOf(base));
  expect(rowOf("files")).toMatchObject({ health: "warning", remedy: expect.stringContaining("holdfast doctor --fix") });
  expect(rowOf("files")?.message).toContain("memories/project_bytes.md (");
  expect(treeOf(rootOf(base))).toEqual(before);
});

test("STO-3: --fix takes it out of both places and keeps its bytes; the others stay", async () => {
  for (const place of ["memories", "quarantine"])
    writeFileSync(`${rootOf(base)}/${place}/project_${place}.md`, BYTES, { mode: 0o600 });
  const done = await mend(doctorOf(base, "terminal", NOW));
  expect(done.map(({ label, problem }) => [label.includes("its bytes are at"), problem])).toContainEqual([
    true,
    undefined,
  ]);
  expect(rowOf("files")).toMatchObject({ health: "ok" });
  expect(readdirSync(`${rootOf(base)}/memories`)).toEqual(["project_good.md"]);
  const raw = `${rootOf(base)}/quarantine/raw`;
  const kept = readdirSync(raw).filter((name) => name.endsWith(".bin"));
  expect(kept.map((name) => readFileSync(`${raw}/${name}`))).toContainEqual(BYTES);
});

test("STO-22: what may not be opened is for a person's hands", async () => {
  mkdirSync(`${base}/elsewhere`);
  writeFileSync(`${base}/elsewhere/x`, "x");
  symlinkSync(`${base}/elsewhere/x`, `${rootOf(base)}/memories/project_link.md`);
  expect(rowOf("files")?.remedy).toContain("by hand");
  await mend(doctorOf(base, "terminal", NOW));
  expect(readdirSync(`${rootOf(base)}/memories`)).toContain("project_link.md");
});
