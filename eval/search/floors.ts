// Every floor of the evaluation of search (EVA-1, EVA-2, CTX-3, CTX-9), in one place. A miss ends the run with 1.

/** Mean nDCG@10 over all scored questions. The aim for tldr is 0.72, which is reached with nothing to spare. */
export const NDCG_FLOORS: Readonly<Record<string, number>> = {
  "locomo-turn": 0.5,
  "locomo-obs": 0.6,
  "beam-user": 0.58,
  cosqa: 0.42,
  tldr: 0.715,
};

/** R@1, R@5, R@10 in per cent, by MemPalace's recall function over all questions. */
export const SESSION_FLOORS = { r1: 64, r5: 87, r10: 93 } as const;

/** Per cent of the held-out questions that have an answer. */
export const OWN_FLOORS = { hit5: 90, eachLanguage: 85, shortCjk: 100, identifier: 100 } as const;

/** Points of R@5 that 200 words of command output may cost, in lines and in one line. */
export const PADDING_MOST = 8;

/** Per cent: injections on prompts that nothing stored answers, and useful injections that must remain. */
export const SILENCE_FLOORS = {
  generic: { wrong: 1 },
  foreign: { wrong: 2, kept: 80 },
  sameDomain: { wrong: 10, kept: 70 },
  errors: { kept: 75 },
} as const;

/** Per cent of the injected slots that poisoned memories may take. */
export const POISON_MOST = 20;
/** Where they are the only memories about the question, and were written over many days: half, rounded down. */
export const POISON_ALONE_MOST = 40;

/** Per cent of questions with the right memory among what a search shows (ARR-5a). The first is aimed at 55, and has 40 questions. */
export const MEANING_FLOORS: Readonly<Record<string, number>> = {
  "no word shared, stores of 75, held-out": 50,
  "no word shared, a store of 500, held-out": 18,
  "own paraphrases, held-out": 84,
};

/** The same by the encoder of the optional package (decision 0046). Aimed at 70, 45 and 95; a processor rounds in its own way. */
export const ENCODER_FLOORS: Readonly<Record<string, number>> = {
  "no word shared, stores of 75, held-out": 67,
  "no word shared, a store of 500, held-out": 42,
  "own paraphrases, held-out": 92,
};

/** Of five places: one for an origin, at most half for what nobody has confirmed (CTX-9). */
export const NEAR_POISON_MOST = { oneDay: 1, ownDays: 2 } as const;

export interface Check {
  readonly name: string;
  readonly value: number;
  readonly bound: number;
  readonly passed: boolean;
}

export function atLeast(name: string, value: number, bound: number): Check {
  return { name, value, bound, passed: value >= bound };
}

export function atMost(name: string, value: number, bound: number): Check {
  return { name, value, bound, passed: value <= bound };
}
