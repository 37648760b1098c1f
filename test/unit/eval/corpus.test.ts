import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  CATEGORIES,
  GROUPS,
  LANGUAGES,
  loadMemories,
  loadQuestions,
  PARTS,
  parseMemories,
  parseQuestions,
} from "../../../eval/corpus/read.ts";
import { findSecrets } from "../../../src/checks/secrets/find.ts";
import { grams, likeness, squeeze } from "../../support/likeness.ts";

const memories = loadMemories();
const questions = loadQuestions();
const byId = new Map(memories.map((memory) => [memory.id, memory]));
const words = ({ name, description, tags, asks, body }: (typeof memories)[number]): string =>
  [name, description, ...tags, ...asks, body].join("\n");
const texts = [
  ...memories.map((memory) => ({ id: memory.id, text: words(memory) })),
  ...questions.map(({ id, text }) => ({ id, text })),
];
const offenders = (bad: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => bad(text)).map(({ id }) => id);

interface Item {
  readonly id: string;
  readonly text: string;
}

function nearCopies(from: readonly Item[], to: readonly Item[], above: number): string[] {
  const others = to.map(({ id, text }) => ({ id, set: grams(text, 3) })).filter(({ set }) => set.size >= 6);
  return from.flatMap(({ id, text }) => {
    const own = grams(text, 3);
    if (own.size < 6) return [];
    return others
      .filter((other) => other.id !== id && likeness(own, other.set) > above)
      .map((other) => `${id} ${other.id}`);
  });
}

describe("the memories (EVA-2)", () => {
  const count = (matches: (memory: (typeof memories)[number]) => boolean): number => memories.filter(matches).length;

  test("at least 320, six groups of like size, about 60 percent English, every language in every group", () => {
    expect(memories.length).toBeGreaterThanOrEqual(320);
    for (const group of GROUPS) {
      expect(count((memory) => memory.group === group)).toBeGreaterThanOrEqual(50);
      for (const lang of LANGUAGES)
        expect(count((memory) => memory.group === group && memory.lang === lang)).toBeGreaterThanOrEqual(4);
    }
    const english = count(({ lang }) => lang === "en") / memories.length;
    expect(english > 0.55 && english < 0.65).toBe(true);
    for (const lang of LANGUAGES) expect(count((memory) => memory.lang === lang)).toBeGreaterThanOrEqual(25);
  });

  test("about a third have one to four asks, every kind occurs", () => {
    const share = count(({ asks }) => asks.length > 0) / memories.length;
    expect(share > 0.28 && share < 0.4).toBe(true);
    expect(memories.filter(({ asks }) => asks.length > 4)).toEqual([]);
    expect(new Set(memories.map(({ kind }) => kind)).size).toBe(7);
  });

  test("a body has one to six sentences, a memory two to six tags", () => {
    const sentences = (body: string): number => (body.match(/[.!?](?=\s|$)|[。！？]/gu) ?? []).length;
    expect(memories.filter(({ body }) => sentences(body) < 1 || sentences(body) > 6).map(({ id }) => id)).toEqual([]);
    expect(memories.filter(({ tags }) => tags.length < 2 || tags.length > 6).map(({ id }) => id)).toEqual([]);
  });

  test("ids name the group; ids, names and bodies are unique; no body is a near copy of another", () => {
    for (const { id, group } of memories) expect(id.startsWith(`${group}-`), id).toBe(true);
    expect(byId.size).toBe(memories.length);
    for (const key of ["name", "body"] as const)
      expect(new Set(memories.map((memory) => squeeze(memory[key]))).size).toBe(memories.length);
    const bodies = memories.map(({ id, body }) => ({ id, text: body }));
    expect(nearCopies(bodies, bodies, 0.25)).toEqual([]);
  });
});

