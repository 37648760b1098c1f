// The trust machine as a picture, drawn from its table (TRU-1): an arrow for each transition, solid where only a person can
// take it. A row of the table that has no place here is an error, so the picture can't leave one out.
import { TRANSITIONS } from "../../../src/trust/transitions.ts";

type Row = (typeof TRANSITIONS)[number];

interface Arrow {
  readonly path: string;
  /** Where its words stand. */
  readonly at: readonly [x: number, y: number];
  readonly anchor?: "start" | "middle" | "end";
  /** What the table does not say. */
  readonly more?: string;
}

const ARROWS: Readonly<Record<string, Arrow>> = {
  T1: { path: "M150 74 V138", at: [162, 110], anchor: "start" },
  T2: { path: "M650 74 V138", at: [638, 110], anchor: "end" },
  T3: { path: "M240 168 H558", at: [400, 158], more: "after 7 days, or T2 at once" },
  T4: { path: "M150 200 C150 300 220 322 308 322", at: [140, 258], anchor: "end" },
  T5: { path: "M610 200 C600 262 560 300 494 310", at: [556, 244], anchor: "end" },
  T6: { path: "M492 332 C600 326 662 284 668 202", at: [672, 276], anchor: "start", more: "when all checks pass" },
  T7: { path: "M742 156 C800 132 800 206 744 182", at: [832, 136], anchor: "end" },
};

const BOXES = [
  { tier: "inferred", x: 60, y: 140, says: "nobody confirmed it" },
  { tier: "verified", x: 560, y: 140, says: "a person confirmed it" },
  { tier: "quarantined", x: 310, y: 292, says: "shown to no agent" },
] as const;

const SOURCES = [
  { x: 150, says: "an agent, a script or a pipe writes it" },
  { x: 650, says: "you type it at a terminal" },
] as const;

const WORDS: Readonly<Record<Row["event"], string>> = {
  write: "written",
  assert: "your own words",
  promote: "you promote it",
  demote: "you demote it",
  "check-failed": "a check fails",
  restore: "you restore it",
  reaffirm: "you re-affirm",
};

export function trustMachine(): string {
  const ids = [...new Set(TRANSITIONS.map(({ id }) => id))];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 34 840 372" role="img" aria-labelledby="t d">',
    '<title id="t">The trust machine</title>',
    `<desc id="d">${TRANSITIONS.map(sentence).join(" ")}</desc>`,
    `<style>${STYLE}</style>`,
    '<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker></defs>',
    ...SOURCES.map(({ x, says }) => `<text class="source" x="${x}" y="60" text-anchor="middle">${says}</text>`),
    ...ids.map((id) =>
      drawn(
        id,
        TRANSITIONS.filter((row) => row.id === id),
      ),
    ),
    ...BOXES.map(({ tier, x, y, says }) =>
      [
        `<rect class="${tier}" x="${x}" y="${y}" width="180" height="60" rx="10"/>`,
        `<text class="tier" x="${x + 90}" y="${y + 27}" text-anchor="middle">${tier}</text>`,
        `<text class="says" x="${x + 90}" y="${y + 46}" text-anchor="middle">${says}</text>`,
      ].join(""),
    ),
    '<path class="edge" d="M60 388 h34"/><text class="says" x="102" y="393">only a person at a terminal</text>',
    '<path class="edge any" d="M340 388 h34"/><text class="says" x="382" y="393">whoever writes, or a check</text>',
    "</svg>",
    "",
  ].join("\n");
}

function drawn(id: string, rows: readonly Row[]): string {
  const arrow = ARROWS[id];
  if (arrow === undefined) throw new Error(`The picture has no place for ${id}`);
  const [x, y] = arrow.at;
  const words = [...new Set(rows.map(({ event }) => WORDS[event]))];
  const said = words.map((word, at) => (at === 0 ? `${id} ${word}` : `or ${word}`));
  const lines = [...said, ...(arrow.more === undefined ? [] : [arrow.more])];
  const spans = lines.map((line, at) => `<tspan x="${x}" dy="${at === 0 ? 0 : 18}">${line}</tspan>`).join("");
  const any = rows.every(({ needsPerson }) => !needsPerson) ? " any" : "";
  const anchor = arrow.anchor ?? "middle";
  const lift = id === "T3" ? y - 18 * (lines.length - 1) : y;
  return `<path class="edge${any}" d="${arrow.path}" marker-end="url(#a)"/><text class="word" x="${x}" y="${lift}" text-anchor="${anchor}">${spans}</text>`;
}

function sentence({ id, from, event, to, needsPerson }: Row): string {
  return `${id}: ${from} to ${to} by ${event}${needsPerson ? ", a person only" : ""}.`;
}

const STYLE = [
  "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#1f2328}",
  ".tier{font-weight:600;font-size:18px}.source{font-size:16px}.says,.word{font-size:15px;fill:#57606a}",
  ".edge{fill:none;stroke:#57606a;stroke-width:1.6}.any{stroke-dasharray:5 4}.tip{fill:#57606a}",
  "rect{stroke-width:1.6}.inferred{fill:#fff8e5;stroke:#9a6700}.verified{fill:#eafbef;stroke:#1a7f37}.quarantined{fill:#fff1f0;stroke:#cf222e}",
  "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.says,.word{fill:#9ea7b3}.edge{stroke:#9ea7b3}.tip{fill:#9ea7b3}",
  ".inferred{fill:#2b2111;stroke:#d29922}.verified{fill:#10251a;stroke:#3fb950}.quarantined{fill:#2d1517;stroke:#f85149}}",
].join("");
