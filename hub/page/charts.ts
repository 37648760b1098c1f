// Growth and errors of a month (HUB-13), drawn element by element; each chart has its numbers beside it for whoever can't see it.
import { make } from "../../src/web/page/dom.ts";
import type { Overview } from "../protocol.ts";
import { ask } from "./api.ts";
import { hint, show, table } from "./parts.ts";
import { counted, taken } from "./shell.ts";
import { TEXT } from "./wording.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [400, 140, 36, 18];

interface Day {
  readonly day: string;
  readonly n: number;
}

export async function showCharts(): Promise<void> {
  const told = taken(await ask<Overview>("GET", "/overview"));
  if (told === undefined) return;
  const of = (...whats: readonly string[]): readonly Day[] => perDay(told, whats);
  const now = told.stores.reduce((sum, each) => sum + each.verified + each.inferred + each.quarantined, 0);
  const all = now + told.personal.memories;
  const sum = (days: readonly Day[]): number => days.reduce((total, { n }) => total + n, 0);
  const bars = (title: string, days: readonly Day[], kind = "", more = ""): HTMLElement =>
    chart({ title, said: TEXT.total(sum(days)), days, more, drawn: barsOf(days, kind) });
  const memories = backFrom(all, of("memories"));
  const growth = { title: TEXT.memories, said: TEXT.now(all), days: memories, more: "", drawn: [lineOf(memories)] };
  show(TEXT.views.charts, [
    hint(TEXT.lastDays(DAYS)),
    make("div", { class: "charts" }, [
      chart(growth),
      bars(TEXT.pushes, of("push")),
      bars(TEXT.refused, of("push-refused"), "bad", TEXT.refusedHint),
      bars(TEXT.signIns, of("signed-in", "invitation-accepted")),
    ]),
  ]);
}

function perDay({ today, days }: Overview, whats: readonly string[]): readonly Day[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(last - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    const n = days
      .filter((each) => each.day === day && whats.includes(each.what))
      .reduce((sum, each) => sum + each.n, 0);
    return { day, n };
  });
}

/** How many there were at the end of each day: as many as now, without what came later. */
function backFrom(now: number, days: readonly Day[]): readonly Day[] {
  let left = now;
  const back = days.toReversed().map(({ day, n }) => {
    const there = { day, n: left };
    left -= n;
    return there;
  });
  return back.toReversed();
}

interface Chart {
  readonly title: string;
  readonly said: string;
  readonly days: readonly Day[];
  readonly more: string;
  readonly drawn: readonly SVGElement[];
}

function chart({ title, said, days, more, drawn }: Chart): HTMLElement {
  const most = mostOf(days);
  const axis = svg("line", { class: "axis", x1: LEFT, x2: WIDTH, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM });
  const labels = [
    label(counted(most), 0, 10),
    label("0", 0, HEIGHT - BOTTOM),
    label(days.at(0)?.day ?? "", LEFT, HEIGHT - 4),
    label(days.at(-1)?.day ?? "", WIDTH, HEIGHT - 4, "end"),
  ];
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${said}` });
  picture.append(axis, ...labels, ...drawn);
  const rows = days.filter(({ n }) => n !== 0).map(({ day, n }) => [day, counted(n)]);
  return make("figure", {}, [
    make("figcaption", {}, [make("h3", { text: title }), make("span", { class: "hint", text: said })]),
    picture,
    ...(more === "" ? [] : [hint(more)]),
    make("details", {}, [make("summary", { text: TEXT.numbers }), table([TEXT.day, TEXT.number], rows, TEXT.none)]),
  ]);
}

function mostOf(days: readonly Day[]): number {
  return Math.max(1, ...days.map(({ n }) => n));
}

const STEP = (WIDTH - LEFT) / DAYS;

function heightOf(n: number, most: number): number {
  return (Math.max(0, n) / most) * (HEIGHT - BOTTOM - 4);
}

function barsOf(days: readonly Day[], kind: string): readonly SVGElement[] {
  const most = mostOf(days);
  return days.map(({ n }, at) => {
    const height = heightOf(n, most);
    const place = { x: LEFT + at * STEP + 1, y: HEIGHT - BOTTOM - height, width: STEP - 2, height };
    return svg("rect", { class: `bar ${kind}`.trim(), ...place });
  });
}

function lineOf(days: readonly Day[]): SVGElement {
  const most = mostOf(days);
  const points = days.map(({ n }, at) => `${LEFT + (at + 0.5) * STEP},${HEIGHT - BOTTOM - heightOf(n, most)}`);
  return svg("polyline", { class: "line", points: points.join(" ") });
}

function label(said: string, x: number, y: number, anchor = "start"): SVGElement {
  const made = svg("text", { x, y, "text-anchor": anchor });
  made.textContent = said;
  return made;
}

function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
