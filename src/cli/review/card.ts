// One memory as it stands before the person who decides (REV-1): the text itself, why it is here, and what is known of it.
import { listField, textField } from "../../memory/fields.ts";
import type { ReviewItem } from "../../review/survey.ts";
import type { Twin } from "../../review/waiting.ts";
import { confirmNote, reasonsOf, usageWords, writerOf } from "../../review/wording.ts";
import { ruleMeantBy } from "../../rules/sentence.ts";
import { stemOf } from "../../store/catalogue.ts";
import { howToConfirm } from "../../store/confirm.ts";
import type { SinceSigned } from "../../store/signed.ts";
import { ago } from "../../trust/lifecycle.ts";
import type { Output } from "../output.ts";
import { clip, tierName, tierWord } from "../tell.ts";
import { bodyLines, showHead, showProposal, showRule, showSince, showTags, wrapped } from "../words.ts";

interface Around {
  readonly place: string;
  readonly now: Date;
  readonly since: SinceSigned | undefined;
}

export async function showCard(out: Output, item: ReviewItem, { place, now, since }: Around): Promise<void> {
  const { memory, row } = item;
  const tier = tierWord(memory.tier, out);
  const room = out.columns - place.length - 14;
  out.note(`${out.paint("dim", place)}  ${out.paint("bold", clip(row.name, room))}  ${tier}`);
  out.note(`  ${out.paint("dim", clip(row.stem, out.columns - 2))}`);
  showHead(out, memory, room);
  out.note();
  for (const line of bodyLines(out, memory.document.body)) out.note(line);
  out.note();
  if (since !== undefined) await showSince(out, since);
  await facts(out, item, now);
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
  showRule(out, memory);
  showMeant(out, memory);
  wrapped(out, "used", usageWords(usage, now));
  for (const twin of twins) showTwin(out, twin);
  if (target !== undefined) await showProposal(out, memory, target);
  const reason = textField(document, "quarantine-reason");
  if (reason !== undefined) wrapped(out, "quarantine", reason);
  const note = confirmNote(howToConfirm(memory, now));
  if (note !== undefined) wrapped(out, "", note);
}

/** Where its words mean a rule that it lacks, how that is given to it (RUL-3). */
function showMeant(out: Output, memory: ReviewItem["memory"]): void {
  const meant = listField(memory.document, "rule").length > 0 ? [] : ruleMeantBy(memory.document.body);
  if (meant.length > 0) wrapped(out, "could stop", `holdfast edit ${stemOf(memory)} --rule "${meant.join("; ")}"`);
}

/** Also before a new memory is saved (ARR-8). */
export function showTwin(out: Output, { kind, memory }: Twin): void {
  const label = kind === "duplicate" ? "looks like" : "against";
  wrapped(out, label, `${stemOf(memory)} (${tierName(memory.tier)})`);
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
