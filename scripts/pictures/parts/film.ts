// A terminal session as one animated SVG without a script: blocks of lines that appear one after another while the window
// scrolls. What scrolls past within one block can't be seen and is left out. Who asks for less motion sees the end.
import { COLUMNS, type Line, type Run } from "./screen.ts";

/** What appears at once; `typed` is written key by key. */
export interface Block {
  readonly lines: readonly Line[];
  readonly typed?: boolean;
  /** How long it stands before the next one comes. */
  readonly seconds: number;
}

const ROWS = 28;
const CELL = 8.4;
const HEIGHT = 19;
const PAD = 16;
const BAR = 30;
/** The sixteen colours, readable on the dark ground; those after them are not used by us. */
const COLOURS = [
  "#6e7681", "#ff8a80", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#d0d7de",
  "#8b949e", "#ffa198", "#a5f3a9", "#f2cc60", "#a5d6ff", "#e2c5ff", "#a5f0f5", "#f0f6fc",
]; // biome-ignore format: a table of colours
const PLAIN = "#d0d7de";
const DIM = "#8b949e";

interface Placed extends Block {
  readonly top: number;
  readonly starts: number;
}

export function filmOf(blocks: readonly Block[], title: string, description: string): string {
  const placed = place(blocks);
  const total = Number(placed.reduce((end, { starts, seconds }) => Math.max(end, starts + seconds), 0).toFixed(2));
  // No wider than what was printed: on a phone each column that nobody needs makes the letters smaller.
  const columns = Math.min(COLUMNS, Math.max(...placed.flatMap(({ lines }) => lines.map(lastColumn)), 0) + 1);
  const width = Math.ceil(columns * CELL + 2 * PAD);
  const height = ROWS * HEIGHT + 2 * PAD + BAR;
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="t d">`,
    `<title id="t">${escaped(title)}</title><desc id="d">${escaped(description)}</desc>`,
    `<style>${styleOf(placed, total)}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    ...[0, 1, 2].map((at) => `<circle cx="${PAD + 6 + at * 18}" cy="${BAR / 2 + 3}" r="5" fill="#30363d"/>`),
    `<svg x="${PAD}" y="${BAR + PAD / 2}" width="${columns * CELL}" height="${ROWS * HEIGHT + PAD / 2}">`,
    `<g class="roll">`,
    ...placed.map(drawn),
    "</g></svg></svg>",
    "",
  ].join("\n");
}

/** Lines of a block beyond the window are gone the moment it appears. */
function place(blocks: readonly Block[]): readonly Placed[] {
  const placed: Placed[] = [];
  let top = 0;
  let starts = 0;
  for (const block of blocks) {
    const lines = block.lines.slice(-(ROWS - 1));
    placed.push({ ...block, lines, top, starts });
    top += lines.length;
    starts += block.seconds;
  }
  return placed;
}

function styleOf(blocks: readonly Placed[], total: number): string {
  const percent = (seconds: number): string => `${((100 * seconds) / total).toFixed(2)}%`;
  const rules = blocks.flatMap(({ starts, typed, seconds, lines }, at) => {
    if (at === 0) return [];
    const shown = `@keyframes b${at}{0%{opacity:0}${percent(starts)}{opacity:1}100%{opacity:1}}`;
    const rule = `.b${at}{animation:b${at} ${total}s infinite step-end}`;
    if (typed !== true) return [shown, rule];
    const width = lastColumn(lines.at(-1) ?? []) * CELL;
    const end = percent(starts + Math.min(seconds * 0.7, 1.4));
    const steps = `steps(${Math.max(1, Math.round(width / CELL / 2))})`;
    const keys = `@keyframes c${at}{0%{width:0}${percent(starts)}{width:0;animation-timing-function:${steps}}${end}{width:${width}px}100%{width:${width}px}}`;
    return [shown, rule, keys, `.c${at}{animation:c${at} ${total}s infinite step-end}`];
  });
  const rolls = blocks.map(({ top, lines, starts }) => {
    const up = Math.max(0, top + lines.length - ROWS) * HEIGHT;
    return `${percent(starts)}{transform:translateY(-${up}px)}`;
  });
  const end = Math.max(0, endOf(blocks) - ROWS) * HEIGHT;
  return [
    "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}",
    `.roll{transform:translateY(-${end}px);animation:roll ${total}s infinite step-end}`,
    `@keyframes roll{${rolls.join("")}100%{transform:translateY(-${end}px)}}`,
    ...rules,
    "@media (prefers-reduced-motion:reduce){*{animation:none!important}}",
  ].join("");
}

function endOf(blocks: readonly Placed[]): number {
  const last = blocks.at(-1);
  return last === undefined ? 0 : last.top + last.lines.length;
}

function drawn(block: Placed, at: number): string {
  const rows = block.lines.flatMap((line, row) => line.map((run) => textOf(run, block.top + row)));
  if (block.typed !== true) return `<g class="b${at}">${rows.join("")}</g>`;
  const y = block.top * HEIGHT;
  const clip = `<clipPath id="k${at}"><rect class="c${at}" x="0" y="${y}" width="100%" height="${block.lines.length * HEIGHT}"/></clipPath>`;
  return `${clip}<g class="b${at}" clip-path="url(#k${at})">${rows.join("")}</g>`;
}

/** Each run has its width said, so that columns stand under each other in whatever font is there. */
function textOf({ column, text, colour, bold, dim }: Run, row: number): string {
  const x = (column * CELL).toFixed(1);
  const y = row * HEIGHT + 14;
  const fill = dim ? DIM : colour === undefined ? PLAIN : (COLOURS[colour] ?? PLAIN);
  const weight = bold ? ' font-weight="600"' : "";
  const length = ` textLength="${(text.length * CELL).toFixed(1)}"`;
  return `<text x="${x}" y="${y}" fill="${fill}"${weight}${length}>${escaped(text)}</text>`;
}

function lastColumn(line: Line): number {
  const run = line.at(-1);
  return run === undefined ? 0 : run.column + run.text.length;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
