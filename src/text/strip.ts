// What never reaches a reader (CHK-30): controls, format characters, private use, unassigned and default-ignorable code
// points, from a generated table that is decoded when the first text beyond ASCII comes by.
import { emojiSpans } from "./emoji.ts";
import { type PointSet, pointSet } from "./point-set.ts";
import { STRIP_RUNS } from "./strip-table.generated.ts";

/** Whether a reader-facing function drops this code point; layout and emoji in bodies are its callers' exceptions. */
export function isStripped(point: number): boolean {
  if (point < 0x7f) return point < 0x20;
  stripped ??= pointSet(STRIP_RUNS);
  return stripped(point);
}

let stripped: PointSet | undefined;

/** A field: not one of them stays. */
export function stripLine(text: string): string {
  return PRINTABLE.test(text) ? text : stripRange(text, 0, text.length, false);
}

/** A body: newline and tab stay, and what an emoji sequence is made of. */
export function stripBody(text: string): string {
  if (PRINTABLE_LINES.test(text)) return text;
  let out = "";
  let from = 0;
  for (const { start, end } of emojiSpans(text)) {
    out += stripRange(text, from, start, true) + text.slice(start, end);
    from = end;
  }
  return out + stripRange(text, from, text.length, true);
}

const PRINTABLE = /^[ -~]*$/;
const PRINTABLE_LINES = /^[\n\t -~]*$/;

function stripRange(text: string, start: number, end: number, keepLayout: boolean): string {
  let out = "";
  let from = start;
  for (let at = start; at < end; ) {
    const unit = text.charCodeAt(at);
    if ((unit >= 0x20 && unit < 0x7f) || (keepLayout && (unit === 0x0a || unit === 0x09))) {
      at++;
      continue;
    }
    const point = text.codePointAt(at) as number;
    const width = point > 0xffff ? 2 : 1;
    if (isStripped(point)) {
      out += text.slice(from, at);
      from = at + width;
    }
    at += width;
  }
  return out + text.slice(from, end);
}
