// Rows, a past and the count of a rule, as the page of the whole store tells them.
import type { Past, PastAct } from "../review/past.ts";
import type { ShelfRow } from "../review/shelf.ts";
import type { Count } from "../rules/told.ts";
import { handleAlone } from "../store/short-handle.ts";
import { forPageLine } from "../text/sanitise.ts";
import type { ListRow, PastAnswer, PastLine } from "./wire.ts";
import { MARKS, TEXT } from "./wording.ts";

export function listRow(row: ShelfRow): ListRow {
  const { key, id, stem, name, tier, kind, type, scope, project, created, status, superseded, expired } = row;
  const marks = [status === "retired" && MARKS.off, superseded && MARKS.replaced, expired && MARKS.expired];
  return {
    key,
    handle: handleAlone(id ?? stem),
    tier,
    name: forPageLine(name),
    kind: kind ?? type ?? "",
    where: forPageLine(scope === "personal" ? placeWord(project) : scope),
    date: created?.slice(0, 10) ?? "",
    marks: marks.filter((mark) => mark !== false),
  };
}

/** The end of a project's name: its repository, or its folder. */
function placeWord(project: string | null): string {
  const names = project?.split(/[/\\:]/).filter((name) => name !== "" && name !== ".git") ?? [];
  return names.at(-1) ?? "";
}

const MOST = 100;

export function pastAnswer({ acts, commits, given }: Past): PastAnswer {
  const done = [
    ...acts.map((act) => ({ when: act.at, what: [act.action, act.moved ?? ""].join(" ").trim(), who: whoOf(act) })),
    ...commits.map(({ at, commit, name }) => ({ when: at, what: `${TEXT.commit} ${commit.slice(0, 12)}`, who: name })),
  ].toSorted((a, b) => (a.when < b.when ? 1 : a.when > b.when ? -1 : 0));
  const told = given.map(({ at, host, event, session, project, rule }) => ({
    when: at,
    what: [event, rule].filter((word) => word !== "").join(": "),
    who: [host, `session ${session.slice(0, 13)}`, placeWord(project ?? null)].filter((word) => word !== "").join(", "),
  }));
  return {
    acts: done.slice(0, MOST).map(lineOf),
    given: told.slice(0, MOST).map(lineOf),
    older: { acts: Math.max(0, done.length - MOST), given: Math.max(0, told.length - MOST) },
  };
}

/** A ledger may come from another machine: its words are only likely to be ours. */
function lineOf({ when, what, who }: PastLine): PastLine {
  return { when: forPageLine(when).slice(0, 16).replace("T", " "), what: forPageLine(what), who: forPageLine(who) };
}

function whoOf({ by, device }: PastAct): string {
  const where = `device ${device.slice(0, 8)}`;
  return by.kind === "signed" ? `${TEXT.signedThere}, ${where}` : `${by.actor}, ${by.channel}, ${where}`;
}

export function ruleWords({ fired, stopped, asked, reminded, allowed, last }: Count): string {
  if (fired === 0) return TEXT.notFired;
  const counts = Object.entries({ stopped, asked, reminded, allowed }).filter(([, count]) => count > 0);
  return `${counts.map(([word, count]) => `${word} ${count}`).join(", ")}; last ${last?.slice(0, 10) ?? ""}`;
}
