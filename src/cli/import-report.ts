// How an import reads: the table of a dry run, the counts, what was refused and why, and the same as JSON.

import { listField, textField, typeField } from "../memory/fields.ts";
import { ruleMeantBy } from "../rules/sentence.ts";
import { type Group, inGroups } from "../transfer/choose.ts";
import type { Imported, ImportItem } from "../transfer/import.ts";
import type { LeftOut } from "../transfer/read/candidate.ts";
import type { Output } from "./output.ts";
import { clip, paragraph, tierWord } from "./tell.ts";

/** A longer table is for --json. */
const MOST_ROWS = 40;
const MOST_REASONS = 10;
const WIDEST = "quarantined".length;

export interface ImportCounts {
  readonly new: number;
  readonly known: number;
  readonly refused: number;
  readonly skipped: number;
  readonly left: number;
  /** Of the new ones, those that look like the person's own words. */
  readonly own: number;
  /** Of the new ones, those that a person just confirmed, and those that stay out of use. */
  readonly verified: number;
  readonly quarantined: number;
  readonly retired: number;
}

type Result = ImportItem["outcome"] | Imported["result"];

export function countsOf(
  items: readonly ImportItem[],
  leftOut: readonly LeftOut[],
  results?: readonly Imported[],
): ImportCounts {
  const outcomes: readonly Result[] = results?.map(({ result }) => result) ?? items.map(({ outcome }) => outcome);
  const of = (...kinds: readonly Result["kind"][]): number =>
    outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  const made = items.filter((_, at) => ["creates", "created"].includes(outcomes[at]?.kind ?? ""));
  const verified = outcomes.filter((each) => each.kind === "created" && each.verified === true).length;
  const standing = (kind: string): number => made.filter(({ candidate }) => candidate.standing?.kind === kind).length;
  const own = made.filter(
    ({ candidate, outcome }) =>
      outcome.kind === "creates" &&
      candidate.standing === undefined &&
      (outcome.proposed === "verified" || candidate.gesture),
  );
  // What was confirmed just now need not be looked at again.
  return {
    new: of("creates", "created"),
    known: of("known"),
    refused: of("refusal"),
    skipped: leftOut.length + of("left-out"),
    left: of("not-now"),
    own: Math.max(0, own.length - verified),
    verified,
    quarantined: standing("quarantined"),
    retired: standing("retired"),
  };
}

/** What would be made, in the order in which it is numbered. */
export function creatingIn(items: readonly ImportItem[]): readonly Group<ImportItem>[] {
  const creating = items.filter(({ outcome }) => outcome.kind === "creates");
  return inGroups(creating, ({ candidate }) => candidate);
}

/** By file and heading, numbered for who chooses among them (IMP-5). */
export function table(out: Output, groups: readonly Group<ImportItem>[]): void {
  const total = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isLong = total > MOST_ROWS;
  let first = 1;
  for (const { title, items } of isLong ? groups.slice(0, MOST_ROWS) : groups) {
    const last = first + items.length - 1;
    const numbers = first === last ? `${first}` : `${first}-${last}`;
    const head = isLong ? `${numbers.padStart(11)}  ` : "  ";
    out.line(`${head}${out.paint("bold", clipStart(title, out.columns - head.length))}`);
    if (!isLong) for (const [at, item] of items.entries()) row(out, item, first + at);
    first = last + 1;
  }
  if (first <= total) out.line(`${`${first}-${total}`.padStart(11)}  in other places (--json has them all)`);
}

function row(out: Output, { outcome }: ImportItem, number: number): void {
  if (outcome.kind !== "creates") return;
  const { document } = outcome.planned;
  const { proposed } = outcome;
  const word = wordFor(proposed, out);
  const type = (typeField(document) ?? "").padEnd(9);
  const name = clip(textField(document, "name") ?? "", Math.max(12, out.columns - 22 - WIDEST));
  out.line(`  ${String(number).padStart(4)}  ${out.paint("dim", type)}  ${word}  ${name}`);
}

