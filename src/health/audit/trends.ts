// The numbers behind the charts (AUD-2), from what is kept anyway: ledger, receipts, feedback, earlier reports.
import { trustStateOf } from "../../memory/fields.ts";
import { BESIDE } from "../../store/records.ts";
import { daysSince } from "../../trust/lifecycle.ts";
import type { Tier } from "../../trust/tiers.ts";
import type { Chart, DayValues, Trends } from "./report.ts";
import type { AuditView } from "./sections.ts";
import { AGE_COLUMN, AGE_LABELS, CHARTS, type ChartWords, COLUMNS } from "./wording.ts";

const DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** More points than a chart of this width can tell apart are thinned out, the last one kept. */
const POINTS = 60;

export function trendsIn(view: AuditView, queue: readonly DayValues[]): Trends {
  return { tiers: tiersOverTime(view), ages: ages(view), injections: injections(view), spend: [], queue };
}

const COUNTED: readonly Tier[] = ["verified", "inferred", "quarantined"];

function tiersOverTime({ ledgers }: AuditView): readonly DayValues[] {
  const lines = ledgers.flatMap((ledger) => ledger.lines).toSorted((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
  const tierNow = new Map<string, string>();
  const counts = new Map<string, number>(COUNTED.map((tier) => [tier, 0]));
  const byDay = new Map<string, readonly number[]>();
  const add = (tier: string | undefined, n: number): void => {
    if (tier !== undefined && counts.has(tier)) counts.set(tier, (counts.get(tier) ?? 0) + n);
  };
  for (const { id, action, to, ts } of lines) {
    if (BESIDE.has(action)) continue;
    add(tierNow.get(id), -1);
    add(to, 1);
    tierNow.set(id, to);
    byDay.set(ts.slice(0, 10), [...counts.values()]);
  }
  return thinned([...byDay].map(([day, values]) => ({ day, values })));
}

function thinned(points: readonly DayValues[]): readonly DayValues[] {
  const step = Math.ceil(points.length / POINTS);
  return step <= 1 ? points : points.filter((_, at) => (points.length - 1 - at) % step === 0);
}

const AGE_BOUNDS = [30, 60, 90, 180] as const;

function ages({ memories, now }: AuditView): readonly number[] {
  const counts = new Array<number>(AGE_BOUNDS.length + 2).fill(0);
  for (const memory of memories) {
    if (memory.tier !== "verified") continue;
    const days = daysSince(trustStateOf(memory.document).lastVerified, now);
    const within = days === undefined ? AGE_BOUNDS.length + 1 : AGE_BOUNDS.findIndex((bound) => days <= bound);
    const at = within === -1 ? AGE_BOUNDS.length : within;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Every one of the last days, those without any too. */
function injections({ receipts, feedback, now }: AuditView): readonly DayValues[] {
  if (receipts.length === 0 && feedback.length === 0) return [];
  const days = new Map<string, [number, number, number]>();
  for (let back = DAYS_SHOWN - 1; back >= 0; back--) days.set(dayOf(now.getTime() - back * DAY_MS), [0, 0, 0]);
  for (const { at, shown } of receipts) {
    const day = days.get(at.slice(0, 10));
    if (day !== undefined) day[0] += shown.length;
  }
  for (const { at, verdict } of feedback) {
    const day = days.get(at.slice(0, 10));
    if (day !== undefined) day[verdict === "used" ? 1 : 2]++;
  }
  return [...days].map(([day, values]) => ({ day, values }));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

// Which charts the page has, made from the report's numbers; one without numbers says so instead.
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
    drawnByDay("tiers", "area", tiers, 1),
    drawnAges(ages),
    drawnByDay("injections", "bar", injections, 1),
    drawnByDay("queue", "line", queue, 2),
    drawnByDay("spend", "bar", spend, 1),
  ];
}

function drawnByDay(id: keyof typeof CHARTS, kind: Chart["kind"], days: readonly DayValues[], fewest: number): Drawn {
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
