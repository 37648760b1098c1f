// The words of a memory as a person sees them before deciding about it: all that an agent would be given of it, the name,
// the description and the tags as well as the body (REV-1, TRU-3). Nothing of it is cut.

import type { MemoryDocument } from "../memory/document.ts";
import { listField, tagsOf, textField } from "../memory/fields.ts";
import { signedTexts, UNSEEN } from "../review/signed-text.ts";
import { changerWords } from "../review/wording.ts";
import { type Memory, stemOf } from "../store/catalogue.ts";
import { askedBy } from "../store/propose.ts";
import type { SinceSigned } from "../store/signed.ts";
import { forTerminal, forTerminalLine } from "../text/sanitise.ts";
import { type Output, wrap } from "./output.ts";
import { diffLines, field, showDiff, showLines, tierName } from "./tell.ts";

/** Where the name did not fit its line, the whole of it, and the description unless it says what stands there anyway. */
export function showHead(out: Output, { document }: Memory, room: number): void {
  const name = textField(document, "name") ?? "";
  const description = textField(document, "description") ?? "";
  const heads = [
    ...(forTerminalLine(name).length > room ? [name] : []),
    ...(["", name, document.body.trim()].includes(description) ? [] : [description]),
  ];
  for (const head of heads) for (const line of wrap(forTerminalLine(head), out.columns - 2)) out.note(`  ${line}`);
}

export function bodyLines(out: Output, body: string): readonly string[] {
  // Empty lines in a row are one, as an agent is given them: none pushes a sentence off the screen.
  const lines = forTerminal(body)
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .split("\n");
  const width = out.columns - 4;
  return lines.flatMap((line) => {
    const parts = line.length <= width ? [line] : wrap(line, width);
    return parts.map((part) => (part === "" ? "" : `    ${part}`));
  });
}

export function showTags(out: Output, { document }: Memory): void {
  const tags = tagsOf(document);
  if (tags.length > 0) wrapped(out, "tags", tags.join(", "));
}

/** What its rule stops: a yes to the words is a yes to it (RUL-1). */
export function showRule(out: Output, { document }: Memory): void {
  for (const [at, line] of listField(document, "rule").entries()) wrapped(out, at === 0 ? "rule" : "", line);
}

/** What a proposal would replace, and how. */
export async function showProposal(out: Output, proposal: Memory, target: Memory): Promise<void> {
  const asked = askedBy(proposal.document);
  wrapped(out, "about", `${stemOf(target)} (${tierName(target.tier)})`);
  if (asked.change === "retire") wrapped(out, "", "it would be retired");
  else await showDiff(out, stemOf(target), target.document.body, asked.text.body);
}

/** What was signed of it, where it says something else now, and who changed it (TRU-27). */
export async function showSince(out: Output, since: SinceSigned): Promise<void> {
  for (const [at, changer] of since.by.entries()) wrapped(out, at === 0 ? "changed" : "", changerWords(changer));
  if (since.before === undefined) return wrapped(out, "signed", NOT_FOUND);
  wrapped(out, "signed", "other words; what differs from them:");
  showLines(out, await signedDiff(since.before, since.after));
}

const NOT_FOUND = "other words, which are not found here: read all of these";

export async function signedDiff(before: MemoryDocument, after: MemoryDocument): Promise<readonly string[]> {
  const lines = await diffLines("", ...signedTexts(before, after));
  return lines.length === 0 ? [UNSEEN] : lines;
}

export function wrapped(out: Output, label: string, text: string): void {
  for (const [at, line] of wrap(forTerminal(text).replace(/\s+/g, " "), out.columns - 14).entries())
    field(out, at === 0 ? label : "", line);
}
