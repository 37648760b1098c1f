// How an import reads: the table of a dry run, the counts, what was refused and why, and the same as JSON.

import { textField, typeField } from "../memory/fields.ts";
import type { Imported, ImportItem } from "../transfer/import.ts";
import type { LeftOut } from "../transfer/read/candidate.ts";
import type { Output } from "./output.ts";
import { clip, paragraph, tierWord } from "./tell.ts";

/** A longer table is for --json. */
const MOST_ROWS = 40;
const MOST_REASONS = 10;
const NAME = 32;

export interface ImportCounts {
  readonly new: number;
  readonly known: number;
  readonly refused: number;
  readonly skipped: number;
  readonly left: number;
  /** Of the new ones, those that look like the person's own words. */
  readonly own: number;
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
  const own = items.filter(
    ({ candidate, outcome }, at) =>
      outcome.kind === "creates" &&
      (outcome.proposed === "verified" || candidate.gesture) &&
      ["creates", "created"].includes(outcomes[at]?.kind ?? ""),
  );
  return {
    new: of("creates", "created"),
    known: of("known"),
    refused: of("refusal"),
    skipped: leftOut.length,
    left: of("not-now"),
    own: own.length,
  };
}

export function table(out: Output, items: readonly ImportItem[]): void {
  const creating = items.filter(({ outcome }) => outcome.kind === "creates");
  if (creating.length === 0) return;
  out.line(out.paint("dim", `  ${"name".padEnd(NAME)}  type       proposed  from`));
  for (const item of creating.slice(0, MOST_ROWS)) row(out, item);
  if (creating.length > MOST_ROWS) out.line(`  and ${creating.length - MOST_ROWS} more (--json has them all)`);
}

function row(out: Output, { candidate, outcome }: ImportItem): void {
  if (outcome.kind !== "creates") return;
  const { document } = outcome.planned;
  const name = clip(textField(document, "name") ?? "", NAME).padEnd(NAME);
  const type = (typeField(document) ?? "").padEnd(9);
  const from = clipStart(candidate.from, Math.max(12, out.columns - NAME - 25));
  out.line(`  ${name}  ${type}  ${tierWord(outcome.proposed, out, 8)}  ${out.paint("dim", from)}`);
}

/** The end of a path says more than its beginning. */
function clipStart(text: string, width: number): string {
  const clean = clip(text, 10_000);
  return clean.length <= width ? clean : `...${clean.slice(clean.length - width + 3)}`;
}

export function summary(
  out: Output,
  { new: made, known, refused, skipped, left }: ImportCounts,
  applied: boolean,
): void {
  const parts = [
    applied ? `${made} imported, as inferred` : `${made} would be imported, as inferred`,
    `${known} known already`,
    `${refused} refused`,
    `${skipped} skipped`,
    ...(left === 0 ? [] : [`${left} left for another time`]),
  ];
  paragraph(out, `${parts.join("; ")}.`);
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
  list(out, "refused", refused);
  list(out, "skipped", leftOut);
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
      return { outcome: "imported", id: result.id, stem: result.stem };
    case "known":
      return { outcome: "known", stem: result.stem };
    case "not-now":
      return { outcome: "left" };
    case "refusal":
      return { outcome: "refused", code: result.code, message: result.message, details: result.details };
  }
}
