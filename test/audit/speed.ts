// How long an audit takes, and where the time goes: made-up memories of the size of real ones, read from a real store,
// judged by every layer of the checks, reported in all three forms.
import { writeFileSync } from "node:fs";
import { loadedOrNot } from "../../src/compose/checks.ts";
import { audit } from "../../src/health/audit/index.ts";
import { pageOf } from "../../src/health/audit/page.ts";
import { findingsOf } from "../../src/health/enforce.ts";
import { svgCharts } from "../../src/health/io/charts.ts";
import { openReports } from "../../src/health/io/reports.ts";
import { appendReceipt, readReceipts } from "../../src/recall/io/receipts.ts";
import { lookAlikes } from "../../src/review/waiting.ts";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { idAt, memoryText } from "../bench/generate.ts";
import { actOf, CHECKS, chance } from "../support/acts.ts";
import { makeBox, openBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

export interface Speed {
  readonly memories: number;
  readonly seconds: number;
  /** Parts of it, each measured by itself. */
  readonly parts: Readonly<Record<string, number>>;
}

const NOW = new Date("2026-06-01T10:00:00Z");
const RECEIPTS = 2000;

export async function measure(memories: number): Promise<Speed> {
  const base = makeBox();
  try {
    fill(base, memories);
    const second = await loadedOrNot();
    const act = { ...actOf("terminal", NOW, chance(1)), checks: { ...CHECKS, second } };
    const open = openBox(base);
    const parts: Record<string, number> = {};
    const timed = <T>(name: string, run: () => T): T => {
      const from = performance.now();
      const value = run();
      parts[name] = (performance.now() - from) / 1000;
      return value;
    };
    const catalogue = timed("reading", () => readCatalogue(open.store));
    timed("checks", () => catalogue.memories.map((memory) => findingsOf(memory, act.checks)));
    timed("look-alikes", () => lookAlikes(catalogue.memories));
    const receipts = timed("receipts", () => readReceipts(placesOf(base).state, { limit: 500_000 }));
    const from = performance.now();
    const done = await audit({
      stores: [open],
      act,
      reports: openReports(rootOf(base)),
      receipts,
      isOutdated: undefined,
      project: undefined,
      dryRun: false,
      json: true,
      agree: async () => true,
      step: async () => true,
      page: (report) => pageOf(report, svgCharts),
    });
    if (done.kind !== "audited") throw new Error(done.message);
    if (done.report.demotions.length > 0) throw new Error("made-up memories fail their checks");
    return { memories, seconds: (performance.now() - from) / 1000, parts };
  } finally {
    removeBox(base);
  }
}

function fill(base: string, memories: number): void {
  const textOf = (n: number): string =>
    memoryText(n, 40).replace("created-at: 2026-01-01\n", "created-at: 2026-01-01T10:00:00Z\nsource-machine: box\n");
  for (let n = 0; n < memories; n++) {
    writeFileSync(`${rootOf(base)}/memories/project_made_${n}.md`, textOf(n), { mode: 0o600 });
  }
  const item = {
    file: "x.md",
    name: "x",
    tier: "inferred",
    scope: "personal",
    form: "full",
    tokens: 40,
    rule: "prompt",
  };
  for (let n = 0; n < RECEIPTS; n++) {
    const at = new Date(NOW.getTime() - (n % 90) * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
    const shown = [0, 1, 2].map((more) => ({ id: idAt((n * 3 + more) % memories), ...item }));
    const what = { session: `s${n % 200}`, host: "claude", event: "UserPromptSubmit", tokens: 120, withheld: [] };
    appendReceipt(placesOf(base).state, { at, ...what, shown }, 100);
  }
}
