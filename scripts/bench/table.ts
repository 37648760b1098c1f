// Tables of figures as data, and as Markdown. A row says which figure stands in which column; what is missing, what
// misses its aim and who is best is read from the figures, never typed.
import { type Figure, type Figures, misses } from "./figures.ts";

export interface Row {
  readonly label: string;
  /** Names of figures, one for each column; undefined: nothing belongs there. */
  readonly names: readonly (string | undefined)[];
  /** Said in the first column instead of leaving the row out. */
  readonly absent?: string;
}

/** Ours stands against peers: beside them in a row, or above them in a column. */
export interface Contest {
  readonly better: "more" | "less";
  readonly among: "columns" | "rows";
}

export interface Table {
  readonly title: string;
  /** The owner of the figures. */
  readonly step: string;
  readonly words: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly contest?: Contest;
}

export const OURS = "Holdfast";

export interface Shown {
  readonly text: string;
  readonly misses: readonly string[];
  readonly losses: readonly string[];
}

export function show({ title, columns, rows, contest }: Table, figures: Figures): Shown {
  const of = (name: string | undefined): Figure | undefined => (name === undefined ? undefined : figures[name]);
  const present = rows.filter(({ names, absent }) => absent !== undefined || names.some((name) => of(name)));
  const cells = present.map(({ names }) => columns.map((_, at) => of(names[at])));
  const best = bestOf(cells, contest);
  const lines = present.map(({ label, absent }, row) => {
    const isEmpty = cells[row]?.every((cell) => cell === undefined);
    if (isEmpty && absent !== undefined) return [label, absent, ...columns.slice(1).map(() => "")];
    return [label, ...columns.map((_, at) => cellText(cells[row]?.[at], best.has(`${row} ${at}`)))];
  });
  const labelled = cells.flatMap((line, row) =>
    line.flatMap((figure, at) => (figure === undefined ? [] : [{ figure, row, at }])),
  );
  const place = (row: number, at: number): string => `${title}, ${present[row]?.label}, ${columns[at]}`;
  return {
    text: markdown(["", ...columns], lines),
    misses: labelled
      .filter(({ figure }) => misses(figure))
      .map(({ figure, row, at }) => `${place(row, at)}: aim ${aimText(figure)}, measured ${number(figure.value)}`),
    losses: contest === undefined ? [] : lossesOf(present, columns, cells, best, contest, title),
  };
}

/** The places of the best, all of them where several are equal; one alone has won nothing. */
function bestOf(
  cells: readonly (readonly (Figure | undefined)[])[],
  contest: Contest | undefined,
): ReadonlySet<string> {
  const best = new Set<string>();
  if (contest === undefined) return best;
  const places = cells.flatMap((line, row) => line.map((figure, at) => ({ figure, row, at })));
  const groups = Map.groupBy(places, ({ row, at }) => (contest.among === "columns" ? row : at));
  for (const group of groups.values()) {
    const values = group.flatMap(({ figure }) => (figure === undefined ? [] : [figure.value]));
    if (values.length < 2) continue;
    const top = contest.better === "more" ? Math.max(...values) : Math.min(...values);
    for (const { figure, row, at } of group) if (figure?.value === top) best.add(`${row} ${at}`);
  }
  return best;
}

function lossesOf(
  rows: readonly Row[],
  columns: readonly string[],
  cells: readonly (readonly (Figure | undefined)[])[],
  best: ReadonlySet<string>,
  { among }: Contest,
  title: string,
): readonly string[] {
  const nameOf = (row: number, at: number): string =>
    among === "columns" ? (columns[at] ?? "") : (rows[row]?.label ?? "");
  const ofWhat = (row: number, at: number): string =>
    among === "columns" ? (rows[row]?.label ?? "") : (columns[at] ?? "");
  const winners = [...best].map((place) => place.split(" ").map(Number) as [number, number]);
  const ours = cells.flatMap((line, row) => line.map((_, at) => [row, at] as const));
  return ours.flatMap(([row, at]) => {
    const mine = cells[row]?.[at];
    if (nameOf(row, at) !== OURS || mine === undefined || best.has(`${row} ${at}`)) return [];
    const [r, a] = winners.find(([r, a]) => (among === "columns" ? r === row : a === at)) ?? [row, at];
    const theirs = cells[r]?.[a];
    if (theirs === undefined || theirs === mine) return [];
    return [`${title}, ${ofWhat(row, at)}: ${nameOf(r, a)} ${number(theirs.value)}, ours ${number(mine.value)}`];
  });
}

function cellText(figure: Figure | undefined, isBest: boolean): string {
  if (figure === undefined) return "-";
  const value = isBest ? `**${number(figure.value)}**` : number(figure.value);
  const aim = aimText(figure);
  if (aim === "") return value;
  return misses(figure) ? `${value} (missed: ${aim})` : `${value} (${aim})`;
}

function aimText({ most, least }: Figure): string {
  if (most !== undefined) return `at most ${number(most)}`;
  return least === undefined ? "" : `at least ${number(least)}`;
}

/** Three digits are as many as a noisy machine can defend; counts are whole. */
export function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head), row(["---", ...head.slice(1).map(() => "--:")]), ...lines.map(row)].join("\n");
}