describe("the questions (EVA-2)", () => {
  const count = (matches: (question: (typeof questions)[number]) => boolean): number =>
    questions.filter(matches).length;

  test("at least 330, of which 110 negatives; 30 answerable ones in each language; every category", () => {
    expect(questions.length).toBeGreaterThanOrEqual(330);
    expect(count(({ cat }) => cat === "negative")).toBeGreaterThanOrEqual(110);
    for (const lang of LANGUAGES)
      expect(count((question) => question.lang === lang && question.rel.length > 0)).toBeGreaterThanOrEqual(30);
    for (const cat of CATEGORIES) expect(count((question) => question.cat === cat)).toBeGreaterThanOrEqual(40);
    for (const group of GROUPS) expect(count((question) => question.group === group)).toBeGreaterThanOrEqual(50);
  });

  test("the halves are equal up to one, in each language and category", () => {
    const halves = (matches: (question: (typeof questions)[number]) => boolean): number =>
      Math.abs(
        count((one) => one.part === PARTS[0] && matches(one)) - count((one) => one.part === PARTS[1] && matches(one)),
      );
    expect(halves(() => true)).toBeLessThanOrEqual(1);
    for (const cat of CATEGORIES)
      for (const lang of LANGUAGES)
        expect(
          halves((one) => one.cat === cat && one.lang === lang),
          `${cat} ${lang}`,
        ).toBeLessThanOrEqual(1);
  });

  test("rel names memories of the same group, each once; some questions have two and more", () => {
    for (const { id, group, rel } of questions) {
      expect(new Set(rel).size, id).toBe(rel.length);
      expect(rel.length, id).toBeLessThanOrEqual(4);
      for (const memory of rel) expect(byId.get(memory)?.group, `${id} ${memory}`).toBe(group);
    }
    expect(count(({ rel }) => rel.length > 1)).toBeGreaterThanOrEqual(15);
  });

  test("the held-out half is mostly about other memories", () => {
    const asked = (part: (typeof PARTS)[number]): Set<string> =>
      new Set(questions.filter((one) => one.part === part).flatMap(({ rel }) => rel));
    const development = asked("development");
    const held = [...asked("held-out")];
    expect(held.filter((id) => development.has(id)).length / held.length).toBeLessThan(0.2);
  });

  test("ids and texts are unique; no near copy of another question or of an ask", () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ text }) => squeeze(text))).size).toBe(questions.length);
    expect(nearCopies(questions, questions, 0.5)).toEqual([]);
    const asks = memories.flatMap((memory) => memory.asks.map((text) => ({ id: memory.id, text })));
    expect(nearCopies(questions, asks, 0.5)).toEqual([]);
  });

  test("a short query is two characters long, and names every memory of its language that has it in name or tags", () => {
    for (const { id, text, rel, group, lang } of questions.filter(({ cat }) => cat === "short-cjk")) {
      expect([...text].length, id).toBe(2);
      for (const each of rel) expect(words(byId.get(each) as (typeof memories)[number]), id).toContain(text);
      const titled = memories.filter(
        (memory) =>
          memory.group === group && memory.lang === lang && [memory.name, ...memory.tags].join("\n").includes(text),
      );
      for (const memory of titled) expect(rel, id).toContain(memory.id);
    }
  });
});

