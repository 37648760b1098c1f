// The copies of a text in which a hidden secret shows (CHK-10a): characters folded to their plain form and invisible
// ones removed; tokens joined over line breaks; base64 decoded. Each copy can lead an offset back to the raw text.
import { isStripped } from "../../text/sanitise.ts";

export interface Copy {
  readonly text: string;
  /** The raw span of a span of the copy. */
  readonly toRaw: (start: number, end: number) => readonly [number, number];
}

export function rawCopy(text: string): Copy {
  return { text, toRaw: (start, end) => [start, end] };
}

class Builder {
  private text = "";
  /** Raw start of each unit of the copy, and raw end. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  add(piece: string, start: number, end: number): void {
    this.text += piece;
    for (let unit = 0; unit < piece.length; unit++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  done(base: Copy): Copy {
    const { text, starts, ends } = this;
    return {
      text,
      toRaw: (start, end) => base.toRaw(starts[start] as number, ends[end - 1] as number),
    };
  }
}

const folded = new Map<number, string>();

const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
/** One character may stand for eighteen; no token is written with such, and a text of them would grow as much. */
const LONGEST_FORM = 4;

/** The compatibility form without marks, one code point at a time: bounded, and every unit keeps its place. */
function foldedForm(point: number): string {
  const known = folded.get(point);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(point);
  const form = isStripped(point) ? "" : character.normalize("NFKD").replaceAll(MARKS, "");
  const kept = form.length > LONGEST_FORM ? character : form;
  if (folded.size < 20_000) folded.set(point, kept);
  return kept;
}

/** Undefined when the text is plain already. */
export function normalisedCopy(base: Copy): Copy | undefined {
  const { text } = base;
  if (/^[\t\n\r -~]*$/.test(text)) return undefined;
  const builder = new Builder();
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) as number;
    const width = point > 0xffff ? 2 : 1;
    const plain = point < 0x7f && (point >= 0x20 || point === 0x0a || point === 0x09 || point === 0x0d);
    builder.add(plain ? text.charAt(at) : foldedForm(point), at, at + width);
    at += width;
  }
  return builder.done(base);
}

const BREAK = /(?<=[A-Za-z0-9+/=_.~-])[ \t]{0,8}\\?\r?\n[ \t>*#|/-]{0,20}(?=[A-Za-z0-9+/=_.~-])/g;

/** Where a literal of a program ends and the next, which goes on, begins. */
const PIECES =
  /["'`](?<=[\w+/=.~-].)[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40})?(?:\+|\.{1,2}|&|\.concat\()?[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40}(?:[\w$.]{1,30} \+= )?)?[fbru]?["'`](?=[\w+/=.~-])/g;
const LISTED = /["'`](?<=[\w+/=.~-].),\s{0,40}["'`](?=[\w+/=.~-])/g;

/** Lines that end in a token; literals that are put together; lists, where the text joins some. */
export function joins(text: string): readonly RegExp[] {
  const quoted = /["'`]/.test(text);
  return [BREAK, ...(quoted ? [PIECES] : []), ...(quoted && /join\(|concat\(/i.test(text) ? [LISTED] : [])];
}

/** Undefined when nothing can be joined. `crosses` says whether a span of the copy crosses a break. */
export function joinedCopy(
  base: Copy,
  breaks: RegExp,
): (Copy & { readonly crosses: (start: number, end: number) => boolean }) | undefined {
  const { text } = base;
  const pieces: { readonly from: number; readonly at: number }[] = [{ from: 0, at: 0 }];
  let joined = "";
  let from = 0;
  for (const { index, 0: gap } of text.matchAll(breaks)) {
    joined += text.slice(from, index);
    from = index + gap.length;
    pieces.push({ from, at: joined.length });
  }
  if (pieces.length === 1) return undefined;
  joined += text.slice(from);
  const pieceOf = (offset: number): number => lastAtMost(pieces, offset);
  const rawOf = (offset: number): number => {
    const piece = pieces[pieceOf(offset)] as { from: number; at: number };
    return piece.from + offset - piece.at;
  };
  return {
    text: joined,
    toRaw: (start, end) => base.toRaw(rawOf(start), rawOf(end - 1) + 1),
    crosses: (start, end) => pieceOf(start) !== pieceOf(end - 1),
  };
}

function lastAtMost(pieces: readonly { readonly at: number }[], offset: number): number {
  let low = 0;
  let high = pieces.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle] as { at: number }).at <= offset) low = middle;
    else high = middle;
  }
  return low;
}

const ENCODED = /[A-Za-z0-9+/_-]{20,}(?:[ \t]{0,4}\r?\n[ \t>]{0,8}[A-Za-z0-9+/_-]{16,})*={0,2}/g;

/** Between two decoded runs, so that nothing is found across them. */
const FENCE = "\n<<<<<<<<\n";

/** What the base64 runs of a text say, where that is text: one copy of all of them. A span maps to its whole runs. */
export function decodedCopy(base: Copy): Copy | undefined {
  const runs: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  let all = "";
  for (const { index, 0: run } of base.text.matchAll(ENCODED)) {
    const text = decoded(
      run
        .replaceAll(/[^A-Za-z0-9+/_-]/g, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    if (text === undefined) continue;
    runs.push({ at: all.length, start: index, end: index + run.length });
    all += text + FENCE;
  }
  if (runs.length === 0) return undefined;
  const runOf = (offset: number): { start: number; end: number } => runs[lastAtMost(runs, offset)] as never;
  return { text: all, toRaw: (start, end) => base.toRaw(runOf(start).start, runOf(end - 1).end) };
}

/** A run may begin with characters that do not belong to it, so each of the four alignments is tried. */
function decoded(run: string): string | undefined {
  for (let skip = 0; skip < 4; skip++) {
    const probe = bytesOf(run.slice(skip, skip + 32));
    if (!isReadable(probe)) continue;
    const text = bytesOf(run.slice(skip));
    if (text.length >= 12 && isReadable(text)) return text;
  }
  return undefined;
}

function bytesOf(run: string): string {
  const odd = run.length % 4;
  return atob(odd === 1 ? run.slice(0, -1) : run.padEnd(run.length + ((4 - odd) % 4), "="));
}

function isReadable(text: string): boolean {
  return text.length >= 8 && text.replaceAll(/[\t\n\r -~]/g, "").length <= text.length * 0.05;
}
