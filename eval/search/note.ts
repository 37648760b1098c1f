// The figures of a run for `npm run proof bench`, each with the floor that this program holds it to.
import type { Notebook } from "../../scripts/bench/figures.ts";
import { NDCG_FLOORS, OWN_FLOORS, SILENCE_FLOORS } from "./floors.ts";
import type { Ranking } from "./ranking.ts";
import type { Results } from "./results.ts";

export function noteResults(book: Notebook, { rankings, own, silence }: Results): void {
  for (const ranking of rankings) noteRanking(book, ranking);
  if (own !== undefined) {
    noteRanking(book, own.ranking);
    book.note("own: held-out hit@5", own.figures.heldOut.hit5, { least: OWN_FLOORS.hit5 });
  }
  if (silence === undefined) return;
  const { generic, foreign, sameDomain } = SILENCE_FLOORS;
  for (const { name, rates } of silence.generic.filter(({ name: each }) => each.startsWith("all, "))) {
    book.note(`silence: everyday prompts, ${name.slice("all, ".length)}: prompts`, rates.unanswerable);
    book.note(`silence: everyday prompts, ${name.slice("all, ".length)}: wrong`, rates.wrong, { most: generic.wrong });
  }
  const rows = [
    ...silence.foreign.map((row) => ({ ...row, floor: foreign })),
    { ...silence.sameDomain, floor: sameDomain },
  ];
  for (const { name, rates, floor } of rows) {
    book.note(`silence: other stores, ${name}: prompts`, rates.unanswerable);
    book.note(`silence: other stores, ${name}: wrong`, rates.wrong, { most: floor.wrong });
    book.note(`silence: other stores, ${name}: kept`, rates.kept, { least: floor.kept });
  }
}

function noteRanking(book: Notebook, { corpus, ours, baselines }: Ranking): void {
  const floor = NDCG_FLOORS[corpus];
  book.note(`${corpus}: questions`, ours.questions);
  for (const [engine, { all }] of [["ours", ours] as const, ...baselines.map((each) => [each.engine, each] as const)]) {
    book.note(
      `${corpus}: ${engine}: nDCG@10`,
      all.ndcg,
      engine === "ours" && floor !== undefined ? { least: floor } : {},
    );
    book.note(`${corpus}: ${engine}: hit@5`, 100 * all.hit5);
  }
}
