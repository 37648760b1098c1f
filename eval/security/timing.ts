// Measuring, for the evaluations: one piece of work, what many of them came to, and texts made to cost time.

export function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Hostile {
  readonly name: string;
  readonly text: string;
}

/** Each piece again and again, cut to the size. */
export function repeated(pieces: Readonly<Record<string, string>>, size: number): readonly Hostile[] {
  return Object.entries(pieces).map(([name, piece]) => ({
    name,
    text: piece.repeat(Math.ceil(size / piece.length)).slice(0, size),
  }));
}
