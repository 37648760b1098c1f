// Every word of the audit's report, for Markdown and page alike.
import type { Conflict } from "../../rules/conflicts.ts";
import type { DeadRule } from "../../rules/dead.ts";
import type { SectionId, SectionState } from "./report.ts";

export const TITLE = "Audit of your memories";

export const SECTION_TITLES: Readonly<Record<SectionId, string>> = {
  checks: "Checks",
  stale: "Stale",
  duplicates: "Duplicates",
  contradictions: "Contradictions",
  rules: "Rules",
  references: "Broken references",
  unused: "Unused",
  quarantine: "Quarantine",
  archive: "Archive candidates",
  ledger: "Ledger",
  spend: "Spend",
};

export const STATES: Readonly<Record<SectionState, string>> = {
  clear: "clear",
  found: "look",
  "not-looked-at": "not looked at",
};

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
export const memories = (n: number): string => count(n, "memory", "memories");
const pairs = (n: number): string => count(n, "pair", "pairs");

const CONFLICTS: Readonly<Record<Conflict["kind"], string>> = {
  effects: "answer one act differently; deny wins over ask, ask over remind",
  exception: "one lets through what the other stops; it is stopped",
  instead: "one names as the better way what the other forbids",
};

const DEAD: Readonly<Record<DeadRule["why"], string>> = {
  damaged: "dead: a line of its rule can't be read, so all of it is off",
  expired: "dead: its day is past",
  superseded: "dead: another memory replaced it",
  excepted: "dead: its own exception lets through what it stops",
  "no-file": "dead: no file of this project fits",
};

interface Checked {
  readonly blocking: number;
  readonly rest: number;
  /** Advice on how a memory is written. */
  readonly forms: number;
}

export const SAY = {
  /** What blocks is worth an evening: a reader wants to know how much of it there is. */
  checks: ({ blocking, rest, forms }: Checked, whole: number): string => {
    const found = [
      ...(blocking === 0 ? [] : [count(blocking, "finding blocks", "findings block")]),
      ...(rest === 0 ? [] : [count(rest, "warning", "warnings")]),
    ];
    const form = forms === 0 ? "" : ` ${count(forms, "note", "notes")} on form: holdfast audit --check.`;
    return `${memories(whole)} looked at: ${found.length === 0 ? "no finding" : found.join(", ")}.${form}`;
  },
  checksRow: (rule: string, line: number, hint: string, more: number): string =>
    `${rule}, line ${line}${more === 0 ? "" : ` and ${count(more, "other place", "other places")}`}: ${hint}`,
  scannerFault: "The secret scanner could not run: what it says is missing here, and nothing was demoted.",
  unreadable: "not readable as a memory",
  stale: (n: number): string =>
    n === 0
      ? "Every verified memory was confirmed in the last 90 days."
      : `${memories(n)} confirmed more than 90 days ago, which ${n === 1 ? "goes" : "go"} on applying.`,
  staleRow: (days: number | "ahead" | undefined): string => {
    if (days === "ahead") return "confirmed on a day that has not come yet: some machine's clock is ahead";
    return days === undefined ? "confirmed at no known date" : `confirmed ${days} days ago`;
  },
  duplicates: (n: number): string =>
    n === 0 ? "No two were found that say the same." : `${pairs(n)} of memories that seem to say the same.`,
  contradictions: (n: number): string =>
    n === 0 ? "No two were found that say the opposite." : `${pairs(n)} of memories that seem to say the opposite.`,
  rules: (whole: number, conflicts: number, dead: number): string => {
    if (whole + dead === 0) return "No verified memory carries a rule.";
    const held = `${count(whole, "rule holds", "rules hold")}`;
    if (conflicts + dead === 0) return `${held}; none contradicts another, none is dead.`;
    return `${held}; ${pairs(conflicts)} that contradict each other, ${dead} dead.`;
  },
  conflict: (kind: Conflict["kind"]): string => CONFLICTS[kind],
  dead: (why: DeadRule["why"]): string => DEAD[why],
  alike: (score: number): string => `${Math.round(score * 100)} % of their words`,
  noProject: "The files of a project are only at hand inside it. Run this in a project.",
  references: (n: number, others: number): string => {
    const here =
      n === 0
        ? "What the memories of this project name is there."
        : `${memories(n)} of this project ${n === 1 ? "names" : "name"} what is gone.`;
    return others === 0 ? here : `${here} Not looked at: ${memories(others)} about files of other projects.`;
  },
  referencesRow: "names files or symbols that are gone",
  noReceipts: "No agent was given anything in the last 90 days.",
  unused: (n: number, from: string): string =>
    n === 0
      ? `Every memory that is 90 days old was shown since ${from}.`
      : `${memories(n)} in the store for 90 days and shown to no agent since ${from}.`,
  unusedRow: (day: string): string => `in the store since ${day}`,
  quarantine: (passive: number, listed: number): string =>
    passive + listed === 0
      ? "Nothing is in quarantine for less than 91 days."
      : `${memories(listed)} for 31 to 90 days, ${passive} for less.`,
  quarantineRow: (days: number): string => `quarantined ${days} days ago`,
  noReason: "no reason was kept",
  archive: (n: number): string =>
    n === 0 ? "Nothing is quarantined for more than 90 days." : `${memories(n)} quarantined for more than 90 days.`,
  ledger: (whole: number, broken: number): string =>
    whole === 0
      ? "Nothing has been recorded yet."
      : broken === 0
        ? `${count(whole, "ledger is", "ledgers are")} whole.`
        : `${count(broken, "ledger is", "ledgers are")} not as written.`,
  ledgerRow: (scope: string, device: string, state: string): string => `${scope} ledger of device ${device}: ${state}`,
  spend: "What the observer cost is not in this report: holdfast observe status.",
} as const;

