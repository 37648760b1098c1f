// Time and trust (TRU-3, TRU-4, TRU-5). Nothing here changes a tier: time never promotes and never deletes.

const SECOND = 1000;
const DAY = 86_400 * SECOND;
export const OBSERVATION: number = 7 * DAY;
const STALE_DAYS = 90;

export interface Observation {
  readonly complete: boolean;
  readonly ends: Date;
}

/** A `created-at` in the future, or none at all, counts as now (TRU-8). */
export function observationOf(createdAt: Date | undefined, now: Date): Observation {
  const start = createdAt === undefined || createdAt > now ? now : createdAt;
  const ends = new Date(start.getTime() + OBSERVATION);
  return { complete: now >= ends, ends };
}

/** Stale: verified more than 90 days ago, or at no known date; a day that has not come yet is none (SYN-16). */
export function isStale(lastVerified: string | undefined, now: Date): boolean {
  const days = daysSince(lastVerified, now);
  return days === undefined || days > STALE_DAYS || isAhead(days);
}

/** The first and the last day of `last-verified` that `isStale` lets pass, for who counts by an index. */
export function freshDays(now: Date): readonly [first: string, last: string] {
  const day = (days: number): string => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
  return [day(-STALE_DAYS), day(1)];
}

/** Tomorrow is still somebody's today. */
export function isAhead(days: number): boolean {
  return days < -1;
}

/** Nobody was shown it in 90 days, though it could have been (REV-3). `enteredMs`: since when the store has it. */
export function isUnused(enteredMs: number, lastShownMs: number | undefined, now: Date): boolean {
  return daysBetween(Math.max(enteredMs, lastShownMs ?? 0), now) > STALE_DAYS;
}

export type QuarantineWindow = "passive" | "audited" | "archive-candidate";

export function quarantineWindow(
  at: { readonly quarantinedAt?: string; readonly lastVerified?: string; readonly mtimeMs: number },
  now: Date,
): QuarantineWindow {
  const days = daysSince(at.quarantinedAt, now) ?? daysSince(at.lastVerified, now) ?? daysBetween(at.mtimeMs, now);
  if (days <= 30) return "passive";
  return days <= 90 ? "audited" : "archive-candidate";
}

/** Whole calendar days (UTC) from a date or timestamp to now; undefined when it is absent or no real date. */
export function daysSince(date: string | undefined, now: Date): number | undefined {
  const then = parseDate(date);
  return then === undefined ? undefined : daysBetween(then.getTime(), now);
}

function daysBetween(thenMs: number, now: Date): number {
  return Math.floor(now.getTime() / DAY) - Math.floor(thenMs / DAY);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(T(\d{2}):(\d{2}):(\d{2})Z)?$/;

/** Really parsed: 2026-02-30 is no date. */
export function parseDate(text: string | undefined): Date | undefined {
  if (text === undefined || !DATE.test(text)) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  const canonical = date.toISOString();
  const same = text.length === 10 ? canonical.startsWith(text) : canonical.startsWith(text.slice(0, 19));
  return same ? date : undefined;
}

// How long ago something was, as people read it, at the terminal and in the browser alike.

/** Behind a comma; nothing where the date is not known. */
export function ago(date: string | undefined, now: Date): string {
  const days = daysSince(date?.replace(/\.\d+Z$/, "Z"), now);
  if (days === undefined) return "";
  return days < 1 ? ", today" : days === 1 ? ", yesterday" : `, ${days} days ago`;
}
