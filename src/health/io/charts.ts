// Charts drawn on the server side (AUD-2), and the only user of the library that draws them. What comes out must obey a
// page that allows no inline style: style attributes become presentation attributes, colours become the page's own
// variables, and nothing but shapes and text is left.
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { forHtmlLine } from "../../text/sanitise.ts";
import type { Chart, Charts } from "../audit/report.ts";

use([LineChart, BarChart, GridComponent, LegendComponent, SVGRenderer]);

const SIZE = { width: 560, height: 260 } as const;
const TEXT = 14;

/** The library calculates with colours, so it gets real ones, which are exchanged afterwards. */
const PAINTS = ["#010203", "#010204", "#010205", "#010206"] as const;
const INK = "#010210";
const GRID = "#010211";

export const svgCharts: Charts = {
  draw: (whole, { id, title, description }) => {
    // A line of nothing would lie on top of what it is stacked on, and be taken for it.
    const chart = { ...whole, series: whole.series.filter(({ values }) => values.some((value) => value !== 0)) };
    const drawing = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
    try {
      drawing.setOption(optionOf(chart));
      return labelled(cleaned(drawing.renderToSVGString(), chart), { id, title, description });
    } finally {
      drawing.dispose();
    }
  },
};

function optionOf({ kind, labels, series, stacked, unit }: Chart): Record<string, unknown> {
  const ink = { color: INK, fontSize: TEXT };
  return {
    animation: false,
    textStyle: { fontFamily: "sans-serif" },
    grid: { left: 16, right: 24, top: 44, bottom: 8 },
    legend:
      series.length > 1
        ? { top: 0, left: 0, icon: "rect", itemWidth: 12, itemHeight: 12, itemGap: 28, textStyle: ink }
        : undefined,
    xAxis: {
      type: "category",
      data: labels,
      boundaryGap: kind === "bar",
      axisLabel: { ...ink, hideOverlap: true },
      axisLine: { lineStyle: { color: GRID } },
      axisTick: { show: false },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      name: series.length > 1 ? undefined : unit,
      nameTextStyle: { ...ink, align: "left" },
      axisLabel: ink,
      splitLine: { lineStyle: { color: GRID } },
    },
    series: series.map(({ name, values }, at) => {
      const color = PAINTS[at % PAINTS.length];
      const stack = stacked ? { stack: "all" } : {};
      const base = { name, data: values, ...stack, itemStyle: { color } };
      if (kind === "bar") return { ...base, type: "bar", barMaxWidth: 36 };
      const area = kind === "area" ? { areaStyle: { color, opacity: 0.55 } } : {};
      return { ...base, type: "line", lineStyle: { color, width: 2 }, showSymbol: labels.length < 2, ...area };
    }),
  };
}

/** Nothing of these names is in a drawing; should the library begin to use one, it stays out of the page. */
const FORBIDDEN = /<(style|script|foreignObject|image|a)\b[\s\S]*?(?:<\/\1>|\/>)/gi;

function cleaned(svg: string, { series }: Chart): string {
  const colours = new Map<string, string>(PAINTS.map((paint, at) => [paint, series[at]?.color ?? "--ink"]));
  colours.set(INK, "--ink").set(GRID, "--grid");
  return svg
    .replace(FORBIDDEN, "")
    .replace(/ (?:xmlns:xlink|xlink:href|baseProfile|class|ecmeta_\w+|on\w+)="[^"]*"/g, "")
    .replace(/ style="([^"]*)"/g, (_, style: string) => attributesOf(style))
    .replace(/#0102[01]\d|rgb\(1,2,(\d+)\)/g, (found, blue: string | undefined) => {
      const paint = blue === undefined ? found : `#0102${Number(blue).toString(16).padStart(2, "0")}`;
      return `var(${colours.get(paint) ?? "--ink"})`;
    });
}

function attributesOf(style: string): string {
  return style
    .split(";")
    .flatMap((each) => {
      const [name, value] = each.split(":").map((part) => part.trim());
      return name && value && /^[a-z-]+$/.test(name) && !value.includes('"') ? [` ${name}="${value}"`] : [];
    })
    .join("");
}

function labelled(svg: string, { id, title, description }: { id: string; title: string; description: string }): string {
  const words = { title: forHtmlLine(title, { max: 200 }), description: forHtmlLine(description, { max: 400 }) };
  const head = `<title id="${id}-title">${words.title}</title><desc id="${id}-desc">${words.description}</desc>`;
  return svg.replace(/^<svg ([^>]*)>/, (_, attributes: string) => {
    const rest = attributes.replace(/\b(?:width|height)="[^"]*" ?/g, "");
    return `<svg ${rest} role="img" aria-labelledby="${id}-title" aria-describedby="${id}-desc">${head}`;
  });
}
