// docs/pictures/architecture.svg. Where boxes stand and lines run is drawn by hand, here; which lines there are, and which
// are dashed, comes from the imports. An import without a line, and a line without an import, are faults.
import type { Edge } from "./folders.ts";

interface Box {
  readonly group: string;
  readonly folders: readonly string[];
  /** What it is for, one line under the names. */
  readonly says: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** How many folders stand side by side. */
  readonly columns: number;
}

const WIDTH = 1000;
const HEIGHT = 588;

export const BOXES: readonly Box[] = [
  {
    group: "entrances",
    folders: ["cli", "hook", "worker", "mcp", "web", "library"],
    says: "what came in, and through which channel",
    x: 20,
    y: 20,
    width: 960,
    height: 84,
    columns: 6,
  },
  { group: "app", folders: ["app"], says: "one verb per file", x: 20, y: 196, width: 190, height: 74, columns: 1 },
  {
    group: "wiring",
    folders: ["wiring"],
    says: "stores put together",
    x: 500,
    y: 196,
    width: 180,
    height: 74,
    columns: 1,
  },
  {
    group: "adapters",
    folders: ["store", "state", "search", "git", "model", "person"],
    says: "files, index, git, models",
    x: 734,
    y: 172,
    width: 210,
    height: 138,
    columns: 2,
  },
  {
    group: "checks",
    folders: ["checks"],
    says: "text to findings",
    x: 110,
    y: 372,
    width: 160,
    height: 74,
    columns: 1,
  },
  {
    group: "readers",
    folders: ["hosts", "shell", "charts"],
    says: "pure, without node:*",
    x: 322,
    y: 362,
    width: 244,
    height: 84,
    columns: 3,
  },
  {
    group: "disk",
    folders: ["disk"],
    says: "paths, durable writes",
    x: 800,
    y: 372,
    width: 180,
    height: 74,
    columns: 1,
  },
  {
    group: "core",
    folders: ["core"],
    says: "values and pure functions: memory, trust, text, recall, guard, replica, ports",
    x: 20,
    y: 484,
    width: 960,
    height: 58,
    columns: 1,
  },
];

/** Corners of each line, from the edge of one box to the edge of another. */
const ROUTES: Readonly<Record<string, string>> = {
  "entrances app": "115,104 115,196",
  "entrances checks": "240,104 240,372",
  "entrances core": "296,104 296,484",
  "entrances readers": "444,104 444,362",
  "entrances wiring": "590,104 590,196",
  "entrances adapters": "839,104 839,172",
  "entrances disk": "962,104 962,372",
  "wiring app": "500,233 210,233",
  "wiring adapters": "680,233 734,233",
  "wiring checks": "530,270 530,330 210,330 210,372",
  "wiring disk": "650,270 650,409 800,409",
  "wiring core": "600,270 600,484",
  "app checks": "150,270 150,372",
  "app core": "65,270 65,484",
  "adapters disk": "870,310 870,372",
  "adapters core": "765,310 765,484",
  "checks core": "190,446 190,484",
  "readers core": "444,446 444,484",
  "disk core": "890,446 890,484",
};

const STYLE = `
    .ground { fill: #fdfdfb; stroke: #dee2de; }
    .box { fill: #f3f4f1; stroke: #b9c2bf; }
    .folder { fill: #fdfdfb; stroke: #d3dad6; }
    .line { fill: none; stroke: #566166; stroke-width: 1.4; }
    .opened { stroke: #0f7c7c; stroke-dasharray: 5 4; }
    .head { fill: #566166; }
    .opened-head { fill: #0f7c7c; }
    .name { fill: #1d2326; font: 600 17px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
    .says { fill: #566166; font: 15px system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #14191b; stroke: #2d373a; }
      .box { fill: #1c2326; stroke: #465357; }
      .folder { fill: #14191b; stroke: #364246; }
      .line { stroke: #9eabae; }
      .opened { stroke: #55b5b5; }
      .head { fill: #9eabae; }
      .opened-head { fill: #55b5b5; }
      .name { fill: #dce2e2; }
      .says { fill: #9eabae; }
    }`;

export function groupOf(folder: string): string {
  const box = BOXES.find(({ folders }) => folders.includes(folder));
  if (box === undefined) throw new Error(`src/${folder} has no box: add it in scripts/docs/architecture/picture.ts`);
  return box.group;
}

export function drawn(edges: readonly Edge[]): string {
  const wanted = edges.map(({ from, to }) => `${from} ${to}`);
  const missing = wanted.filter((key) => ROUTES[key] === undefined);
  const idle = Object.keys(ROUTES).filter((key) => !wanted.includes(key));
  if (missing.length + idle.length > 0)
    throw new Error(`scripts/docs/architecture/picture.ts: no line for [${missing}], no import for [${idle}]`);
  const title = "Folders of src/ and what they import";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">
  <title>${title}</title>
  <style>${STYLE}
  </style>
  <defs>
${marker("head")}
${marker("opened-head")}
  </defs>
  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="10"/>
${edges.map(line).join("\n")}
${BOXES.map(box).join("\n")}
${legend()}
</svg>
`;
}

function marker(name: string): string {
  return `    <marker id="${name}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="${name}" d="M0,0.6 L8,4 L0,7.4 Z"/></marker>`;
}

function line({ from, to, openersOnly }: Edge): string {
  return path(ROUTES[`${from} ${to}`] ?? "", openersOnly);
}

function path(corners: string, opened: boolean): string {
  const [kind, head] = opened ? ["line opened", "opened-head"] : ["line", "head"];
  return `  <path class="${kind}" d="M${corners.replaceAll(" ", " L")}" marker-end="url(#${head})"/>`;
}

const FOLDER_HEIGHT = 30;
const GAP = 8;

function box({ folders, says, x, y, width, height, columns }: Box): string {
  const outer = `  <rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;
  const middle = x + width / 2;
  const below = `  <text class="says" x="${middle}" y="${y + height - 13}" text-anchor="middle">${says}</text>`;
  if (folders.length === 1) {
    const top = `  <text class="name" x="${middle}" y="${y + height / 2 - 4}" text-anchor="middle">${folders[0]}</text>`;
    return [outer, top, below].join("\n");
  }
  const wide = (width - GAP * (columns + 1)) / columns;
  const inner = folders.map((folder, index) => {
    const left = x + GAP + (index % columns) * (wide + GAP);
    const top = y + GAP + Math.floor(index / columns) * (FOLDER_HEIGHT + 4);
    return `  <rect class="folder" x="${left}" y="${top}" width="${wide}" height="${FOLDER_HEIGHT}" rx="5"/>
  <text class="name" x="${left + wide / 2}" y="${top + 21}" text-anchor="middle">${folder}</text>`;
  });
  return [outer, ...inner, below].join("\n");
}

function legend(): string {
  return [
    path("20,566 62,566", false),
    `  <text class="says" x="72" y="571">imports</text>`,
    path("160,566 202,566", true),
    `  <text class="says" x="212" y="571">imports, from its open.ts or open-*.ts only</text>`,
  ].join("\n");
}
