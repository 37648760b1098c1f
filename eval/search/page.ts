// docs/results/search.md from the measured figures. No text of a public corpus is among them.
import { BARS } from "../../src/recall/silence.ts";
import { NDCG_FLOORS, OWN_FLOORS, PADDING_MOST, POISON_MOST, SESSION_FLOORS, SILENCE_FLOORS } from "./floors.ts";
import type { OwnRow } from "./own.ts";
import type { Ranking } from "./ranking.ts";
import type { Results } from "./results.ts";
import type { Summary } from "./run.ts";
import type { CurvePoint, SilenceFigures, SilenceRow } from "./silence-figures.ts";

export function toMarkdown(results: Results): string {
  const { checks } = results;
  const missed = checks.filter(({ passed }) => !passed);
  return [
    "# Search and silence, measured",
    "",
    "[All figures on one page, with the machine and the peers.](../benchmarks.md)",
    "",
    `Written by \`npm run proof eval:search -- --write\`, Node ${process.versions.node}. Ours is the index on SQLite over real`,
    "memory files and the ranking of core; no model is called. Figures in per cent but nDCG and MRR. R@k: the mean share",
    "of a question's evidence in the first k; hit@k: at least one piece of it; all@k: every piece. Questions are halved by",
    "a hash of their id: weights and bars may be chosen with the development half; the report half stands beside.",
    "",
    missed.length === 0 ? "Every floor holds." : `Missed: ${missed.map(missedText).join("; ")}.`,
    "",
    ...results.rankings.flatMap(rankingSection),
    ...sessionSection(results),
    ...paddingSection(results),
    ...ownSection(results),
    ...(results.silence === undefined ? [] : silenceSection(results.silence)),
    ...poisonSection(results),
    "## How to read it",
    "",
    "- The public corpora are conversations, Python functions and command pages: none is a set of coding memories. Our",
    "  own corpus is, and was written for this, by the same hands as the engine.",
    "- The baselines are our reading of what others do: FTS5 as it comes, grep, and two earlier designs of this project.",
    "- Some floors and the ranking's weights were chosen with these corpora at hand. The report half says how much that",
    "  flatters, as far as a half of the same corpus can.",
    "- Times are of a warm process on a machine with other work on it; compare them within a table only.",
    "- An unanswerable question about a store's own matters can't be told from an answerable one by words; that is the",
    "  reader's part, and the share of the own corpus says how often it happens.",
    "",
  ].join("\n");
}

function missedText({ name, value, bound }: Results["checks"][number]): string {
  return `${name} (${value.toFixed(2)}, floor ${bound})`;
}

const percent = (value: number): string => (100 * value).toFixed(1);
const one = (value: number): string => value.toFixed(1);

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function head(cells: readonly string[]): readonly string[] {
  return [row(cells), row(cells.map((_, at) => (at === 0 ? "---" : "--:")))];
}

const COLUMNS = "R@1|R@5|R@10|hit@1|hit@5|hit@10|all@5|all@10|MRR|nDCG@10|report half|tokens|p50 ms|p99 ms".split("|");

function rankingSection({ corpus, ours, baselines, agreement }: Ranking): readonly string[] {
  const floor = NDCG_FLOORS[corpus];
  return [
    `## ${corpus}: ${ours.questions} questions${floor === undefined ? "" : ` (floor: nDCG@10 ${floor})`}`,
    "",
    ...head(["engine", ...COLUMNS]),
    ...[ours, ...baselines].map(summaryRow),
    "",
    ...(agreement === undefined
      ? []
      : [`The same first ten from an index in memory: ${one(agreement)} % of questions.`, ""]),
  ];
}

function summaryRow({ engine, all, report, r5Within, tokens, p50, p99 }: Summary): string {
  const shares = [all.r1, all.r5, all.r10, all.hit1, all.hit5, all.hit10, all.all5, all.all10].map(percent);
  shares[1] += ` ± ${percent(r5Within)}`;
  const ranks = [all.mrr, all.ndcg, report.ndcg].map((value) => value.toFixed(3));
  return row([engine, ...shares, ...ranks, tokens.toFixed(0), p50.toFixed(2), p99.toFixed(2)]);
}

function sessionSection({ sessions }: Results): readonly string[] {
  if (sessions.length === 0) return [];
  const { r1, r5, r10 } = SESSION_FLOORS;
  return [
    `## LoCoMo sessions, MemPalace's protocol (floors: ${r1} / ${r5} / ${r10})`,
    "",
    "All questions; one without evidence counts as answered, as that project's recall function has it. Its own files",
    "give 50.0 / 78.3 / 88.9 without a model.",
    "",
    ...head(["engine", "questions", "R@1", "R@5", "R@10"]),
    ...sessions.map((each) => row([each.engine, `${each.questions}`, one(each.r1), one(each.r5), one(each.r10)])),
    "",
  ];
}

