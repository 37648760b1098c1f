// Which charts the page has, made from the report's numbers; one without numbers says so instead.
import type { Chart } from "../charts.ts";
import type { DayValues, Trends } from "./report.ts";
import { AGE_COLUMN, AGE_LABELS, CHARTS, type ChartWords, COLUMNS } from "./wording.ts";

export interface Drawn {
  readonly id: string;
  readonly words: ChartWords;
  /** What the labels are. */
  readonly first: string;
  /** Undefined where there is nothing to draw yet. */
  readonly chart: Chart | undefined;
}

const COLORS: Readonly<Record<string, readonly string[]>> = {
  tiers: ["--verified", "--inferred", "--quarantined"],
  injections: ["--plain", "--verified", "--quarantined"],
};

export function chartsOf({ tiers, ages, injections, spend, queue }: Trends): readonly Drawn[] {
  return [
    byDay("tiers", "area", tiers, 1),
    drawnAges(ages),
    byDay("injections", "bar", injections, 1),
    byDay("queue", "line", queue, 2),
    byDay("spend", "bar", spend, 1),
  ];
}

function byDay(id: keyof typeof CHARTS, kind: Chart["kind"], days: readonly DayValues[], fewest: number): Drawn {
  const words = CHARTS[id];
  const chart: Chart = {
    kind,
    unit: words.unit,
    labels: days.map(({ day }) => day),
    series: words.columns.map((name, at) => ({
      name,
      color: COLORS[id]?.[at] ?? "--plain",
      values: days.map(({ values }) => values[at] ?? 0),
    })),
    stacked: kind === "area",
  };
  return { id, words, first: COLUMNS.day, chart: days.length < fewest ? undefined : chart };
}

function drawnAges(ages: readonly number[]): Drawn {
  const words = CHARTS.ages;
  const series = [{ name: words.columns[0] ?? "", color: "--verified", values: ages }];
  const chart: Chart = { kind: "bar", unit: words.unit, labels: AGE_LABELS, series, stacked: false };
  return { id: "ages", words, first: AGE_COLUMN, chart: ages.every((n) => n === 0) ? undefined : chart };
}
