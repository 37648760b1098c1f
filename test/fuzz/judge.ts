// Judges what leaves, and knows nothing of the sanitiser: a strict reader of the fence, and the engine's own Unicode
// data (CHK-32). Three things can be wrong: content broke out of its place, a character that no reader sees got through,
// or an entity is broken.
import type { Shown } from "../../src/recall/candidate.ts";
import { CEILING } from "../../src/recall/render.ts";
import { CLOSE_LINE, FRAME_LINE, OPEN_LINE, type ReadMemory, readBlock } from "../support/block.ts";

export type Fault = "breakouts" | "strippable" | "broken";

export class Fallen extends Error {
  readonly fault: Fault;
  constructor(fault: Fault, what: string) {
    super(what);
    this.fault = fault;
  }
}

const INVISIBLE = /^[[\p{Cc}--[\n\t]]\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]$/v;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const EMOJI_PARTS = /[\u200d\ufe0f]/;
const BROKEN_ENTITY = /&(?!amp;|lt;|gt;)/;

/** Throws `Fallen` when `output` is not exactly the block that `shown` stands for. */
export function judgeContext(output: string, shown: readonly Shown[], more: number): void {
  must((output === "") === (shown.length === 0), "zero bytes when nothing is shown");
  if (shown.length === 0) return;
  must(output.length <= CEILING, "under the ceiling");
  const lines = output.split("\n");
  must(lines[0] === FRAME_LINE, "the framing sentence");
  must(lines[1] === OPEN_LINE, "the opening line");
  const last = more > 0 ? lines.length - 2 : lines.length - 1;
  must(more <= 0 || lines.at(-1) === `${more} more: holdfast list`, "the line about what was cut");
  must(lines[last] === CLOSE_LINE, "the closing line");
  const fence = lines.slice(1, last + 1).join("\n");
  judgeBody(fence);
  must(!BROKEN_ENTITY.test(fence), "a broken entity", "broken");
  judgeMemories(fence, shown);
  const composed = fence.normalize("NFC");
  if (composed !== fence) judgeMemories(composed, shown);
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

/** Every memory in its group, in the order given, under a handle of its own id; nothing else. */
function judgeMemories(fence: string, shown: readonly Shown[]): void {
  const read = readOrFall(fence);
  must(read.length === shown.length, "one memory for each");
  const open = [...shown];
  for (const [at, { trust, scope, outdated, mayApply, handle, lines }] of read.entries()) {
    const isOne = ({ candidate, outdated: isOld }: Shown): boolean =>
      candidate.tier === trust &&
      candidate.scope === scope &&
      isOld === outdated &&
      (candidate.mayApply ?? false) === mayApply;
    const [one] = open.splice(open.findIndex(isOne), 1);
    must(one !== undefined && isOne(one), "one memory with the tool's own marks");
    must(lines.length === 1 || one?.form === "full", "further lines of a body that was asked for");
    const id = one?.candidate.id ?? "";
    must(!ULID.test(id) || id.toLowerCase().endsWith(handle.slice(1)), "the handle of its own id");
    const twin = read.slice(0, at).some((each) => each.handle === handle);
    // Half of a pair has no bytes of its own: as a name it is any other half.
    const isHere = (each: Shown): boolean => each.candidate.id.toWellFormed() === id.toWellFormed();
    must(!twin || shown.filter(isHere).length > 1, "two handles that differ");
    // Name and description stand on the first line.
    must(!EMOJI_PARTS.test(lines[0] ?? ""), "a strippable code point in a field", "strippable");
  }
}

function readOrFall(fence: string): readonly ReadMemory[] {
  try {
    return readBlock(fence);
  } catch (error) {
    throw new Fallen("breakouts", String(error));
  }
}

function must(condition: boolean, what: string, fault: Fault = "breakouts"): void {
  if (!condition) throw new Fallen(fault, what);
}
