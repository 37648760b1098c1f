// How memory was used, week by week, as receipts tell it (SUR-13).
import type { Receipt } from "./receipts.ts";

export interface WeekOfUse {
  /** Its Monday. */
  readonly week: string;
  readonly sessions: number;
  /** Different memories that sessions were given. */
  readonly memories: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const TO_MONDAY = 3 * DAY_MS;

/** Oldest first, the weeks without anything among them. */
export function weeksOfUse(receipts: readonly Receipt[], now: Date, count: number): readonly WeekOfUse[] {
  const last = weekOf(now.getTime());
  const weeks = Array.from({ length: count }, (_, n) => ({ sessions: new Set<string>(), ids: new Set<string>(), n }));
  for (const { at, session, shown } of receipts) {
    const week = weeks[weekOf(Date.parse(at)) - last + count - 1];
    week?.sessions.add(session);
    for (const { id } of shown) week?.ids.add(id);
  }
  return weeks.map(({ sessions, ids, n }) => ({
    week: mondayOf(last - count + 1 + n),
    sessions: sessions.size,
    memories: ids.size,
  }));
}

function weekOf(ms: number): number {
  return Math.floor((ms + TO_MONDAY) / WEEK_MS);
}

function mondayOf(week: number): string {
  return new Date(week * WEEK_MS - TO_MONDAY).toISOString().slice(0, 10);
}
