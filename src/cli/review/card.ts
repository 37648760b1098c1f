// One memory as it stands before the person who decides (REV-1): the text itself, why it is here, and what is known of it.
import { textField } from "../../memory/fields.ts";
import type { ReviewItem } from "../../review/survey.ts";
import type { Twin } from "../../review/waiting.ts";
import { confirmNote, reasonsOf, usageWords, writerOf } from "../../review/wording.ts";
import { stemOf } from "../../store/catalogue.ts";
import { howToConfirm } from "../../store/confirm.ts";
import { ago } from "../../trust/lifecycle.ts";
import type { Output } from "../output.ts";
import { clip, tierWord } from "../tell.ts";
import { bodyLines, showHead, showProposal, showTags, wrapped } from "../words.ts";
import { TEXT } from "./wording.ts";

/** Lines of a text that are shown at once; a confirmation counts for words that were seen, so the rest comes before it. */
const LINES = 24;

/** True when all of its text is on the screen. */
export async function showCard(out: Output, item: ReviewItem, place: string, now: Date): Promise<boolean> {
  const { memory, row } = item;
  out.note();
  const tier = tierWord(memory.tier, out);
  const room = out.columns - place.length - 14;
  out.note(`${out.paint("dim", place)}  ${out.paint("bold", clip(row.name, room))}  ${tier}`);
  out.note(`  ${out.paint("dim", clip(row.stem, out.columns - 2))}`);
  showHead(out, memory, room);
  out.note();
  const lines = bodyLines(out, memory.document.body);
  for (const line of lines.slice(0, LINES)) out.note(line);
  if (lines.length > LINES) out.note(`    ${out.paint("yellow", TEXT.more(lines.length - LINES))}`);
  out.note();
  await facts(out, item, now);
  return lines.length <= LINES;
}

export function showRest(out: Output, { memory }: ReviewItem): void {
  for (const line of bodyLines(out, memory.document.body).slice(LINES)) out.note(line);
}

async function facts(out: Output, item: ReviewItem, now: Date): Promise<void> {
  const { memory, row, usage, twins, target, doubt } = item;
  const { document } = memory;
  for (const [index, why] of reasonsOf(item).entries()) wrapped(out, index === 0 ? "why here" : "", why);
  if (doubt !== undefined) wrapped(out, "says", `"${doubt.quote}"`);
  const evidence = textField(document, "evidence");
  if (evidence !== undefined) wrapped(out, "evidence", evidence);
  wrapped(out, "written by", `${writerOf(memory)}${ago(row.created ?? undefined, now)}`);
  if (row.project !== null) wrapped(out, "project", row.project);
  showTags(out, memory);
  wrapped(out, "used", usageWords(usage, now));
  for (const twin of twins) showTwin(out, twin);
  if (target !== undefined) await showProposal(out, memory, target);
  const reason = textField(document, "quarantine-reason");
  if (reason !== undefined) wrapped(out, "quarantine", reason);
  const note = confirmNote(howToConfirm(memory, now));
  if (note !== undefined) wrapped(out, "", note);
}

/** Also before a new memory is saved (ARR-8). */
export function showTwin(out: Output, { kind, memory }: Twin): void {
  const label = kind === "duplicate" ? "looks like" : "against";
  wrapped(out, label, `${stemOf(memory)} (${memory.tier})`);
  for (const line of bodyLines(out, memory.document.body).slice(0, 6)) out.note(out.paint("dim", `         ${line}`));
}

// An item of the queue as JSON, for scripts of a person.
export function itemRecord({ row, memory, usage, twins, target, doubt }: ReviewItem): Record<string, unknown> {
  return {
    ...row,
    body: memory.document.body,
    evidence: textField(memory.document, "evidence") ?? null,
    usage,
    twins: twins.map((twin) => ({ kind: twin.kind, id: twin.memory.id ?? null, stem: stemOf(twin.memory) })),
    ...(target === undefined ? {} : { about: stemOf(target) }),
    ...(doubt === undefined ? {} : { doubt: doubt.quote }),
  };
}