describe("all texts (EVA-2)", () => {
  test("are in the language they claim", () => {
    const hangul = /\p{sc=Hangul}/u;
    const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
    const han = /\p{sc=Han}/u;
    for (const { id, lang, text } of [
      ...memories.map((memory) => ({ ...memory, text: memory.body })),
      ...questions.filter(({ cat }) => cat !== "short-cjk"),
    ]) {
      expect(hangul.test(text), id).toBe(lang === "ko");
      expect(kana.test(text), id).toBe(lang === "ja");
      if (lang !== "ja") expect(han.test(text), id).toBe(lang === "zh");
    }
  });

  test("hold no secret and no hidden character", () => {
    expect(offenders((text) => findSecrets(text).length > 0)).toEqual([]);
    expect(offenders((text) => /[\p{Cf}\p{Co}]|(?!\n)\p{Cc}/u.test(text))).toEqual([]);
  });

  test("name reserved hosts only, no mail address, no private network", () => {
    const hosts = (text: string): string[] => [
      ...[...text.matchAll(/\b\w+:\/\/([\w-]+(?:\.[\w-]+)*)/g)].map((match) => match[1] ?? ""),
      ...(text.match(/\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|dev|kr|cn|jp)\b/g) ?? []),
    ];
    const RESERVED = /(?:^|\.)example\.(?:com|net|org)$/;
    expect(offenders((text) => hosts(text).some((host) => !RESERVED.test(host)))).toEqual([]);
    expect(
      offenders((text) => /[\w.]+@[\w-]+\.\w|\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d/.test(text)),
    ).toEqual([]);
  });
});

describe("the README (EVA-2)", () => {
  test("gives the counts that are there", () => {
    const readme = readFileSync("eval/corpus/README.md", "utf8");
    expect(readme).toContain(`: ${memories.length} memories`);
    expect(readme).toContain(`: ${questions.length} questions`);
    const row = (start: string): string[] =>
      (readme.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "").split("|");
    for (const cat of CATEGORIES) {
      const cells = row(cat).map((cell) => cell.trim());
      const expected = LANGUAGES.map((lang) => questions.filter((one) => one.cat === cat && one.lang === lang).length);
      expect(cells.slice(2, 7).map(Number), cat).toEqual(expected);
    }
  });
});

describe("the reader (EVA-2)", () => {
  const memory = {
    id: "shop-a",
    group: "shop",
    lang: "en",
    name: "N",
    description: "D",
    kind: "fact",
    tags: [],
    body: "B",
  };
  const question = {
    id: "q",
    group: "shop",
    lang: "en",
    part: "development",
    cat: "direct",
    text: "T",
    rel: ["shop-a"],
  };
  const memoryLines = (broken: object): string =>
    `${JSON.stringify(memory)}\n${JSON.stringify({ ...memory, ...broken })}\n`;
  const questionLines = (broken: object): string =>
    `${JSON.stringify(question)}\n${JSON.stringify({ ...question, ...broken })}\n`;

  test("gives asks as an empty list where there are none", () => {
    expect(parseMemories(memoryLines({ id: "shop-b", asks: ["A?"] })).map(({ asks }) => asks)).toEqual([[], ["A?"]]);
    expect(parseQuestions(questionLines({ id: "r", cat: "negative", rel: [] })).map(({ rel }) => rel.length)).toEqual([
      1, 0,
    ]);
  });

  test.each([
    [{ kind: "rumour" }, /^line 2: "kind" is "rumour", none of decision,/],
    [{ body: " " }, /^line 2: "body" is no text$/],
    [{ tags: "a,b" }, /^line 2: "tags" is no list$/],
    [{ asks: [1] }, /^line 2: "asks" holds something other than text$/],
    [{ note: "x" }, /^line 2: unknown key note$/],
  ])("a memory with %j is a fault with its line", (broken, message) => {
    expect(() => parseMemories(memoryLines(broken))).toThrow(message);
  });

  test.each([
    [{ part: "test" }, /^line 2: "part" is "test"/],
    [{ rel: [] }, /^line 2: "rel" is empty for a negative, and only there$/],
    [{ cat: "negative" }, /^line 2: "rel" is empty for a negative, and only there$/],
  ])("a question with %j is a fault with its line", (broken, message) => {
    expect(() => parseQuestions(questionLines(broken))).toThrow(message);
  });

  test("a line that is no object is a fault with its line, an empty one too", () => {
    expect(() => parseMemories(`${JSON.stringify(memory)}\n[]\n`)).toThrow(/^line 2: no object$/);
    expect(() => parseQuestions(`${JSON.stringify(question)}\n\n`)).toThrow(/^line 2: no JSON$/);
  });
});
