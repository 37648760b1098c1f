// docs/results/injection.md from the measured figures (CHK-24). No text of a corpus is among them.
import { BASELINE_NAMES, BASELINES, FLOORS, HELD_OUT_AIM } from "./baselines.ts";
import type { Cost } from "./cost.ts";
import type { Half, Withheld } from "./poison.ts";

export interface Figure {
  readonly name: string;
  readonly of: number;
  readonly flagged: number;
  readonly marked: number;
  /** By any rule, those for capabilities too: what an unverified memory of this text would be. */
  readonly withheld: number;
}

export interface Results {
  readonly corpora: readonly Figure[];
  readonly kinds: readonly Figure[];
  readonly technical: Figure;
  readonly development: Half;
  readonly heldOut: Half;
  readonly cost: Cost;
}

export function toMarkdown({ corpora, kinds, technical, development, heldOut, cost }: Results): string {
  return [
    "# Injection and capability words: what is found",
    "",
    "[All figures on one page, with the machine and the peers.](../benchmarks.md)",
    "",
    "Written by `npm run proof eval:injection -- --write`. Shares in per cent. *Flagged*: a rule for instructions. *Marker*: one",
    "that counts as unambiguous. *Withheld*: one of them or a rule for capabilities, so that an unverified memory of",
    "this text waits for a person. The zero rows stay in the table: no offline rule finds poisoning that has no trigger",
    "words, and these rules are not the defence (CHK-22). The columns of others are constants, measured on 2026-11-14.",
    "",
    row(["corpus", "texts", "flagged", "marker", "withheld", ...BASELINE_NAMES]),
    row(["---", ...Array.from({ length: 4 + BASELINE_NAMES.length }, () => "--:")]),
    ...[...corpora, technical].map((figure) => corpusRow(figure, BASELINES[figure.name])),
    "",
    "Our rules were written with these corpora at hand, so the first rows say what is covered, not what an attacker who",
    "reads the rules would be stopped by. The others were measured on part of the spikee and BIPIA rows and on other",
    "Markdown.",
    "",
    `## Marker-type attacks (floor: ${FLOORS.markers} % by a marker rule, spikee ${FLOORS.spikeeMarkers} %)`,
    "",
    row(["kind", "texts", "flagged", "marker"]),
    row(["---", "--:", "--:", "--:"]),
    ...kinds.map(({ name, of, flagged, marked }) => row([name, `${of}`, share(flagged, of), share(marked, of)])),
    "",
    "## Poisoning without trigger words, and its benign twins",
    "",
    ...halfSection("Development half (the rules were written against it)", development),
    ...halfSection(`Held-out half (only counted; aim: at most ${HELD_OUT_AIM.benign} % of the twins)`, heldOut),
    "## Cost",
    "",
    `Median of 2 KB: ${cost.chunkMs.toFixed(2)} ms. Slowest hostile text of 64 KB: ${cost.hostileMs.toFixed(0)} ms. Bare node ${cost.bareMs.toFixed(1)} ms, with the`,
    `check loaded ${cost.loadedMs.toFixed(1)} ms. The first text in a process costs ${cost.firstMs.toFixed(1)} ms, because`,
    "patterns are compiled then.",
    "",
  ].join("\n");
}

function corpusRow({ name, of, flagged, marked, withheld }: Figure, others: readonly string[] | undefined): string {
  const rest = others ?? BASELINE_NAMES.map(() => "-");
  return row([name, `${of}`, share(flagged, of), share(marked, of), share(withheld, of), ...rest]);
}

function halfSection(title: string, half: Half): readonly string[] {
  const line = (name: string, { of, poisoned, benign }: Withheld): string =>
    row([name, `${of}`, share(poisoned, of), share(benign, of)]);
  return [
    `### ${title}`,
    "",
    row(["group", "pairs", "poisoned withheld", "benign withheld"]),
    row(["---", "--:", "--:", "--:"]),
    ...[...half.families, ...half.languages, ...half.files].map(([name, figures]) => line(name, figures)),
    line("**all**", half.all),
    "",
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : ((100 * part) / whole).toFixed(1);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
