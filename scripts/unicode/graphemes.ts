// The classes of UAX 29 that decide where graphemes end, found by asking the engine's segmenter: JavaScript has no
// property for them. Each question is put for all code points in one text, a line each: asked one by one they take
// twenty times as long.
import { GRAPHEME } from "../../src/text/graphemes.ts";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const CONSONANT = "\u0915";
const OTHER_CONSONANT = "\u0924";
const VIRAMA = "\u094d";
const PICTURE = "\u{1f469}";
const ZWJ = "\u200d";

/** By code point; a code point that is not in the answer is of no class. */
export function graphemeClasses(points: readonly number[]): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  let left = points
    .filter((point) => !/^[[\p{Lo}&&\p{Ideographic}]\uac00-\ud7a3]$/v.test(String.fromCodePoint(point)))
    .map((point) => String.fromCodePoint(point));
  const take = (members: ReadonlySet<string>, value: number): void => {
    left = left.filter((each) => !members.has(each));
    for (const each of members) classes.set(each.codePointAt(0) as number, value);
  };
  const one = (of: readonly string[], text: (each: string) => string): ReadonlySet<string> => {
    const answers = areOne(of.map(text));
    return new Set(of.filter((_, at) => answers[at]));
  };

  const joining = [...one(left, (each) => `a${each}`)];
  const extending = [...one(joining, (each) => `${PICTURE}${each}${ZWJ}${PICTURE}`)];
  take(new Set(joining), GRAPHEME.spacing);
  take(new Set(extending), GRAPHEME.extend);
  take(
    one(extending, (each) => `${CONSONANT}${each}${OTHER_CONSONANT}`),
    GRAPHEME.linker,
  );
  take(new Set(left.filter((each) => /^\p{RI}$/u.test(each))), GRAPHEME.regional);
  take(
    one(left, (each) => `${each}a`),
    GRAPHEME.prepend,
  );
  take(
    one(left, (each) => `${each}${ZWJ}${PICTURE}`),
    GRAPHEME.picture,
  );
  take(
    one(left, (each) => `${each}\u1100`),
    GRAPHEME.lead,
  );
  take(
    one(left, (each) => `\u1100${each}`),
    GRAPHEME.vowel,
  );
  take(
    one(left, (each) => `\u11a8${each}`),
    GRAPHEME.trail,
  );
  take(
    one(left, (each) => `${each}${VIRAMA}${OTHER_CONSONANT}`),
    GRAPHEME.consonant,
  );
  return classes;
}

/** Of each text, whether it is a single grapheme. */
function areOne(texts: readonly string[]): readonly boolean[] {
  const counts = new Uint32Array(texts.length);
  let line = 0;
  for (const { segment } of segmenter.segment(texts.join("\n"))) {
    if (segment === "\n") line++;
    else counts[line] = (counts[line] ?? 0) + 1;
  }
  return Array.from(counts, (count) => count === 1);
}