export const DEMOTED = {
  title: "Demoted by a check",
  done: (n: number): string =>
    `${memories(n)} failed a check and ${n === 1 ? "was" : "were"} moved to quarantine. \`holdfast on --edit\` brings one back.`,
  would: (n: number): string => `${memories(n)} would be moved to quarantine.`,
  failed: (why: string): string => `not demoted: ${why}`,
  told: (failed: string, problem: string | undefined): string =>
    problem === undefined ? failed : `${failed}; ${DEMOTED.failed(problem)}`,
  mass: (n: number, whole: number): string =>
    `${n} of ${memories(whole)} fail their checks. Move them all to quarantine?`,
} as const;

export const ENFORCED = {
  none: (looked: number): string => `${memories(looked)} looked at: every one passes its checks.`,
  left: (n: number): string =>
    `${memories(n)} ${n === 1 ? "holds" : "hold"} a value that was allowed by a word which does not count here; \`holdfast audit\` lets you decide.`,
  paused: "Holdfast is paused: nothing was looked at.",
} as const;

export const SINCE = {
  first: "This is the first report that is kept.",
  same: (date: string): string => `Nothing changed since ${date}.`,
  changed: (date: string, appeared: number, gone: number): string => `Since ${date}: ${appeared} new, ${gone} gone.`,
  gone: (date: string): string => `Gone since ${date}`,
  mark: "new",
} as const;

export const CLEAR = (n: number, all: number): string => `${n} of ${all} looks found nothing (--report tells each).`;

export const COUNTS = (v: number, i: number, q: number, u: number): string =>
  `${v} verified, ${i} inferred, ${q} quarantined${u === 0 ? "" : `, ${u} unconfirmed`}`;
export const QUEUE = (n: number): string => (n === 0 ? "Nothing waits for you." : `${memories(n)} waiting for you.`);
export const MORE = (n: number): string => `${n} more; the whole list is in --json.`;
export const COLUMNS = { what: "Memory", detail: "What", next: "Next", day: "Day" } as const;
/** In the place of a name that agents are not given. */
export const NOT_TOLD = "(told to a person only)";
export const DRY = "A dry run: nothing was written or changed.";

export interface ChartWords {
  readonly title: string;
  readonly description: string;
  readonly empty: string;
  readonly unit: string;
  readonly columns: readonly string[];
}

export const CHARTS: Readonly<Record<"tiers" | "ages" | "injections" | "spend" | "queue", ChartWords>> = {
  tiers: {
    title: "Tiers over time",
    description: "How many memories were verified, inferred and quarantined at the end of each day, by the ledger.",
    empty: "The ledger has no entry yet.",
    unit: "memories",
    columns: ["verified", "inferred", "quarantined"],
  },
  ages: {
    title: "Age of verification",
    description: "Verified memories by the days since a person confirmed them; beyond 90 they are stale.",
    empty: "No memory is verified.",
    unit: "memories",
    columns: ["memories"],
  },
  injections: {
    title: "Injections and their use",
    description: "Memories shown to agents per day, and how often an agent said that one was used, or wrong.",
    empty: "No agent was given anything in this time.",
    unit: "times",
    columns: ["shown", "used", "wrong"],
  },
  spend: {
    title: "Spend per day",
    description: "What models cost per day.",
    empty: SAY.spend,
    unit: "US dollars",
    columns: ["spend"],
  },
  queue: {
    title: "Queue length",
    description: "How many memories waited for you when each report was made.",
    empty: "There is one report so far; the next one makes a line.",
    unit: "memories",
    columns: ["waiting"],
  },
};

export const AGE_LABELS: readonly string[] = ["0-30", "31-60", "61-90", "91-180", "over 180", "unknown"];
export const AGE_COLUMN = "Days";
export const CHARTS_TITLE = "In charts";
export const NUMBERS = (title: string): string => `${title}: the numbers`;
export const OVERVIEW = { caption: "Overview", section: "Section", state: "State" } as const;
export const FOOTER = "Made by holdfast audit on this machine. The page makes no request and holds no script.";
