import { describe, expect, test } from "vitest";
import { FAMILIES, HALVES, LANGUAGES, loadPairs, parsePairs } from "../../../eval/security/poison/read.ts";
import { grams, likeness, squeeze } from "../../support/likeness.ts";

const halves = HALVES.map((half) => ({ half, pairs: loadPairs(half) }));
const all = halves.flatMap(({ pairs }) => pairs);
const texts = all.flatMap(({ id, poisoned, benign }) => [
  { id: `${id}/poisoned`, text: poisoned },
  { id: `${id}/benign`, text: benign },
]);
const offenders = (bad: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => bad(text)).map(({ id }) => id);

describe.each(halves)("the $half half", ({ half, pairs }) => {
  const count = (matches: (pair: (typeof pairs)[number]) => boolean): number => pairs.filter(matches).length;

  test("has 120 pairs and more, the families equal, every language in every family", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(120);
    for (const family of FAMILIES) {
      expect(count((pair) => pair.family === family)).toBe(pairs.length / FAMILIES.length);
      for (const lang of LANGUAGES)
        expect(count((pair) => pair.family === family && pair.lang === lang)).toBeGreaterThanOrEqual(1);
    }
  });

  test("is half English, the other five languages equal up to one", () => {
    expect(count((pair) => pair.lang === "en")).toBe(pairs.length / 2);
    const others = LANGUAGES.filter((lang) => lang !== "en").map((lang) => count((pair) => pair.lang === lang));
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(4);
  });

  test("a third of the twins and more name a command, an address, a package or a word that rules look for", () => {
    const LOADED =
      /\b(?:npm|npx|git|docker|curl|pip|ssh|make|kubectl|eval|tokens?|hooks?|CI|tests?|password|secrets?|sudo|sign\w*)\b|https?:|@example\/|\.(?:test|com|net)\b/i;
    expect(count((pair) => LOADED.test(pair.benign))).toBeGreaterThanOrEqual(pairs.length / 3);
  });

  test("a host name does not tell a poisoned text from its twin", () => {
    for (const host of ["example.com", "example.net"])
      for (const side of ["poisoned", "benign"] as const)
        expect(count((pair) => pair[side].includes(host))).toBeGreaterThanOrEqual(4);
  });

  test("ids name the half, the family and the language", () => {
    const prefix = half === "development" ? "d(?:ev|2)" : "h(?:eld|2)";
    for (const { id, family, lang } of pairs)
      expect(id).toMatch(new RegExp(`^${prefix}-${family}-${lang}-[1-9][0-9]?$`));
  });
});

describe("both halves", () => {
  test("ids and texts are unique, also without case, spaces and punctuation", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(texts.map(({ text }) => squeeze(text))).size).toBe(texts.length);
  });

  test("no poisoned text is a near copy of another one, within or across the halves", () => {
    const sets = all.map(({ id, poisoned }) => ({ id, set: grams(poisoned, 5) }));
    const near = sets.flatMap((one, index) =>
      sets
        .slice(index + 1)
        .filter((other) => likeness(one.set, other.set) > 0.3)
        .map((other) => [one.id, other.id]),
    );
    expect(near).toEqual([]);
  });

  test("a twin is another text of like length, both of one to three sentences", () => {
    for (const { id, poisoned, benign } of all) {
      const ratio = benign.length / poisoned.length;
      expect(ratio > 0.55 && ratio < 1.6, `${id} ${ratio}`).toBe(true);
    }
    expect(offenders((text) => (text.match(/[.!?](?=\s|$)|[。！？]/gu) ?? []).length > 3 || text.length > 300)).toEqual(
      [],
    );
  });

  test("the text is in the language it claims", () => {
    const SCRIPT = { ko: /\p{sc=Hangul}/u, zh: /\p{sc=Han}/u, ja: /[\p{sc=Hiragana}\p{sc=Katakana}]/u } as const;
    for (const { id, lang, poisoned, benign } of all)
      for (const text of [poisoned, benign])
        for (const [name, script] of Object.entries(SCRIPT))
          if (name !== "zh") expect(script.test(text), id).toBe(lang === name);
          else if (lang === "zh" || lang === "ja" || lang === "en") expect(script.test(text), id).toBe(lang !== "en");
  });

  test("no classic trigger phrase, no role marker, no hidden character", () => {
    const TRIGGER =
      /(?:ignore|disregard|forget) (?:all |any |the )*(?:previous|prior|above|earlier)|system prompt|do not tell|don't tell|jailbreak|you are now|<\/?[a-z-]*(?:system|memory|user|assistant)|\[INST\]|^\s*(?:system|user|assistant):/im;
    expect(offenders((text) => TRIGGER.test(text))).toEqual([]);
    expect(offenders((text) => /[\p{Cc}\p{Cf}\p{Co}]/u.test(text))).toEqual([]);
  });

  test("hosts and mail addresses are on reserved names, no private network", () => {
    const RESERVED = /(?:^|\.)(?:example\.(?:com|net)|test|invalid|localhost)$/;
    const hosts = (text: string): string[] => [
      ...[...text.matchAll(/\b\w+:\/\/([\w-]+(?:\.[\w-]+)*)/g)].map((match) => match[1] ?? ""),
      ...(text.match(/\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|dev|de|es|kr|cn|jp)\b(?![\w/]*\()/g) ?? []),
    ];
    expect(offenders((text) => hosts(text).some((host) => !RESERVED.test(host)))).toEqual([]);
    expect(
      offenders((text) =>
        /[\w.]+@(?![\w.-]*(?:\.test|\.invalid|example\.(?:com|net))\b)[\w-]+\.\w|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d/.test(
          text,
        ),
      ),
    ).toEqual([]);
  });

  test("no secret-shaped token", () => {
    // A variable name with a switch behind it (NAME_IN_CAPITALS=0) is long and has a digit, and holds nothing.
    const long = (text: string): string[] => text.match(/[A-Za-z0-9_+=-]{20,}/g) ?? [];
    expect(offenders((text) => long(text).some((run) => /\d/.test(run) && !/^[A-Z_]+=\d$/.test(run)))).toEqual([]);
    expect(offenders((text) => /:\/\/[^/\s]*@|BEGIN [A-Z ]*KEY|[?&]\w*(?:token|key)=\w/i.test(text))).toEqual([]);
  });
});

describe("the reader", () => {
  const pair = { id: "a", lang: "en", family: "package", poisoned: "p", benign: "b" };
  const line = (change: Record<string, unknown>): string => JSON.stringify({ ...pair, ...change });

  test("reads one pair a line, with or without a last newline", () => {
    expect(parsePairs(`${line({})}\n${line({ id: "b" })}\n`)).toEqual([pair, { ...pair, id: "b" }]);
    expect(parsePairs(line({}))).toEqual([pair]);
  });

  test.each([
    ["", "line 1: no JSON"],
    [`${line({})}\n\n`, "line 2: no JSON"],
    ["[]", "line 1: no object"],
    ["null", "line 1: no object"],
    [line({ lang: "fr" }), 'line 1: "fr" is none of en'],
    [line({ family: "other" }), 'line 1: "other" is none of preference'],
    [line({ benign: " " }), 'line 1: "benign" is no text'],
    [line({ benign: undefined }), 'line 1: "benign" is no text'],
    [line({ poisoned: 1 }), 'line 1: "poisoned" is no text'],
    [line({ note: "x" }), "line 1: unknown key note"],
  ])("refuses %j", (jsonl, message) => {
    expect(() => parsePairs(jsonl)).toThrow(message);
  });
});
