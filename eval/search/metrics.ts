// The figures of EVA-1 for one ranked list, and their means. R@k is the mean share of a question's evidence in the first
// k; hit@k: at least one piece of it; all@k: every piece. A question without evidence is not scored here.

export const FIGURES = ["r1", "r5", "r10", "hit1", "hit5", "hit10", "all5", "all10", "mrr", "ndcg"] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Readonly<Record<Figure, number>>;

/** `ranked`: ids in order, as deep as the engine answered; `mrr` looks at the first ten, as nDCG does. */
export function figuresOf(ranked: readonly string[], relevant: readonly string[]): Figures {
  const wanted = new Set(relevant);
  const found = ranked.slice(0, 10).map((id) => wanted.has(id));
  const within = (k: number): number => found.slice(0, k).filter(Boolean).length;
  const first = found.indexOf(true);
  return {
    r1: within(1) / wanted.size,
    r5: within(5) / wanted.size,
    r10: within(10) / wanted.size,
    hit1: Number(within(1) > 0),
    hit5: Number(within(5) > 0),
    hit10: Number(within(10) > 0),
    all5: Number(within(5) === wanted.size),
    all10: Number(within(10) === wanted.size),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    ndcg: gain(found) / gain(Array.from({ length: Math.min(10, wanted.size) }, () => true)),
  };
}

function gain(found: readonly boolean[]): number {
  return found.reduce((sum, hit, at) => (hit ? sum + 1 / Math.log2(at + 2) : sum), 0);
}

export function meanOf(all: readonly Figures[]): Figures {
  const mean = (figure: Figure): number => all.reduce((sum, each) => sum + each[figure], 0) / Math.max(1, all.length);
  return Object.fromEntries(FIGURES.map((figure) => [figure, mean(figure)])) as Record<Figure, number>;
}

/** MemPalace's recall function: as R@k, but a question without evidence counts as answered. */
export function recallOrOne(ranked: readonly string[], relevant: readonly string[], k: number): number {
  if (relevant.length === 0) return 1;
  const top = new Set(ranked.slice(0, k));
  return relevant.filter((id) => top.has(id)).length / relevant.length;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Half the width of a 95 % interval of a mean share, by resampling; a fixed seed, so that runs can be compared. */
export function interval(values: readonly number[], rounds = 200): number {
  if (values.length === 0) return 0;
  let state = 0x9e3779b9;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += values[Math.floor(next() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return (percentile(means, 0.975) - percentile(means, 0.025)) / 2;
}
