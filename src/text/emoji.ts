// Which ZWJ and VS16 stand inside a recommended emoji sequence (RGI, Unicode 17, CHK-30), from a pinned table. Only
// these may stay in a body; the same characters anywhere else are a channel nobody sees.
// Flags of regions such as Scotland are made of tag characters, which never stay: the black flag is left.
import { JOINED_BOTH, JOINED_DIFFER, JOINED_FIRST, JOINED_PLAIN, TEXTUAL } from "./emoji-table.generated.ts";
import { pointList } from "./point-set.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

const HIDDEN_PARTS = /[\u200d\ufe0f]/;
// A key cap, or elements with ZWJ between them. Every emoji of a sequence lies in these ranges.
const CANDIDATE =
  /[0-9#*]\ufe0f\u20e3|[\u00a9\u00ae\u203c-\u3299\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}](?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?(?:\u200d[\u203c-\u3299\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}](?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)*/gu;
const KEY_CAP = /^[0-9#*]/;
const LONGEST = 4;

/** The spans of `text`, in order, that are emoji sequences and hold ZWJ or VS16. */
export function emojiSpans(text: string): readonly Span[] {
  if (!HIDDEN_PARTS.test(text)) return [];
  const spans: Span[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE)) {
    if (HIDDEN_PARTS.test(candidate)) addSpans(candidate, index, spans);
  }
  return spans;
}

function addSpans(candidate: string, offset: number, spans: Span[]): void {
  if (KEY_CAP.test(candidate)) {
    spans.push({ start: offset, end: offset + candidate.length });
    return;
  }
  const starts = elementStarts(candidate);
  for (let at = 0; at < starts.length - 1; ) {
    const { count, end } = longestFrom(candidate, starts, at);
    const start = starts[at] as number;
    if (end > start) spans.push({ start: offset + start, end: offset + end });
    at += count;
  }
}

/** Where each element begins, and where one after the last would. */
function elementStarts(candidate: string): readonly number[] {
  const starts = [0];
  for (let at = candidate.indexOf("\u200d"); at !== -1; at = candidate.indexOf("\u200d", at + 1)) starts.push(at + 1);
  return [...starts, candidate.length + 1];
}

interface Found {
  /** How many elements are used up. */
  readonly count: number;
  /** Where the sequence ends; where it would begin when there is none. */
  readonly end: number;
}

function longestFrom(candidate: string, starts: readonly number[], at: number): Found {
  const from = starts[at] as number;
  for (let count = Math.min(LONGEST, starts.length - 1 - at); count > 1; count--) {
    const end = (starts[at + count] as number) - 1;
    if (isJoined(candidate.slice(from, end))) return { count, end };
    // A tone or selector that does not belong to the sequence may still follow it.
    const bareEnd = endOfPoint(candidate, starts[at + count - 1] as number);
    if (bareEnd < end && isJoined(candidate.slice(from, bareEnd))) return { count, end: bareEnd };
  }
  const selector = endOfPoint(candidate, from);
  const isWhole = candidate[selector] === "\ufe0f" && isTextual(candidate.codePointAt(from) as number);
  return { count: 1, end: isWhole ? selector + 1 : from };
}

function endOfPoint(text: string, at: number): number {
  return at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
}

function isJoined(sequence: string): boolean {
  joined ??= joinedSequences();
  return joined.has(sequence);
}

let textual: ReadonlySet<number> | undefined;
let joined: ReadonlySet<string> | undefined;

/** Emoji only with VS16 after it; without, a text symbol. */
export function isTextual(point: number): boolean {
  textual ??= pointList(TEXTUAL);
  return textual.has(point);
}

const TONES: readonly string[] = [0x1f3fb, 0x1f3fc, 0x1f3fd, 0x1f3fe, 0x1f3ff].map((each) =>
  String.fromCodePoint(each),
);

function joinedSequences(): ReadonlySet<string> {
  const all = new Set<string>();
  const add = (points: readonly number[], first: string, last: string): void => {
    const end = points.length - 1;
    all.add(points.map((point, at) => element(point, at === 0 ? first : at === end ? last : "")).join("\u200d"));
  };
  for (const points of sequencesIn(JOINED_PLAIN)) add(points, "", "");
  for (const points of sequencesIn(JOINED_FIRST)) for (const tone of ["", ...TONES]) add(points, tone, "");
  for (const points of sequencesIn(JOINED_BOTH)) {
    add(points, "", "");
    for (const first of TONES) for (const last of TONES) add(points, first, last);
  }
  for (const points of sequencesIn(JOINED_DIFFER)) {
    for (const first of TONES) for (const last of TONES) if (first !== last) add(points, first, last);
  }
  return all;
}

function element(point: number, tone: string): string {
  return String.fromCodePoint(point) + (tone === "" && isTextual(point) ? "\ufe0f" : tone);
}

/** `head,head:tail,tail`: each head with each tail; the points of a tail are joined by "+". */
function sequencesIn(packed: string): readonly (readonly number[])[] {
  return packed.split(" ").flatMap((group) => {
    const [heads = [], tails = []] = group.split(":").map((side) => side.split(","));
    return heads.flatMap((head) =>
      tails.map((tail) => [head, ...tail.split("+")].map((each) => Number.parseInt(each, 36))),
    );
  });
}
