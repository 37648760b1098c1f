// Judges what leaves, and knows nothing of the sanitiser: a strict reader of the fence, and the engine's own Unicode
// data (CHK-32). Three things can be wrong: content broke out of its place, a character that no reader sees got through,
// or an entity is broken.
import type { Shown } from "../../src/recall/candidate.ts";
import { CEILING } from "../../src/recall/render.ts";
import { framing, moreLine } from "../../src/recall/wording.ts";

export type Fault = "breakouts" | "strippable" | "broken";

export class Fallen extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, what: string) {
    super(what);
    this.fault = fault;
  }
}

const OPEN_LINE = '<memory-context source="holdfast" version="1">';
const CLOSE_LINE = "</memory-context>";
// One element with its attributes, in order. A value and a text hold no angle bracket, a value no quotation mark, and
// characters that XML forbids are among the invisible ones, so what this reads is well-formed.
const MEMORY =
  / {2}<memory(?: id="[^"<>]+")?(?: type="[^"<>]+")?(?: kind="([^"<>]+)")? trust="([a-z]+)" scope="([a-z]+)" path="memories\/[^"<>]*"(?: tags="[^"<>]+")?( freshness="may be out of date")?>[^<>]+<\/memory>\n/y;
const CONTENT_LINE = /^(?: {2}<memory | {4}|$)/;
const INVISIBLE = /^[[\p{Cc}--[\n\t]]\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]$/v;
const EMOJI_PARTS = /[\u200d\ufe0f]/;
const BROKEN_ENTITY = /&(?!amp;|lt;|gt;|quot;|#39;)/;

/** Throws `Fallen` when `output` is not exactly the block that `shown` stands for. */
export function judgeContext(output: string, shown: readonly Shown[], more: number): void {
  must((output === "") === (shown.length === 0), "zero bytes when nothing is shown");
  if (shown.length === 0) return;
  must(output.length <= CEILING, "under the ceiling");
  const lines = output.split("\n");
  const tiers = new Set(shown.map((each) => each.candidate.tier));
  const shared = shown.some((each) => each.candidate.scope === "shared");
  const outdated = shown.some((each) => each.outdated);
  must(lines[0] === framing({ tiers, shared, outdated }), "the framing sentence");
  must(lines[1] === OPEN_LINE, "the opening line");
  const last = more > 0 ? lines.length - 2 : lines.length - 1;
  must(more <= 0 || lines.at(-1) === moreLine(more), "the line about what was cut");
  must(lines[last] === CLOSE_LINE, "the closing line");
  for (let at = 2; at < last; at++) {
    const line = lines[at] as string;
    must(CONTENT_LINE.test(line), "content at the start of a line");
    // Name, description and attributes stand on the first line of an element.
    must(!line.startsWith("  <") || !EMOJI_PARTS.test(line), "a strippable code point in a field", "strippable");
  }
  const fence = lines.slice(1, last + 1).join("\n");
  judgeBody(fence);
  must(!BROKEN_ENTITY.test(fence), "a broken entity", "broken");
  judgeTree(fence, shown);
  const composed = fence.normalize("NFC");
  if (composed !== fence) judgeTree(composed, shown);
}

/** A field: one line, and nothing in it that no reader sees. */
export function judgeLine(text: string): void {
  must(!/[\n\t]/.test(text), "one line");
  must(!EMOJI_PARTS.test(text) && !hasInvisible(text), "a strippable code point in a field", "strippable");
}

/** Several lines; emoji may be whole. */
export function judgeBody(text: string): void {
  must(!hasInvisible(EMOJI_PARTS.test(text) ? withoutEmoji(text) : text), "a strippable code point", "strippable");
}

/** Looking for emoji is slow, so only stretches that may hold one are searched. */
function withoutEmoji(text: string): string {
  return text.replace(/[0-9#*]?[^\n -~]+/g, (stretch) =>
    EMOJI_PARTS.test(stretch) ? stretch.replace(/\p{RGI_Emoji}/gv, "x") : stretch,
  );
}

function hasInvisible(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x7f) continue;
    const point = text.codePointAt(at) as number;
    if (isInvisible(point)) return true;
    if (point > 0xffff) at++;
  }
  return false;
}

/** Each code point is asked once: 0 unknown, 1 visible, 2 not. */
const answers = new Uint8Array(0x110000);

function isInvisible(point: number): boolean {
  if (answers[point] === 0) answers[point] = INVISIBLE.test(String.fromCodePoint(point)) ? 2 : 1;
  return answers[point] === 2;
}

/** Reads from the first character to the last; whatever the grammar does not foresee is content that broke out. */
function judgeTree(fence: string, shown: readonly Shown[]): void {
  must(fence.startsWith(`${OPEN_LINE}\n`), "the root element");
  MEMORY.lastIndex = OPEN_LINE.length + 1;
  for (const { candidate, outdated } of shown) {
    const [, kind, trust, scope, freshness] = MEMORY.exec(fence) ?? [];
    must(trust === candidate.tier && scope === candidate.scope, "one memory with the tool's own marks");
    must((freshness !== undefined) === outdated, "marked as out of date, or not");
    must(kind === undefined || candidate.kind !== undefined, "no kind that is not there");
  }
  must(fence.length === MEMORY.lastIndex + CLOSE_LINE.length && fence.endsWith(CLOSE_LINE), "nothing after the last");
}

function must(condition: boolean, what: string, fault: Fault = "breakouts"): void {
  if (!condition) throw new Fallen(fault, what);
}
