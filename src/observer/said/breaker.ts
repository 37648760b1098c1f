// When the observer stops asking (OBS-11): three failures in a row, for an hour; a key or an address that is refused, until
// a person changes the settings or asks again. Pure; observer/io/state.ts keeps it.

export interface Breaker {
  /** In a row. */
  readonly failures: number;
  readonly until?: string;
  /** What a person must look at, and with which settings it happened. */
  readonly stopped?: { readonly why: string; readonly settings: string };
  /** The last budget that was told, with its day: once is enough. */
  readonly told?: string;
}

export const CLOSED: Breaker = { failures: 0 };

const MOST_FAILURES = 3;
const OPEN_MS = 3_600_000;

/** Why no call may be made now; undefined: one may. */
export function heldBack({ until, stopped }: Breaker, settings: string, now: Date): string | undefined {
  if (stopped?.settings === settings) return stopped.why;
  if (until === undefined || Date.parse(until) <= now.getTime()) return undefined;
  return `${MOST_FAILURES} calls in a row failed; the next one is made after ${until}.`;
}

export function afterSuccess({ told }: Breaker): Breaker {
  return told === undefined ? CLOSED : { failures: 0, told };
}

/** A failure after the hour opens it again at once: whatever it was is still there. */
export function afterFailure(before: Breaker, now: Date): Breaker {
  const { told } = before;
  const failures = before.failures + 1;
  const open = failures >= MOST_FAILURES ? { until: new Date(now.getTime() + OPEN_MS).toISOString() } : {};
  return { failures, ...open, ...(told === undefined ? {} : { told }) };
}

export function afterStop(before: Breaker, why: string, settings: string): Breaker {
  return { ...before, failures: before.failures + 1, stopped: { why, settings } };
}
