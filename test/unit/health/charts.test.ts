// AUD-2: what is drawn obeys a page without inline style and script, and says in words what it shows.
import { expect, test } from "vitest";
import type { Chart } from "../../../src/health/audit/report.ts";
import { svgCharts } from "../../../src/health/io/charts.ts";

const CHART: Chart = {
  kind: "area",
  unit: "memories",
  labels: ["2026-05-01", "2026-05-02", "2026-05-03"],
  series: [
    { name: "verified", color: "--verified", values: [1, 2, 3] },
    { name: "inferred", color: "--inferred", values: [2, 1, 5] },
  ],
  stacked: true,
};
const WORDS = { id: "chart-x", title: "Tiers <b>", description: "Over time & more" };

test.each(["area", "bar", "line"] as const)("AUD-2: a %s has no style, script, class or address in it", (kind) => {
  const svg = svgCharts.draw({ ...CHART, kind }, WORDS);
  expect(svg).toMatch(/^<svg /);
  expect(svg).not.toMatch(/<(?:style|script|image|foreignObject|a)\b|\b(?:style|class|on\w+|href)=/i);
  expect(svg.match(/https?:\/\/[^"]+/g)).toEqual(["http://www.w3.org/2000/svg"]);
  expect(svg).toContain("var(--verified)");
  expect(svg).toContain("var(--inferred)");
  expect(svg).not.toMatch(/#0102|rgb\(1,2/);
});

test("AUD-2: title and description name it, escaped", () => {
  const svg = svgCharts.draw(CHART, WORDS);
  expect(svg).toContain('role="img" aria-labelledby="chart-x-title" aria-describedby="chart-x-desc"');
  expect(svg).toContain('<title id="chart-x-title">Tiers &lt;b&gt;</title>');
  expect(svg).toContain('<desc id="chart-x-desc">Over time &amp; more</desc>');
});

test("AUD-2: numbers decide the drawing, and the same numbers draw the same shapes", () => {
  const shapes = (chart: Chart): string => svgCharts.draw(chart, WORDS).replace(/zr\d+-/g, "");
  expect(shapes(CHART)).toBe(shapes(CHART));
  expect(shapes({ ...CHART, series: [{ name: "verified", color: "--verified", values: [3, 2, 1] }] })).not.toBe(
    shapes({ ...CHART, series: [{ name: "verified", color: "--verified", values: [1, 2, 3] }] }),
  );
});

test("AUD-2: a series that never was more than nothing leaves no mark", () => {
  const nothing = { name: "quarantined", color: "--quarantined", values: [0] };
  const [verified, inferred] = CHART.series.map((series) => ({ ...series, values: [4] }));
  if (verified === undefined || inferred === undefined) throw new Error("the chart has two series");
  const svg = svgCharts.draw({ ...CHART, labels: ["2026-05-01"], series: [verified, nothing, inferred] }, WORDS);
  expect(svg).not.toContain("quarantined");
  expect(svg).toContain("var(--verified)");
  expect(svg).toContain("var(--inferred)");
});
