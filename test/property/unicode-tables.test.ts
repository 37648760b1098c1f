// The generated tables against the engine, where the engine has the pinned Unicode version.
// check:all: every sign of Unicode beside the tables.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PINNED_UNICODE, unicodeTables } from "../../scripts/generate-strip-table.ts";
import { emojiData } from "../../scripts/unicode/emoji.ts";
import { checkHiddenText } from "../../src/checks/hidden-text.ts";
import { emojiSpans, graphemeEnd } from "../../src/text/graphemes.ts";
import { forContextBody, isStripped } from "../../src/text/sanitise.ts";
import { STRIP_UNICODE } from "../../src/text/strip-table.generated.ts";
import { hostileText, randomFor } from "../fuzz/cases.ts";

const pinned = process.versions.unicode === PINNED_UNICODE;
const LAST = 0x10ffff;

describe.runIf(pinned)("CHK-30: the Unicode tables", () => {
  test("are what the generator gives for the pinned version", { timeout: 180_000 }, () => {
    for (const [name, source] of unicodeTables()) {
      expect(readFileSync(new URL(`../../src/text/${name}`, import.meta.url), "utf8"), name).toBe(source);
    }
    expect(STRIP_UNICODE).toBe(PINNED_UNICODE);
  });

  test("strip all 4,206 invisible code points, and agree with the engine on every code point", () => {
    const all = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]$/u;
    const invisible = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
    let seen = 0;
    const differing: number[] = [];
    for (let point = 0; point <= LAST; point++) {
      const character = String.fromCodePoint(point);
      if (invisible.test(character) && isStripped(point)) seen++;
      if (all.test(character) !== isStripped(point)) differing.push(point);
    }
    expect(seen).toBe(4206);
    expect(differing).toEqual([]);
  });
});

describe.runIf(pinned)("CHK-30: graphemes", () => {
  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  const engine = (text: string): string => Array.from(segmenter.segment(text), ({ segment }) => segment).join("|");
  const ours = (text: string): string => {
    const parts: string[] = [];
    for (let at = 0; at < text.length; ) {
      const end = graphemeEnd(text, at, Number.MAX_SAFE_INTEGER);
      parts.push(text.slice(at, end));
      at = end;
    }
    return parts.join("|");
  };
  const kept = Array.from({ length: LAST + 1 }, (_, point) => point).filter(
    (point) => !isStripped(point) || [0x0a, 0x200c, 0x200d, 0xfe0e, 0xfe0f].includes(point),
  );

  test("every code point that stays joins its neighbours as in the engine's segmenter", { timeout: 120_000 }, () => {
    for (let from = 0; from < kept.length; from += 500) {
      const text = kept.slice(from, from + 500).map((point) => {
        const character = String.fromCodePoint(point);
        return `a${character}a\n\u0915\u094d${character}\u0915\n\u{1f469}${character}\u200d\u{1f469}\n\u1100${character}\u11a8\n`;
      });
      expect(ours(text.join(""))).toBe(engine(text.join("")));
    }
  });

  test("random mixtures of what joins end where the engine's segmenter ends them", { timeout: 120_000 }, () => {
    const joining = kept.filter((point) =>
      /^[\p{M}\p{RI}\p{Emoji}\u1100-\u11ff\u0915-\u0939\u0d4e\u200d]$/u.test(String.fromCodePoint(point)),
    );
    const pools = [kept, joining, joining, COMMON, COMMON, COMMON];
    for (let number = 0; number < 20_000; number++) {
      const random = randomFor(7, number);
      const pick = (): number => {
        const pool = pools[random(pools.length)] ?? kept;
        return pool[random(pool.length)] ?? 0x61;
      };
      const text = String.fromCodePoint(...Array.from({ length: 12 }, pick));
      expect(ours(text), JSON.stringify(text)).toBe(engine(text));
    }
  });
});

const COMMON = [
  0x200d, 0xfe0f, 0x1f469, 0x1f3fd, 0x1f1f0, 0x1f1f7, 0x915, 0x94d, 0x93c, 0x1100, 0x1161, 0x11a8, 0xac00, 0xac01,
  0x301, 0x61, 0x0a,
];

describe.runIf(pinned)("CHK-30: emoji sequences", () => {
  test("all 1,614 ZWJ sequences, 207 with VS16 and 12 key caps are kept whole", { timeout: 120_000 }, () => {
    const { sequences, textual } = emojiData();
    const caps = Array.from("0123456789#*", (key) => `${key}\ufe0f\u20e3`);
    const selected = textual.map((point) => `${String.fromCodePoint(point)}\ufe0f`);
    expect([sequences.length, selected.length]).toEqual([1614, 207]);
    for (const each of [...sequences, ...selected, ...caps]) {
      expect(emojiSpans(`x${each}x`), each).toEqual([{ start: 1, end: each.length + 1 }]);
      expect(forContextBody(each, { max: 9 })).toBe(each);
      expect(checkHiddenText(each)).toEqual([]);
    }
  });

  test("what is kept is what the engine calls RGI, in every mixture", () => {
    const rgi = /\p{RGI_Emoji}/gv;
    const parts = [
      "\u{1f469}",
      "\u{1f468}",
      "\u{1f9d1}",
      "\u{1f467}",
      "\u200d",
      "\u200d",
      "\u200d",
      "\ufe0f",
      "\u2764",
      "\u{1f48b}",
      "\u{1f3fb}",
      "\u{1f3fe}",
      "\u{1f680}",
      "\u2640",
      "\u{1f91d}",
      "1",
      "\u20e3",
      "x",
    ];
    let kept = 0;
    for (let number = 0; number < 50_000; number++) {
      const random = randomFor(11, number);
      let text = "";
      for (let left = 2 + random(9); left > 0; left--) text += parts[random(parts.length)];
      const ours = emojiSpans(text).map(({ start, end }) => text.slice(start, end));
      const theirs = (text.match(rgi) ?? []).filter((each) => /[\u200d\ufe0f]/.test(each));
      expect(ours, JSON.stringify(text)).toEqual(theirs);
      kept += ours.length;
    }
    expect(kept).toBeGreaterThan(1500);
  });

  test("hostile text with emoji in it is read the same way", () => {
    const rgi = /\p{RGI_Emoji}/gv;
    for (let number = 0; number < 5000; number++) {
      const text = hostileText(randomFor(13, number), 8).toWellFormed();
      const ours = emojiSpans(text).map(({ start, end }) => text.slice(start, end));
      expect(ours).toEqual((text.match(rgi) ?? []).filter((each) => /[\u200d\ufe0f]/.test(each)));
    }
  });
});
