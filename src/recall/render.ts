// The fence (CTX-1, ARR-1): what a model reads, built from parsed fields only, every value through the sanitiser (CHK-31). The
// beginning of every line is ours: the head of a group, a handle, or two blanks before a further line of a body. So no content
// can look like a head, a handle, a turn ("Human:") or a fence; escaping alone makes a forged tag impossible. There is no nonce,
// and the same input gives the same bytes (CTX-6).
import { handleAdded, handlesAmong, tailOf } from "../store/short-handle.ts";
import { forContext, forContextBody } from "../text/sanitise.ts";
import type { Candidate, Form, Selection, Shown } from "./candidate.ts";
import { FRAME, GROUP_HEADS, groupHead, moreLine, NOTHING_READABLE } from "./wording.ts";

/** Whatever the configuration says: hosts cut or refuse at 10,000 (AGT-6). */
export const CEILING = 9000;

/** A longer body is not shown in part, which could turn its meaning round; it gets a line instead. */
export const BODY_MAX = 1200;

/** Of one that was asked for by itself. */
const WHOLE_MAX = 20_000;

const OPEN = '<memory-context source="holdfast" version="2">';
const CLOSE = "</memory-context>";
const INDENT = "  ";

/** The largest frame there can be: what selection sets aside. */
export const LARGEST_FRAME: string = [FRAME, OPEN, CLOSE, moreLine(999_999)].join("\n");

/** How many memories apply here, shown or cut. */
export function totalApplicable(selection: Selection): number {
  return selection.shown.length + selection.withheld.filter(({ reason }) => reason === "over-budget").length;
}

/** The empty string when nothing is shown; else frame, block and, if something was cut, a line that says so. */
export function renderContext(
  selection: Selection,
  counts: { readonly totalApplicable: number } = { totalApplicable: totalApplicable(selection) },
): string {
  const entries = selection.shown.flatMap((shown) => entryOf(shown) ?? []);
  while (entries.length > 0) {
    const more = Math.trunc(counts.totalApplicable) - entries.length;
    const text = [FRAME, OPEN, ...linesOf(entries), CLOSE, ...(more > 0 ? [moreLine(more)] : [])].join("\n");
    if (text.length <= CEILING) return text;
    entries.pop();
  }
  return "";
}

/** One memory that was asked for, to the end of its body, in the same fence: a reader needs to know no second form. */
export function renderWhole(candidate: Candidate): string {
  const entry = entryOf({ candidate, form: "full", outdated: false }, WHOLE_MAX);
  return entry === undefined ? "" : [FRAME, OPEN, ...linesOf([entry]), CLOSE].join("\n");
}

/** A body on its own, as a value beside its trust: whoever prints it, none of its lines begins as a line of ours does. */
export function bodyOf(text: string, max: number = WHOLE_MAX): string {
  return forContextBody(text, { max }).split("\n").map(further).join("\n");
}

/** A body as it was read, taken back: what every line was given goes. */
export function bodyGiven(text: string): string {
  const lines = text.split("\n");
  const isGiven = lines.every((line) => line.trim() === "" || line.startsWith(INDENT));
  return isGiven ? lines.map((line) => line.slice(INDENT.length)).join("\n") : text;
}

/** A memory as the block holds it. */
export interface Entry {
  readonly head: string;
  /** What its handle is the end of. */
  readonly tail: string;
  readonly words: string;
}

/** Undefined for what is never shown. */
export function entryOf(
  { candidate, form, outdated }: Pick<Shown, "candidate" | "form" | "outdated">,
  max: number = BODY_MAX,
): Entry | undefined {
  const { id, tier, scope, mayApply = false } = candidate;
  if (tier === "quarantined") return undefined;
  const head = groupHead({ tier, scope, outdated, mayApply });
  return { head, tail: tailOf(id), words: wordsOf(candidate, form, max) };
}

/** What one more memory adds to a block: its lines, the head of its group if it is the first, and longer handles. */
export function addedBy({ head, tail, words }: Entry, before: readonly Entry[]): string {
  const opens = before.every((each) => each.head !== head);
  const handle = handleAdded(
    before.map((each) => each.tail),
    tail,
  );
  return `${opens ? `${head}\n` : ""}${handle} ${words}\n`;
}

function linesOf(entries: readonly Entry[]): readonly string[] {
  const handles = handlesAmong(entries.map(({ tail }) => tail));
  const lines = entries.map(({ words }, at) => `${handles[at]} ${words}`);
  return GROUP_HEADS.flatMap((head) => {
    const mine = lines.filter((_, at) => entries[at]?.head === head);
    return mine.length === 0 ? [] : [head, ...mine];
  });
}

type Said = Pick<Candidate, "name" | "description" | "body">;

/** Its name and description, and below them the body. Nothing is said twice: a sentence is often its own name and body. */
export function wordsOf(candidate: Said, form: Form, max: number = BODY_MAX): string {
  const body = form === "full" && !saysOnly(candidate) ? bodyLines(candidate.body, max) : [];
  const [first = ""] = body;
  const said = bareOf(forContext(candidate.description, { max: DESCRIPTION_MAX }));
  const isSaid = said !== "" && bareOf(first) === said;
  const isBegun = said !== "" && body.length > 0 && onOneLine(candidate.body).startsWith(said.replace(/…$/u, ""));
  const head = summary(isBegun && !isSaid ? { ...candidate, description: "" } : candidate);
  return [head, ...(isSaid ? body.slice(1) : body).map(further)].join("\n");
}

const NAME_MAX = 100;
const DESCRIPTION_MAX = 256;

function saysOnly({ body, name, description }: Said): boolean {
  if (body.length > BODY_MAX) return false;
  const bare = bareOf(onOneLine(body));
  const said = bareOf(description);
  // Below a heading of the file it came from: "Payments: Amounts are in cents."
  return bare === said || bare === bareOf(name) || (bare !== "" && said.endsWith(`: ${bare}`));
}

/** As a description has it: a heading without its sign, wrapped lines and points one after the other. */
function onOneLine(body: string): string {
  return body
    .slice(0, BODY_MAX)
    .trim()
    .replace(/^#{1,6}\s+([^\n]+?)[.:]?\n\s*/, "$1: ")
    .replace(/\s+/gu, " ");
}

function bareOf(text: string): string {
  return text
    .slice(0, BODY_MAX)
    .trim()
    .replace(/[.!?]{1,3}$/u, "");
}

function summary({ name, description }: Said): string {
  const [named, said] = [forContext(name, { max: NAME_MAX }), forContext(description, { max: DESCRIPTION_MAX })];
  const sentences = [isSaidIn(named, said) ? "" : named, said].filter((part) => part !== "").map(asSentence);
  return sentences.length === 0 ? NOTHING_READABLE : sentences.join(" ");
}

/** A name that is the description's own beginning, or of which every word stands there, says nothing that is not said. */
function isSaidIn(name: string, description: string): boolean {
  const bare = bareOf(name);
  if (bare.endsWith("…")) return description.startsWith(bare.slice(0, -1));
  const words = wordsIn(bare);
  const text = description.toLowerCase();
  // Most names have a word of their own, which is seen without taking the description apart.
  if (words.length === 0 || !words.every((word) => text.includes(word))) return false;
  const said = new Set(wordsIn(description));
  return words.every((word) => said.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function asSentence(text: string): string {
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}

function further(line: string): string {
  return `${INDENT}${line}`;
}

/** An empty line would begin with nothing of ours. */
function bodyLines(body: string, max: number): readonly string[] {
  return forContextBody(body, { max })
    .split("\n")
    .filter((line) => line !== "");
}
