// One memory as the page shows it: its text, why it is here, what is known of it, and what stands beside it.
import { diffWordsWithSpace } from "diff";
import { listField, textField } from "../memory/fields.ts";
import { choicesFor, type ReviewDecision } from "../review/decide.ts";
import type { Card } from "../review/desk.ts";
import { signedTexts } from "../review/signed-text.ts";
import type { ReviewItem } from "../review/survey.ts";
import type { Twin } from "../review/waiting.ts";
import { changerWords, confirmNote, keyWord, reasonsOf, usageWords, writerOf } from "../review/wording.ts";
import { stemOf } from "../store/catalogue.ts";
import { howToConfirm } from "../store/confirm.ts";
import { askedBy } from "../store/propose.ts";
import type { Changer, SinceSigned } from "../store/signed.ts";
import { forPage, forPageLine, isStripped } from "../text/sanitise.ts";
import { ago } from "../trust/lifecycle.ts";
import type { CardAction, CardAnswer, Fact, QueueRow, SideBySide, TextPiece } from "./wire.ts";
import { LABELS } from "./wording.ts";

export function rowFor(key: string, item: ReviewItem): QueueRow {
  const { name, stem, tier } = item.row;
  return { key, name: forPageLine(name), stem: forPageLine(stem), tier, why: reasonsOf(item)[0] ?? "" };
}

export function cardFor(
  key: string,
  { item, version }: Card,
  now: Date,
  since: SinceSigned | undefined,
): Omit<CardAnswer, "draft"> {
  const { memory, row } = item;
  const body = memory.document.body.trim();
  return {
    key,
    version,
    name: forPageLine(row.name),
    stem: forPageLine(row.stem),
    tier: memory.tier,
    description: row.description === body ? "" : forPageLine(row.description),
    body,
    why: reasonsOf(item),
    facts: [...(since?.by ?? []).map(changedFact), ...factsOf(item, now)],
    notes: [...(since !== undefined && since.before === undefined ? [LABELS.notFound] : []), ...notesOf(item, now)],
    comparisons: [...signedSides(item, since), ...item.twins.map((twin) => beside(item, twin)), ...proposed(item)],
    actions: choicesFor(item).map((kind) => actionFor(item, kind, now)),
  };
}

function changedFact(changer: Changer): Fact {
  return { label: LABELS.changed, text: forPageLine(changerWords(changer)) };
}

/** What was signed, and what stands there now. */
export function signedSides({ memory, row }: ReviewItem, since: SinceSigned | undefined): readonly SideBySide[] {
  if (since?.before === undefined) return [];
  const [before, after] = signedTexts(since.before, since.after);
  const [left, right] = compared(before, after);
  return [
    {
      label: LABELS.signed,
      left: { title: LABELS.before, tier: "verified", text: left },
      right: { title: row.stem, tier: memory.tier, text: right },
    },
  ];
}

/** A text as it is, and as it would be. */
export function comparedTexts(label: string, before: string, after: string, { memory, row }: ReviewItem): SideBySide {
  const [left, right] = compared(before, after);
  return {
    label,
    left: { title: row.stem, tier: memory.tier, text: left },
    right: { title: LABELS.after, tier: "verified", text: right },
  };
}

function actionFor(item: ReviewItem, kind: ReviewDecision["kind"], now: Date): CardAction {
  return { kind, key: kind.slice(0, 1), word: keyWord(kind, howToConfirm(item.memory, now)) };
}

function factsOf({ memory, row, usage, doubt, target }: ReviewItem, now: Date): readonly Fact[] {
  const { document } = memory;
  const rule = listField(document, "rule");
  const known: readonly (readonly [string, string | undefined])[] = [
    [LABELS.says, doubt === undefined ? undefined : `"${doubt.quote}"`],
    [LABELS.evidence, textField(document, "evidence")],
    [LABELS.source, `${writerOf(memory)}${ago(row.created ?? undefined, now)}`],
    [LABELS.project, row.project ?? undefined],
    [LABELS.tags, row.tags.length === 0 ? undefined : row.tags.join(", ")],
    [LABELS.rule, rule.length === 0 ? undefined : rule.join("; ")],
    [LABELS.used, usageWords(usage, now)],
    [LABELS.quarantine, textField(document, "quarantine-reason")],
    [LABELS.about, target === undefined ? undefined : `${stemOf(target)} (${target.tier})`],
  ];
  return known.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text: forPageLine(text) }]));
}

function notesOf(item: ReviewItem, now: Date): readonly string[] {
  const note = confirmNote(howToConfirm(item.memory, now));
  const { text } = item.memory.document;
  const hidden = hiddenIn(text.replace(/^\ufeff/, "")) - hiddenIn(forPage(text));
  return [...(note === undefined ? [] : [note]), ...(hidden > 0 ? [LABELS.hidden(hidden)] : [])];
}

function hiddenIn(text: string): number {
  let count = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if (point !== 0x0a && point !== 0x0d && point !== 0x09 && isStripped(point)) count++;
  }
  return count;
}

function beside({ memory, row }: ReviewItem, { kind, memory: other }: Twin): SideBySide {
  const [left, right] = compared(memory.document.body, other.document.body);
  return {
    label: LABELS[kind],
    left: { title: row.stem, tier: memory.tier, text: left },
    right: { title: stemOf(other), tier: other.tier, text: right },
  };
}

/** The memory as it is, and as somebody wants it to be. */
function proposed({ memory, target, row }: ReviewItem): readonly SideBySide[] {
  if (target === undefined) return [];
  const asked = askedBy(memory.document);
  const after = asked.change === "edit" ? asked.text.body : "";
  const [left, right] = compared(target.document.body, after);
  return [
    {
      label: LABELS.proposal,
      left: { title: stemOf(target), tier: target.tier, text: left },
      right: { title: row.stem, tier: asked.change === "edit" ? memory.tier : "retired", text: right },
    },
  ];
}

/** Longer than any person waits for; beyond it the texts stand beside each other whole. */
const MILLISECONDS = 200;

/** With the words that differ marked. Both are sanitised first: what is compared is what is seen. */
function compared(left: string, right: string): readonly [readonly TextPiece[], readonly TextPiece[]] {
  const [a, b] = [forPage(left).trim(), forPage(right).trim()];
  const changes = diffWordsWithSpace(a, b, { timeout: MILLISECONDS });
  if (changes === undefined) return [[{ text: a, differs: true }], [{ text: b, differs: true }]];
  const side = (kind: "added" | "removed"): readonly TextPiece[] =>
    changes
      .filter((change) => change[kind] || !(change.added || change.removed))
      .map((change) => ({ text: change.value, differs: change[kind] === true }));
  return [side("removed"), side("added")];
}
