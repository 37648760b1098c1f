// The fence (CTX-1): what a model reads, built from parsed fields only, every value through the sanitiser
// (CHK-31). Element and attribute names are fixed here; escaping alone makes a forged tag impossible, so there is
// no nonce and the same input gives the same bytes (CTX-6).
// Every line of content is indented, so that none can look like a turn ("Human:") or a fence at the line's start.
import { normalise } from "../text/normalise.ts";
import { forContext, forContextBody } from "../text/sanitise.ts";
import type { Candidate, Form, Selection, Shown } from "./candidate.ts";
import { framing, type Marks, moreLine, NOTHING_READABLE, OUTDATED } from "./wording.ts";

/** Whatever the configuration says: hosts cut or refuse at 10,000 (AGT-6). */
export const CEILING = 9000;

/** A longer body is not shown in part, which could turn its meaning round; it gets a line instead. */
export const BODY_MAX = 1200;

const MOST_TAGS = 12;

const OPEN = '<memory-context source="holdfast" version="1">';
const CLOSE = "</memory-context>";

/** The largest frame there can be: what selection sets aside. */
export const LARGEST_FRAME: string = [
  framing({ tiers: new Set(["verified", "inferred", "unattested"] as const), shared: true, outdated: true }),
  OPEN,
  CLOSE,
  moreLine(999_999),
].join("\n");

/** How many memories apply here, shown or cut. */
export function totalApplicable(selection: Selection): number {
  return selection.shown.length + selection.withheld.filter(({ reason }) => reason === "over-budget").length;
}

/** The empty string when nothing is shown; else frame, block and, if something was cut, a line that says so. */
export function renderContext(
  selection: Selection,
  counts: { readonly totalApplicable: number } = { totalApplicable: totalApplicable(selection) },
): string {
  const elements: string[] = [];
  const kept: Shown[] = [];
  let room = CEILING - LARGEST_FRAME.length;
  for (const shown of selection.shown) {
    if (shown.candidate.tier === "quarantined") continue;
    const element = renderMemory(shown.candidate, shown.form, shown.outdated);
    room -= element.length + 1;
    if (room < 0) break;
    elements.push(element);
    kept.push(shown);
  }
  if (elements.length === 0) return "";
  const more = Math.trunc(counts.totalApplicable) - elements.length;
  return [framing(marksOf(kept)), OPEN, ...elements, CLOSE, ...(more > 0 ? [moreLine(more)] : [])].join("\n");
}

function marksOf(kept: readonly Shown[]): Marks {
  return {
    tiers: new Set(kept.map(({ candidate }) => candidate.tier)),
    shared: kept.some(({ candidate }) => candidate.scope === "shared"),
    outdated: kept.some(({ outdated }) => outdated),
  };
}

/** One element, with the indentation of its lines. Nothing is said twice: a sentence is often its own name and body. */
export function renderMemory(candidate: Candidate, form: Form, outdated: boolean): string {
  const head = summary(candidate);
  const body = form === "full" && !saysOnly(candidate.body, candidate) ? indented(candidate.body) : "";
  const text = body === "" ? head : `${head}\n${body}`;
  return `  <memory${attributes(candidate)}${attribute("freshness", outdated ? OUTDATED : "")}>${detached(text)}</memory>`;
}

function saysOnly(body: string, { name, description }: Candidate): boolean {
  if (body.length > BODY_MAX) return false;
  const bare = bareOf(body);
  return bare === bareOf(description) || bare === bareOf(name);
}

function bareOf(text: string): string {
  return text
    .slice(0, BODY_MAX)
    .trim()
    .replace(/[.!?]{1,3}$/u, "");
}

function attributes(candidate: Candidate): string {
  const tags = new Set(candidate.tags.map((tag) => forContext(tag, { max: 40 })).filter((tag) => tag !== ""));
  return [
    attribute("id", forContext(candidate.id, { max: 26 })),
    attribute("type", forContext(candidate.type, { max: 20 })),
    attribute("kind", forContext(candidate.kind ?? "", { max: 20 })),
    attribute("trust", forContext(candidate.tier, { max: 20 })),
    attribute("scope", forContext(candidate.scope, { max: 20 })),
    attribute("path", forContext(`memories/${candidate.file}`, { max: 120 })),
    attribute("tags", [...tags].sort().slice(0, MOST_TAGS).join(",")),
  ].join("");
}

function attribute(name: string, safe: string): string {
  return safe === "" ? "" : ` ${name}="${safe}"`;
}

function summary(candidate: Candidate): string {
  const name = bareOf(candidate.name);
  const same = name === bareOf(candidate.description);
  // A name cut from the description's own beginning says nothing that is not said there.
  const begun = name.endsWith("…") && candidate.description.startsWith(name.slice(0, -1));
  const description = same ? "" : forContext(candidate.description, { max: 256 });
  const parts = [begun ? "" : forContext(candidate.name, { max: 100 }), description];
  const sentences = parts.filter((part) => part !== "").map(asSentence);
  return sentences.length === 0 ? NOTHING_READABLE : sentences.join(" ");
}

function asSentence(text: string): string {
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}

function indented(body: string): string {
  const lines = forContextBody(body, { max: BODY_MAX }).split("\n");
  return lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
}

/**
 * A text that begins with a combining solidus would, in a reader that composes characters, turn the ">" before it
 * into another character and so unmake the tag.
 */
function detached(text: string): string {
  const safe = text.charCodeAt(0) < 0x300 || normalise(`>${text}`, "NFC").startsWith(">");
  return safe ? text : ` ${text}`;
}
