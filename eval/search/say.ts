// The lines that a run prints: `name=value`, one thing measured per line.
import type { EncodingFigures } from "./encoding.ts";
import type { MeaningFigures } from "./meaning.ts";
import type { Figures } from "./metrics.ts";
import type { OwnFigures, OwnRow } from "./own.ts";
import type { Shares } from "./poison.ts";
import type { Padding, Ranking, Sessions } from "./ranking.ts";
import type { Summary } from "./run.ts";
import type { Rates } from "./silence.ts";
import type { SilenceFigures, SilenceRow } from "./silence-figures.ts";

const share = (value: number): string => (100 * value).toFixed(1);
const one = (value: number): string => value.toFixed(1);

export function ranking({ corpus, ours, baselines, agreement }: Ranking): void {
  for (const each of [ours, ...baselines]) console.log(summaryLine(corpus, each));
  if (agreement !== undefined) console.log(`${corpus} same-first-ten-in-memory=${one(agreement)}%`);
}

function summaryLine(
  corpus: string,
  { engine, questions, all, development, report, r5Within, tokens, p50, p99 }: Summary,
): string {
  const halves = `r5-within=${share(r5Within)} ndcg-development=${development.ndcg.toFixed(3)} ndcg-report=${report.ndcg.toFixed(3)}`;
  const cost = `tokens=${tokens.toFixed(0)} p50-ms=${p50.toFixed(2)} p99-ms=${p99.toFixed(2)}`;
  return `${corpus} engine="${engine}" questions=${questions} ${figures(all)} ${halves} ${cost}`;
}

function figures({ r1, r5, r10, hit1, hit5, hit10, all5, all10, mrr, ndcg }: Figures): string {
  const shares = Object.entries({ r1, r5, r10, hit1, hit5, hit10, all5, all10 });
  return `${shares.map(([name, value]) => `${name}=${share(value)}`).join(" ")} mrr=${mrr.toFixed(3)} ndcg=${ndcg.toFixed(3)}`;
}

export function own({ development, heldOut, languages, kinds, withoutAsks, negatives, wrong }: OwnFigures): void {
  const line = ({ name, questions, hit1, hit5, hit10 }: OwnRow): string =>
    `own "${name}" questions=${questions} hit1=${one(hit1)} hit5=${one(hit5)} hit10=${one(hit10)}`;
  for (const row of [development, heldOut, withoutAsks, ...languages, ...kinds]) console.log(line(row));
  console.log(`own unanswerable=${negatives} injected-on=${one(wrong)}%`);
}

export function sessions({ engine, questions, r1, r5, r10 }: Sessions): void {
  console.log(`locomo-session engine="${engine}" questions=${questions} r1=${one(r1)} r5=${one(r5)} r10=${one(r10)}`);
}

export function padding({ corpus, words, bare, padded, flat }: Padding): void {
  console.log(`padding corpus=${corpus} words=${words} r5=${one(bare)} r5-padded=${one(padded)} r5-flat=${one(flat)}`);
}

function rates({ wrong, kept, keptAfterCut, answerable, unanswerable }: Rates): string {
  const useful = answerable === 0 ? "" : ` kept=${one(kept)} kept-after-cut=${one(keptAfterCut)} useful=${answerable}`;
  return `wrong=${wrong.toFixed(2)}${useful} unanswerable=${unanswerable}`;
}

export function silence({ foreign, sameDomain, stripped, errors, generic, sizes }: SilenceFigures): void {
  const line = (row: SilenceRow): void => {
    const { wrong, kept } = row.report;
    const reported = `report-wrong=${wrong.toFixed(2)} report-kept=${one(kept)}`;
    console.log(`silence "${row.name}" ${rates(row.rates)} ${reported} ungated-wrong=${one(row.ungated.wrong)}`);
  };
  for (const row of [...foreign, sameDomain, stripped, errors, ...generic]) line(row);
  for (const { size, rates: of } of sizes) console.log(`silence store-of=${size} ${rates(of)}`);
}

export function poison({ name, questions, ranked, injected, ofSlots, reached }: Shares): void {
  const shares = `ranked=${one(ranked)} injected=${one(injected)} of-slots=${one(ofSlots)} reached=${one(reached)}`;
  console.log(`poison "${name}" questions=${questions} ${shares}`);
}

export function meaning({ rows, sameOrder, poison: taken, ...cost }: MeaningFigures): void {
  for (const { name, questions, words, withNear, shown } of rows)
    console.log(
      `meaning "${name}" questions=${questions} words=${one(words)} with-near=${one(withNear)} shown=${one(shown)}`,
    );
  const { size, fillMs, lookupMs, bytesBefore, bytesAfter } = cost;
  const bytes = `index-bytes=${bytesBefore} with-vectors=${bytesAfter}`;
  console.log(`meaning store-of=${size} first-ms=${one(fillMs)} later-ms=${one(lookupMs)} ${bytes}`);
  console.log(`meaning same-order=${sameOrder} poison-one-day=${taken.oneDay}/5 poison-own-days=${taken.ownDays}/5`);
}

export function encoding({
  size,
  msPerMemory,
  workPerMemory,
  megabytes,
  hookAlone,
  hookBeside,
}: EncodingFigures): void {
  const hook = `hook-alone-ms=${one(hookAlone)} hook-beside-ms=${one(hookBeside)} ratio=${(hookBeside / hookAlone).toFixed(2)}`;
  console.log(
    `encoding store-of=${size} ms-per-memory=${one(msPerMemory)} processor-ms=${one(workPerMemory)} resident-mb=${one(megabytes)} ${hook}`,
  );
}
