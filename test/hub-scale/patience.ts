// How patiently clients asked, by what they did: how often within a second, and whether any came back sooner than it may.

export interface Attempt {
  readonly client: number;
  readonly at: number;
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
  readonly after: number;
}

/** A client waits no less, by its own clock; timers may be a little early. */
const WAITS_MS = 150 - 5;

function byClient(attempts: readonly Attempt[]): readonly (readonly Attempt[])[] {
  const all = Map.groupBy(attempts, ({ client }) => client);
  return [...all.values()].map((own) => own.toSorted((one, other) => one.at - other.at));
}

/** Within any second. */
export function mostOf(attempts: readonly Attempt[]): number {
  let most = 0;
  for (const own of byClient(attempts))
    for (const [from, { at }] of own.entries()) {
      let to = from;
      while ((own[to]?.at ?? Number.POSITIVE_INFINITY) < at + 1000) to++;
      most = Math.max(most, to - from);
    }
  return most;
}

export function hastyOf(attempts: readonly Attempt[]): number {
  const isHasty = (before: Attempt, at: number): boolean => {
    const waits =
      before.status === 0 ? WAITS_MS : before.status === 503 || before.status === 429 ? before.after * 1000 - 5 : 0;
    return at - (before.at + before.ms) < waits;
  };
  return byClient(attempts)
    .map((own) => own.filter(({ at }, n) => n > 0 && isHasty(own[n - 1] as Attempt, at)).length)
    .reduce((sum, count) => sum + count, 0);
}
