// docs/results/keystrokes.md, out of what was measured.
import type { Before } from "./keystrokes-before.ts";

export interface Measured {
  readonly title: string;
  readonly before: readonly Before[];
  readonly was: number;
  /** All that was typed. */
  readonly now: string;
  readonly limit: string | undefined;
}

export function pageOf(all: readonly Measured[]): string {
  const rows = all.map(
    ({ title, was, now }) => `| ${title} | ${was} | ${now.length} | ${Math.round((100 * now.length) / was)} % |`,
  );
  const typed = all.map(({ title, now }) => `| ${title} | ${shown(now)} |`);
  const before = all.flatMap(({ title, before: steps }) =>
    steps.map(([keys, why], at) => `| ${at === 0 ? title : ""} | ${shown(keys)} | ${keys.length} | ${why} |`),
  );
  const limits = all.flatMap(({ title, limit }) => (limit === undefined ? [] : [`- ${title}: ${limit}.`]));
  return `${[
    "# Five tasks in keystrokes",
    "",
    "Every key counts, Enter too; nothing is pasted. Today's are typed by `npm run proof keystrokes` into the built program, in an",
    "interactive shell on a pseudo-terminal, and the store is looked at afterwards; what is typed in the editor is left out on both",
    "sides. This page is written by `npm run proof keystrokes -- --write`.",
    "",
    "| task | 0.1.0 | today | of it |",
    "|---|--:|--:|--:|",
    ...rows,
    "",
    "The aim is half. What misses it:",
    "",
    ...limits,
    "",
    "## What is typed today",
    "",
    "| task | keys |",
    "|---|---|",
    ...typed,
    "",
    "The word at the end of an edit is one of the memory's own, chosen anew each time: a yes is typed by who has read it.",
    "",
    "## What 0.1.0 asked for",
    "",
    "From its reference and its recorded screens: exact names, no numbers, no completion of names.",
    "",
    "| task | keys | n | why |",
    "|---|---|--:|---|",
    ...before,
  ].join("\n")}\n`;
}

/** `keys` Enter, as a person would say it. */
function shown(keys: string): string {
  return keys
    .replace(/[^\n]+/g, "`$&` ")
    .replaceAll("\n", "Enter ")
    .trim();
}
