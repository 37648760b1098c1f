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

interface Cell {
  readonly figure: Figure;
  readonly row: string;
  readonly column: string;
}

export function show(table: Table, figures: Figures): Shown {
  const { title, columns } = table;
  const cellAt = ({ label, names }: Row, at: number): Cell | undefined => {
    const figure = figures[names[at] ?? ""];
    return figure === undefined ? undefined : { figure, row: label, column: columns[at] ?? "" };
  };
  const lines = table.rows.map((row) => ({ row, cells: columns.map((_, at) => cellAt(row, at)) }));
  const cells = lines.flatMap((line) => line.cells.filter((cell) => cell !== undefined));
  const { best, losses } = judged(cells, table.contest);
  const present = lines.filter(
    (line) => line.row.absent !== undefined || line.cells.some((cell) => cell !== undefined),
  );
  return {
    text: markdown(
      ["what", ...columns],
      present.map(({ row, cells: own }) => [row.label, ...lineText(row, own, best)]),
    ),
    misses: cells
      .filter(({ figure }) => misses(figure))
      .map(({ figure, row, column }) => {
        return `${title}, ${row}, ${column}: aim ${aimText(figure)}, measured ${number(figure.value)}`;
      }),
    losses: losses.map((loss) => `${title}, ${loss}`),
  };
}

/** Who is best, all of them where several are equal, and where that is not ours. One alone has won nothing. */
function judged(
  cells: readonly Cell[],
  contest: Contest | undefined,
): { readonly best: ReadonlySet<Cell>; readonly losses: readonly string[] } {
  const best = new Set<Cell>();
  const losses: string[] = [];
  if (contest === undefined) return { best, losses };
  const who = ({ row, column }: Cell): string => (contest.among === "columns" ? column : row);
  const what = ({ row, column }: Cell): string => (contest.among === "columns" ? row : column);
  for (const [subject, group] of Map.groupBy(cells, what)) {
    if (group.length < 2) continue;
    const values = group.map(({ figure }) => figure.value);
    const top = contest.better === "more" ? Math.max(...values) : Math.min(...values);
    const winners = group.filter(({ figure }) => figure.value === top);
    for (const winner of winners) best.add(winner);
    const [first] = winners;
    const ours = group.find((cell) => who(cell) === OURS);
    if (ours === undefined || first === undefined || best.has(ours)) continue;
    losses.push(`${subject}: ${who(first)} ${number(top)}, ours ${number(ours.figure.value)}`);
  }
  return { best, losses };
}

function lineText({ absent }: Row, cells: readonly (Cell | undefined)[], best: ReadonlySet<Cell>): readonly string[] {
  if (absent !== undefined && cells.every((cell) => cell === undefined))
    return [absent, ...cells.slice(1).map(() => "")];
  return cells.map((cell) => (cell === undefined ? "-" : cellText(cell.figure, best.has(cell))));
}

function cellText(figure: Figure, isBest: boolean): string {
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
