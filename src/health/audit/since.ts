// What a report leaves for the next one: a comment at the end of its Markdown, with the keys of its findings and two
// figures. It is read back as data that anybody may have changed: nothing but plain keys and numbers is taken.
import type { DayValues, Report, Reports, Section, Since } from "./report.ts";

const OPENING = "<!-- holdfast-audit ";
const CLOSING = " -->";
const KEY = /^[A-Za-z0-9 ._/-]{1,300}$/;
const KEYS_MAX = 50_000;
const REPORTS_READ = 60;

interface Kept {
  readonly queue: number;
  readonly keys: readonly string[];
}

export interface Earlier {
  readonly day: string;
  readonly kept: Kept;
}

export function keptLine({ queue, sections }: Pick<Report, "queue" | "sections">): string {
  const kept: Kept = { queue, keys: keysOf(sections).slice(0, KEYS_MAX) };
  return `${OPENING}${JSON.stringify(kept).replace(/[<>]/g, "")}${CLOSING}`;
}

/** The last reports before this day, the oldest first. */
export function earlierReports(reports: Reports, today: string): readonly Earlier[] {
  const days = reports.days().filter((day) => day < today);
  return days.slice(-REPORTS_READ).flatMap((day) => {
    const kept = keptIn(reports.read(day) ?? "");
    return kept === undefined ? [] : [{ day, kept }];
  });
}

function keptIn(text: string): Kept | undefined {
  const from = text.lastIndexOf(OPENING);
  const end = text.indexOf(CLOSING, from);
  if (from === -1 || end === -1) return undefined;
  try {
    const { queue, keys } = JSON.parse(text.slice(from + OPENING.length, end)) as Partial<Record<keyof Kept, unknown>>;
    if (!Number.isSafeInteger(queue) || !Array.isArray(keys)) return undefined;
    const plain = keys.filter((key): key is string => typeof key === "string" && KEY.test(key));
    return { queue: Math.max(0, Number(queue)), keys: plain.slice(0, KEYS_MAX) };
  } catch {
    // Changed by hand: then there is nothing to compare with.
    return undefined;
  }
}

const ID = /\b[0-9A-Z]{26}\b/g;

/** `nameOf`: of an id that is still there. */
export function sinceOf(
  sections: readonly Section[],
  last: Earlier | undefined,
  nameOf: (id: string) => string | undefined,
): Since {
  if (last === undefined) return { date: null, appeared: [], gone: [] };
  const now = new Set(keysOf(sections));
  const before = new Set(last.kept.keys);
  return {
    date: last.day,
    appeared: [...now].filter((key) => !before.has(key)),
    gone: [...before]
      .filter((key) => !now.has(key))
      .map((key) => ({ key, quoted: (key.match(ID) ?? []).flatMap((id) => nameOf(id) ?? []) })),
  };
}

export function queueOverTime(earlier: readonly Earlier[], today: string, queue: number): readonly DayValues[] {
  return [...earlier.map(({ day, kept }) => ({ day, values: [kept.queue] })), { day: today, values: [queue] }];
}

function keysOf(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ rows }) => rows.map(({ key }) => key));
}
