// The plan this project began with, kept as a baseline: '_', '.' and '-' as word characters, a prefix match on every
// word, everything under half of the best score cut, but never fewer than two.
import type { Engine } from "../engine.ts";
import { ftsEngine, quoted } from "./fts.ts";

const STOP = new Set(
  `a an the is are was were be been being have has had do does did will would could should may might can shall to of in
  for on with at by from as into through during before after above below between and but or not no nor so yet both either
  neither each every all any few more most other some such than too very just about also how what when where which who
  whom why this that these those i me my we our you your he him his she her it its they them their am us vs please help
  need want know think make like use get go see let`.split(/\s+/u),
);

const WORD = /[a-z0-9][a-z0-9_.-]*[a-z0-9]|[a-z0-9]+/gu;

export const PRIOR_PLAN: Engine = ftsEngine({
  name: "prior plan",
  tokenize: "unicode61 tokenchars '_.-'",
  terms: (text) => {
    const words = new Set(text.toLowerCase().match(WORD) ?? []);
    return [...words].filter((word) => !STOP.has(word)).map((word) => `${quoted(word)}*`);
  },
  cut: (scores) => {
    const best = scores[0] ?? 0;
    return Math.max(2, scores.filter((score) => score <= best / 2).length);
  },
});
