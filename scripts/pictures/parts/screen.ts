// What a terminal would show of the bytes it was sent, as runs of cells with one look: interpreted by a real terminal's own
// parser, so that a picture shows what a person sees.
import xterm from "@xterm/headless";

export const COLUMNS = 80;

/** A colour by its number among the terminal's own, or undefined for the usual one. */
export interface Run {
  readonly column: number;
  readonly text: string;
  readonly colour: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

export type Line = readonly Run[];

const ROWS = 1000;

/** The lines of what was printed, without the empty ones at its end. */
export async function linesOf(printed: string): Promise<readonly Line[]> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  // A transcript has lost its carriage returns: a line ends with one, and so does what is drawn over.
  const bytes = printed.replaceAll("\u001b[K", "\r\u001b[K").replaceAll("\n", "\r\n");
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const lines = Array.from({ length: ROWS }, (_, at) => runsAt(terminal, at));
  terminal.dispose();
  return lines.slice(0, lines.findLastIndex((line) => line.length > 0) + 1);
}

function runsAt(terminal: xterm.Terminal, row: number): Line {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < (line?.length ?? 0); column++) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() ?? "";
    if (cell === undefined || text === "") continue;
    const colour = cell.isFgDefault() ? undefined : cell.getFgColor();
    const look = { colour, bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 };
    const last = runs.at(-1);
    if (last !== undefined && sameLook(last, look) && last.column + last.text.length === column) {
      runs[runs.length - 1] = { ...last, text: last.text + text };
    } else runs.push({ column, text, ...look });
  }
  return runs.map((run) => ({ ...run, text: run.text.trimEnd() })).filter(({ text }) => text !== "");
}

function sameLook(a: Pick<Run, "colour" | "bold" | "dim">, b: Pick<Run, "colour" | "bold" | "dim">): boolean {
  return a.colour === b.colour && a.bold === b.bold && a.dim === b.dim;
}
