// The emoji sequences that hold an invisible character (CHK-30), found with the engine's own RGI_Emoji property:
// emoji that need VS16 and every ZWJ sequence. In a ZWJ sequence VS16 stands exactly after the untoned elements that
// need it alone, so it is not stored; skin tones follow one of four patterns.

export type Tones = "plain" | "first" | "both" | "differ";

export interface EmojiData {
  /** Not ASCII, and emoji only with VS16. */
  readonly textual: readonly number[];
  /** Emoji by themselves, but old symbols: keyboards write a selector after these too. */
  readonly symbols: readonly number[];
  /** Every ZWJ sequence, as a text. */
  readonly sequences: readonly string[];
  /** The same per pattern of tones, as code points without tones and selectors. */
  readonly joined: ReadonlyMap<Tones, readonly (readonly number[])[]>;
}

const RGI = /^\p{RGI_Emoji}$/v;
const JOINED = /^\p{RGI_Emoji_ZWJ_Sequence}$/v;
const ZWJ = "\u200d";
const VS16 = "\ufe0f";
const TONES = [0x1f3fb, 0x1f3fc, 0x1f3fd, 0x1f3fe, 0x1f3ff].map((point) => String.fromCodePoint(point));
const PEOPLE = [0x1f466, 0x1f467, 0x1f468, 0x1f469, 0x1f9d1, 0x1f9d2];
const KISS = 0x1f48b;

/** Takes seconds, so it is done once. */
export function emojiData(): EmojiData {
  data ??= makeData();
  return data;
}

let data: EmojiData | undefined;

function makeData(): EmojiData {
  const bases = pointsWhere(/^[\p{Emoji}--[\p{ASCII}\p{Emoji_Modifier}\p{RI}]]$/v);
  const textual = bases.filter((point) => RGI.test(String.fromCodePoint(point) + VS16));
  const sequences = joinedOf(bases, formsWith(new Set(textual)));
  return {
    textual,
    sequences,
    symbols: pointsWhere(/^\p{Emoji_Presentation}$/v).filter((point) => point <= 0xffff),
    joined: byTones(sequences),
  };
}

type Forms = (point: number) => readonly string[];

function pointsWhere(pattern: RegExp): readonly number[] {
  const points: number[] = [];
  for (let point = 0x80; point <= 0x1ffff; point++) if (pattern.test(String.fromCodePoint(point))) points.push(point);
  return points;
}

/** Untoned first, then the five tones where there are any. */
function formsWith(textual: ReadonlySet<number>): Forms {
  return (point) => {
    const base = String.fromCodePoint(point);
    const toned = /^\p{Emoji_Modifier_Base}$/u.test(base) ? TONES.map((tone) => base + tone) : [];
    return [textual.has(point) ? base + VS16 : base, ...toned];
  };
}

/**
 * Properties of strings can't be listed, only asked. Asked are all pairs, people with anything between them, people
 * with two of what was found between people, and every pair with one more; the count is pinned by a test.
 */
function joinedOf(bases: readonly number[], forms: Forms): readonly string[] {
  const all = bases.flatMap(forms);
  const plain = bases.map((point) => forms(point)[0] as string);
  const people = PEOPLE.flatMap(forms);
  const two = product(all, all);
  const between = product(people, plain, people);
  const middles = [...new Set(between.map((each) => each.split(ZWJ)[1] as string)), String.fromCodePoint(KISS)];
  return [...new Set([...two, ...between, ...product(two, plain), ...product(people, middles, middles, people)])];
}

function product(...parts: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = parts;
  let open: readonly string[] = first;
  for (const [at, part] of rest.entries()) {
    const longer: string[] = [];
    const last = at === rest.length - 1;
    for (const head of open)
      for (const tail of part) {
        const sequence = head + ZWJ + tail;
        if (!last || JOINED.test(sequence)) longer.push(sequence);
      }
    open = longer;
  }
  return open;
}

function byTones(sequences: readonly string[]): EmojiData["joined"] {
  const tonesOf = new Map<string, string[]>();
  for (const sequence of sequences) {
    const elements = sequence.split(ZWJ);
    const key = elements.map((element) => element.codePointAt(0)).join(" ");
    const tones = elements.map((element) => TONES.findIndex((tone) => element.endsWith(tone)));
    tonesOf.set(key, [...(tonesOf.get(key) ?? []), tones.map((tone) => (tone === -1 ? "." : tone)).join("")]);
  }
  const joined = new Map<Tones, number[][]>();
  for (const [key, tones] of tonesOf) {
    const points = key.split(" ").map(Number);
    const pattern = patternOf(tones, points.length);
    joined.set(pattern, [...(joined.get(pattern) ?? []), points]);
  }
  return joined;
}

function patternOf(tones: readonly string[], length: number): Tones {
  const given = [...tones].sort().join();
  const found = (["plain", "first", "both", "differ"] as const).find(
    (pattern) => [...tonesIn(pattern, length)].sort().join() === given,
  );
  if (found === undefined) throw new Error(`an unknown pattern of tones: ${given}`);
  return found;
}

function tonesIn(pattern: Tones, length: number): readonly string[] {
  const none = ".".repeat(length);
  const five = [0, 1, 2, 3, 4];
  const pair = (a: number, b: number): string => `${a}${none.slice(2)}${b}`;
  switch (pattern) {
    case "plain":
      return [none];
    case "first":
      return [none, ...five.map((tone) => `${tone}${none.slice(1)}`)];
    case "both":
      return [none, ...five.flatMap((a) => five.map((b) => pair(a, b)))];
    case "differ":
      return five.flatMap((a) => five.filter((b) => b !== a).map((b) => pair(a, b)));
  }
}