/** What a person said comes in as inferred too, and is theirs to confirm: the table must not say that it counts already. */
function wordFor(proposed: string, out: Output): string {
  if (proposed === "verified") return out.paint("green", "to confirm".padEnd(WIDEST));
  return proposed === "retired" ? out.paint("dim", proposed.padEnd(WIDEST)) : tierWord(proposed, out, WIDEST);
}

/** The end of a path says more than its beginning. */
function clipStart(text: string, width: number): string {
  const clean = clip(text, 10_000);
  return clean.length <= width ? clean : `...${clean.slice(clean.length - width + 3)}`;
}

export function summary(
  out: Output,
  { new: made, known, refused, skipped, left, verified, quarantined, retired }: ImportCounts,
  applied: boolean,
): void {
  const inferred = made - verified - quarantined - retired;
  const parts = [
    applied ? `${inferred} imported, as inferred` : `${inferred} would be imported, as inferred`,
    ...(verified === 0 ? [] : [`${verified} as verified`]),
    ...(retired === 0 ? [] : [`${retired} still retired`]),
    ...(quarantined === 0 ? [] : [`${quarantined} still quarantined`]),
    `${known} known already`,
    `${refused} refused`,
    `${skipped} skipped`,
    ...(left === 0 ? [] : [`${left} left for another time`]),
  ];
  paragraph(out, `${parts.join("; ")}.`);
}

/** Of the new ones, those whose words mean a rule that could be kept for them (RUL-3). */
export function couldBeRules(items: readonly ImportItem[]): number {
  return items.filter(
    ({ outcome }) =>
      outcome.kind === "creates" &&
      outcome.proposed !== "quarantined" &&
      listField(outcome.planned.document, "rule").length === 0 &&
      ruleMeantBy(outcome.planned.document.body).length > 0,
  ).length;
}

/** What was not taken and why, the same reason once. */
export function reasons(
  out: Output,
  items: readonly ImportItem[],
  leftOut: readonly LeftOut[],
  results?: readonly Imported[],
): void {
  const refused = items.flatMap(({ candidate, outcome }, at) => {
    const result = results?.[at]?.result ?? outcome;
    return result.kind === "refusal" ? [{ from: candidate.from, why: result.details?.[0] ?? result.message }] : [];
  });
  const left = items.flatMap(({ outcome }) => (outcome.kind === "left-out" ? [outcome] : []));
  list(out, "refused", refused);
  list(out, "skipped", [...left, ...leftOut]);
}

function list(out: Output, word: string, each: readonly { readonly from: string; readonly why: string }[]): void {
  for (const { from, why } of each.slice(0, MOST_REASONS)) {
    out.note(`  ${out.paint("yellow", word)}  ${clipStart(from, out.columns - 11)}`);
    out.note(`           ${clip(why, out.columns - 11)}`);
  }
  if (each.length > MOST_REASONS) out.note(`  ${word}  and ${each.length - MOST_REASONS} more (--json has them all)`);
}

export function recordOf({ candidate, outcome }: ImportItem, result: Result = outcome): Record<string, unknown> {
  const document = outcome.kind === "creates" ? outcome.planned.document : undefined;
  const told =
    document === undefined || outcome.kind !== "creates"
      ? {}
      : {
          name: textField(document, "name"),
          type: typeField(document),
          project: textField(document, "project") ?? null,
          proposed: outcome.proposed,
          ...(candidate.standing?.kind === "quarantined" ? { reason: candidate.standing.reason } : {}),
          "created-at": textField(document, "created-at"),
          evidence: textField(document, "evidence"),
          dropped: outcome.planned.plan.droppedClaims,
        };
  return { source: candidate.source, from: candidate.from, ...told, ...resultRecord(result) };
}

function resultRecord(result: Result): Record<string, unknown> {
  switch (result.kind) {
    case "creates":
      return { outcome: "new", stem: result.planned.file.replace(/\.md$/, "") };
    case "created":
      return { outcome: "imported", id: result.id, stem: result.stem, verified: result.verified === true };
    case "known":
      return { outcome: "known", stem: result.stem };
    case "not-now":
      return { outcome: "left" };
    case "left-out":
      return { outcome: "skipped", why: result.why };
    case "refusal":
      return { outcome: "refused", code: result.code, message: result.message, details: result.details };
  }
}
