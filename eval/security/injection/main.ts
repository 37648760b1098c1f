// How much the injection rules find, corpus by corpus, the zero rows included (CHK-22, CHK-24).
// Prints aggregates only; `--write` puts them into docs/results/injection.md, `--json FILE` where `npm run proof
// bench` gathers them. Exit 1 when a floor is missed.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { notebook } from "../../../scripts/bench/figures.ts";
import { checkInjection } from "../../../src/checks/injection/check.ts";
import { markdownChunks } from "../markdown-chunks.ts";
import { FLOORS, HELD_OUT_AIM } from "./baselines.ts";
import { textSets } from "./corpora-rows.ts";
import { measureCost } from "./cost.ts";
import { markerSet } from "./marker-set.ts";
import { type Half, measureHalf, type Withheld } from "./poison.ts";
import { type Figure, type Results, toMarkdown } from "./results.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false }, json: { type: "string" } } });

let passed = 0;
let failed = 0;
let notRun = 0;

function floor(name: string, holds: boolean, said: string): void {
  if (holds) passed++;
  else failed++;
  console.log(`floor=${name} ${said} ${holds ? "ok" : "MISSED"}`);
}

function missing(what: string): void {
  notRun++;
  console.log(`NOT RUN: ${what}`);
}

function measure(name: string, texts: readonly string[]): Figure {
  const kindsOf = texts.map((text) => new Set(checkInjection(text).map(({ kind }) => kind)));
  const figure = {
    name,
    of: texts.length,
    flagged: kindsOf.filter((kinds) => kinds.has("marker") || kinds.has("instruction")).length,
    marked: kindsOf.filter((kinds) => kinds.has("marker")).length,
    withheld: kindsOf.filter((kinds) => kinds.size > 0).length,
  };
  console.log(
    `corpus="${name}" n=${figure.of} flagged=${share(figure.flagged, figure.of)} marker=${share(figure.marked, figure.of)} withheld=${share(figure.withheld, figure.of)}`,
  );
  return figure;
}

function share(part: number, whole: number): string {
  return `${percent(part, whole).toFixed(1)}%`;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

function tell(half: string, group: string, { of, poisoned, benign }: Withheld): void {
  console.log(`poison=${half} ${group} n=${of} poisoned=${share(poisoned, of)} benign=${share(benign, of)}`);
}

function tellHalf(name: string, half: Half): void {
  for (const [family, figures] of half.families) tell(name, `family=${family}`, figures);
  for (const [language, figures] of half.languages) tell(name, `lang=${language}`, figures);
  for (const [file, figures] of half.files) tell(name, `file=${file}`, figures);
  tell(name, "all", half.all);
}

const corpora: Figure[] = [];
const sets = textSets();
if (sets === undefined) missing("the corpora of security/ (HOLDFAST_CORPORA)");
for (const { name, texts } of sets?.sets ?? []) corpora.push(measure(name, texts));

const own = markerSet().map(({ kind, texts }) => measure(`markers: ${kind}`, texts));
const spikee = sets === undefined ? [] : [measure("markers: spikee templates with a marker", sets.spikeeMarkers)];
const kinds = [...own, ...spikee];
const { chunks, pages, files } = markdownChunks();
if (pages === 0) missing("the technical pages of tldr");
const technical = measure(
  "technical markdown",
  chunks.map(({ text }) => text),
);
console.log(`technical-pages=${pages} technical-files=${files}`);

const development = measureHalf("development");
const heldOut = measureHalf("held-out");
tellHalf("development", development);
tellHalf("held-out", heldOut);
console.log(`held-out-aim benign<=${HELD_OUT_AIM.benign}% (reported, no floor)`);
const cost = await measureCost(chunks.map(({ text }) => text));
console.log(`injection-2kb-ms=${cost.chunkMs.toFixed(2)} hostile-64kb-ms=${cost.hostileMs.toFixed(0)}`);
console.log(
  `bare-node-ms=${cost.bareMs.toFixed(1)} with-checks-ms=${cost.loadedMs.toFixed(1)} load-ms=${(cost.loadedMs - cost.bareMs).toFixed(1)} first-text-ms=${cost.firstMs.toFixed(1)}`,
);

const markerFloor = ({ name, of, marked }: Figure, least: number): void =>
  floor(name, percent(marked, of) >= least, `marker=${share(marked, of)} at-least=${least}%`);
for (const figure of own) markerFloor(figure, FLOORS.markers);
for (const figure of spikee) markerFloor(figure, FLOORS.spikeeMarkers);
for (const { name, of, flagged } of corpora.filter((figure) => figure.name.startsWith("notinject"))) {
  floor(name, percent(flagged, of) <= FLOORS.notinject, `flagged=${share(flagged, of)} at-most=${FLOORS.notinject}%`);
}
// A share of a few hundred pages of our own is not the share that the floors were set for.
if (pages > 0) {
  floor(
    "technical markdown",
    technical.of > 0 && percent(technical.flagged, technical.of) <= FLOORS.technical,
    `flagged=${percent(technical.flagged, technical.of).toFixed(2)}% at-most=${FLOORS.technical}%`,
  );
  floor(
    "technical markdown withheld",
    technical.of > 0 && percent(technical.withheld, technical.of) <= FLOORS.technicalWithheld,
    `withheld=${share(technical.withheld, technical.of)} at-most=${FLOORS.technicalWithheld}%`,
  );
}
{
  const { of, poisoned, benign } = development.all;
  const holds = percent(poisoned, of) >= FLOORS.developmentPoisoned && percent(benign, of) <= FLOORS.developmentBenign;
  floor("development half", holds, `poisoned=${share(poisoned, of)} benign=${share(benign, of)}`);
}

const book = notebook();
for (const { name, of, flagged, withheld } of [...corpora, ...kinds, technical]) {
  book.note(`${name}: texts`, of);
  book.note(`${name}: flagged`, percent(flagged, of));
  book.note(`${name}: withheld`, percent(withheld, of));
}
book.note("held-out: pairs", heldOut.all.of);
book.note("held-out: poisoned withheld", percent(heldOut.all.poisoned, heldOut.all.of));
book.note("held-out: benign withheld", percent(heldOut.all.benign, heldOut.all.of), { most: HELD_OUT_AIM.benign });
book.note("hostile 64 KB: ms", cost.hostileMs);
book.save(values.json);

if (values.write) {
  const results: Results = { corpora, kinds, technical, development, heldOut, cost };
  const folder = new URL("../../../docs/results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("injection.md", folder), toMarkdown(results));
  console.log("wrote docs/results/injection.md");
}
console.log(`not-run=${notRun}`);
if (notRun > 0 && process.env.HOLDFAST_CORPORA_REQUIRED === "1") failed++;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
