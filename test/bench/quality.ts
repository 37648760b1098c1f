// How much the choice of rare terms costs (SEA-7): the ranking of what it proposes, judged by the ranking of what the
// whole question proposes. nDCG at 10, the gain of a memory being its score there.
import type { Ranked } from "../../src/recall/rank.ts";

export function ndcg(ranking: readonly Ranked[], truth: readonly Ranked[]): number {
  const gains = new Map(truth.slice(0, 10).map(({ proposal, score }) => [proposal.file, score]));
  const ideal = dcg([...gains.values()]);
  return ideal === 0 ? 1 : dcg(ranking.slice(0, 10).map(({ proposal }) => gains.get(proposal.file) ?? 0)) / ideal;
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
