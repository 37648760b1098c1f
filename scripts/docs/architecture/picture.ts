// docs/pictures/architecture.svg, made from the imports: the rooms from the top down, and in each row a mark under every
// room that it imports. All marks stand right of the diagonal: no arrow runs up, and no two rooms import each other.
import { ROOMS } from "../../rooms.ts";
import { type Edge, fromTheTop } from "./folders.ts";

const LEFT = 118;
const TOP = 96;
const CELL = 22;
const TEXT_WIDTH = 470;

const STYLE = `
    .ground { fill: #fdfdfb; stroke: #dee2de; }
    .rule { stroke: #e6e9e5; }
    .self { fill: #d3dad6; }
    .mark { fill: #0f7c7c; }
    .types { fill: none; stroke: #0f7c7c; stroke-width: 1.4; }
    .name { fill: #1d2326; font: 600 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .says { fill: #566166; font: 14px system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #14191b; stroke: #2d373a; }
      .rule { stroke: #232c2f; }
      .self { fill: #364246; }
      .mark { fill: #55b5b5; }
      .types { stroke: #55b5b5; }
      .name { fill: #dce2e2; }
      .says { fill: #9eabae; }
    }`;

export function drawn(edges: readonly Edge[]): string {
  const names = fromTheTop().filter((name) => edges.some(({ from, to }) => from === name || to === name));
  const up = edges.filter(({ from, to }) => names.indexOf(from) > names.indexOf(to));
  if (up.length > 0) throw new Error(`these imports run up: ${up.map(({ from, to }) => `${from} ${to}`).join(", ")}`);
  const grid = LEFT + names.length * CELL;
  const [width, height] = [grid + TEXT_WIDTH, TOP + names.length * CELL + 44];
  const title = "Rooms of src/ and what they import";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
  <title>${title}</title>
  <style>${STYLE}
  </style>
  <rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
${names.map((name, at) => row(name, at, grid)).join("\n")}
${edges.map((edge) => mark(edge, names)).join("\n")}
${legend(height - 16)}
</svg>
`;
}

function row(name: string, at: number, grid: number): string {
  const [x, y] = [LEFT + at * CELL, TOP + at * CELL];
  const holds = ROOMS.find((room) => room.name === name)?.holds ?? "an entrance";
  return [
    `  <line class="rule" x1="12" y1="${y}" x2="${grid + TEXT_WIDTH - 12}" y2="${y}"/>`,
    `  <text class="name" x="${LEFT - 10}" y="${y + 16}" text-anchor="end">${name}</text>`,
    `  <text class="name" transform="translate(${x + 16} ${TOP - 8}) rotate(-60)">${name}</text>`,
    `  <rect class="self" x="${x + 7}" y="${y + 7}" width="8" height="8"/>`,
    `  <text class="says" x="${grid + 14}" y="${y + 16}">${holds.replaceAll("&", "&amp;").replaceAll("`", "")}</text>`,
  ].join("\n");
}

function mark({ from, to, typesOnly }: Edge, names: readonly string[]): string {
  const [x, y] = [LEFT + names.indexOf(to) * CELL + 11, TOP + names.indexOf(from) * CELL + 11];
  return `  <circle class="${typesOnly ? "types" : "mark"}" cx="${x}" cy="${y}" r="5"/>`;
}

function legend(y: number): string {
  return [
    `  <circle class="mark" cx="24" cy="${y - 5}" r="5"/>`,
    `  <text class="says" x="36" y="${y}">the row imports the column</text>`,
    `  <circle class="types" cx="250" cy="${y - 5}" r="5"/>`,
    `  <text class="says" x="262" y="${y}">types alone</text>`,
  ].join("\n");
}
