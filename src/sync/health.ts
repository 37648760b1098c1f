// What is told of sync where nobody asked for it (SYN-15): at session start only what a person should act on, in doctor the
// age as well. Pure, and without the run itself: session start loads this.
import type { MemoryStore } from "../store/memory-store.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import type { SyncRecord } from "./ports.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many of them nobody has decided on yet. */
export function proposalsWaiting({ proposals }: SyncRecord, store: Pick<MemoryStore, "read"> | undefined): number {
  return proposals.filter((each) => {
    const read = store?.read(each);
    return read?.kind === "file" && read.sha256 === each.sha256;
  }).length;
}

/** One line or none: a network that was away for an afternoon is nobody's business. */
export function syncLine(record: SyncRecord, waiting: number, now: Date): string | undefined {
  const { failing, worked } = record;
  if (failing !== undefined && now.getTime() - Date.parse(failing.since) > DAY) {
    return `Sync has failed for ${span(failing.since, now)}: run \`holdfast sync\`.`;
  }
  if (waiting === 0) return undefined;
  const age = worked === undefined ? "" : `Synced ${span(worked, now)} ago, `;
  const subject = waiting === 1 ? "1 proposal waits" : `${waiting} proposals wait`;
  return `${age}${subject}: run \`holdfast review\`.`;
}

/** For doctor. */
export function syncStanding(
  { failing, worked, leftOut }: SyncRecord,
  now: Date,
): { readonly health: "ok" | "warning"; readonly message: string; readonly remedy?: string } {
  const last = worked === undefined ? "never worked here" : `last worked ${span(worked, now)} ago`;
  if (failing === undefined && leftOut === undefined) return { health: "ok", message: last };
  if (failing === undefined) {
    const files = leftOut === 1 ? "1 file was" : `${leftOut} files were`;
    return { health: "warning", message: `${last}, but ${files} left out`, remedy: "holdfast sync" };
  }
  const why = forTerminalLine(failing.why, { max: 200 });
  return {
    health: "warning",
    message: `has failed for ${span(failing.since, now)}, ${last}: ${why}`,
    remedy: "holdfast sync",
  };
}

/** As people say it; a clock that was set back counts as now. */
function span(from: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(from));
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`;
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.max(1, Math.floor(ms / 60_000))} min`;
}