function paddingSection({ paddings }: Results): readonly string[] {
  if (paddings.length === 0) return [];
  return [
    `## Long prompts (floor: at most ${PADDING_MOST} points of R@5)`,
    "",
    "200 words of made-up command output around each question: fenced, in the shape of logs, or as sentences. The last",
    "column has the same words in one line behind the question, without any shape. Both are made of a few kinds of lines,",
    "which recur more than those of real output may.",
    "",
    ...head(["corpus", "R@5", "padded", "in one line"]),
    ...paddings.map((each) => row([each.corpus, one(each.bare), one(each.padded), one(each.flat)])),
    "",
  ];
}

function ownSection({ own }: Results): readonly string[] {
  if (own === undefined) return [];
  const { figures, ranking } = own;
  const line = ({ name, questions, hit1, hit5, hit10 }: OwnRow): string =>
    row([name, `${questions}`, one(hit1), one(hit5), one(hit10)]);
  return [
    ...rankingSection({ ...ranking, corpus: "Our own corpus, both parts" }),
    `Held-out part (floors: hit@5 ${OWN_FLOORS.hit5}, each language ${OWN_FLOORS.eachLanguage}):`,
    "",
    ...head(["questions", "number", "hit@1", "hit@5", "hit@10"]),
    ...[figures.development, figures.heldOut, figures.withoutAsks, ...figures.languages, ...figures.kinds].map(line),
    "",
    `Of ${figures.negatives} held-out questions that the store does not answer, ${one(figures.wrong)} % get something injected.`,
    "",
  ];
}

function silenceSection({
  foreign,
  sameDomain,
  stripped,
  errors,
  generic,
  sizes,
  curve,
}: SilenceFigures): readonly string[] {
  const { generic: g, foreign: f, sameDomain: s, errors: e } = SILENCE_FLOORS;
  return [
    "## Silence (CTX-3)",
    "",
    `Wrong: prompts nothing stored answers, on which something is injected; without a bar beside it. Kept: useful hits in`,
    `the first three that remain. Bars: mass ${BARS.mass}, coverage ${BARS.coverage}, both ${BARS.both}, cut at ${100 * BARS.share} % of the best. Floors: generic`,
    `${g.wrong}; other stores ${f.wrong} with ${f.kept} kept; other projects of the same domain ${s.wrong} with ${s.kept} kept.`,
    `Pasted errors: a prompt that pastes an error which a message of the chat holds word for word (floor: ${e.kept} kept).`,
    "Failures repeat ten messages, so that their two halves are not independent.",
    "",
    ...head([
      "prompts",
      "unanswerable",
      "wrong",
      "without a bar",
      "useful",
      "kept",
      "after the cut",
      "report: wrong",
      "kept",
    ]),
    ...[...foreign, sameDomain, stripped, errors, ...generic].map(silenceRow),
    "",
    ...head(["store of", "unanswerable", "wrong", "useful", "kept"]),
    ...sizes.map(({ size, rates }) =>
      row([`${size}`, `${rates.unanswerable}`, rates.wrong.toFixed(2), `${rates.answerable}`, one(rates.kept)]),
    ),
    "",
    "Wrong / kept over the bars:",
    "",
    ...curveTable(curve),
    "",
  ];
}

function silenceRow({ name, rates, report, ungated }: SilenceRow): string {
  const useful = (value: number): string => (rates.answerable === 0 ? "-" : one(value));
  return row([
    name,
    `${rates.unanswerable}`,
    rates.wrong.toFixed(2),
    one(ungated.wrong),
    rates.answerable === 0 ? "-" : `${rates.answerable}`,
    useful(rates.kept),
    useful(rates.keptAfterCut),
    report.wrong.toFixed(2),
    useful(report.kept),
  ]);
}

function curveTable(curve: readonly CurvePoint[]): readonly string[] {
  const names = Object.keys(curve[0]?.sets ?? {});
  return [
    ...head(["mass, coverage, both", ...names]),
    ...curve.map(({ bars: { mass, coverage, both }, sets }) =>
      row([
        `${mass}, ${coverage}, ${both}`,
        ...names.map((name) => {
          const [wrong, kept] = sets[name] ?? [0, 0];
          return `${one(wrong)} / ${kept.toFixed(0)}`;
        }),
      ]),
    ),
  ];
}

function poisonSection({ poison }: Results): readonly string[] {
  if (poison.length === 0) return [];
  return [
    `## Memories made to win retrieval (CTX-9, SEA-10; floor: at most ${POISON_MOST} % of the slots)`,
    "",
    "Poisoned memories are unconfirmed and written on one day, unless it says otherwise; the honest ones are confirmed.",
    "Ranked: their share of the first five hits. Injected: of what the application tells with the prompt, its own bar, caps",
    "and budget applied. Of the slots: of the five that a prompt has. Reached: questions with one of them injected. The",
    "texts of PoisonedRAG are the only ones in their store about their question; written over many days they take half of",
    "the slots, rounded down, which is all that the caps promise.",
    "",
    ...head(["attack", "questions", "ranked", "injected", "of the slots", "reached"]),
    ...poison.map((each) =>
      row([each.name, `${each.questions}`, one(each.ranked), one(each.injected), one(each.ofSlots), one(each.reached)]),
    ),
    "",
  ];
}
