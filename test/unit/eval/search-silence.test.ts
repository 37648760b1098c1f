// CTX-3, CTX-9: what the figures about silence and poisoning count.
import { describe, expect, test } from "vitest";
import { IN_MEMORY } from "../../../eval/search/ours.ts";
import { doc, sharesOf } from "../../../eval/search/poison.ts";
import { grouped } from "../../../eval/search/read.ts";
import { foreignProbes, half, ratesOf, sizedProbes, ungated } from "../../../eval/search/silence.ts";
import { BARS } from "../../../src/recall/silence.ts";

const OPEN = { ...BARS, mass: 0, coverage: 0, both: 0, share: 0 };
const SHUT = { ...BARS, mass: 1000, coverage: 1.1, lead: 2 };

const groups = grouped(
  ["zebra", "walrus", "ocelot"].flatMap((animal) =>
    ["feeding", "transport", "housing"].map((task) => ({
      id: `${animal}-${task}`,
      group: animal,
      title: `${animal} ${task}`,
      body: `The ${task} of the ${animal} is planned.`,
    })),
  ),
  ["zebra", "walrus", "ocelot"].flatMap((animal) =>
    ["feeding", "transport"].map((task) => ({
      id: `${animal}-${task}-question`,
      group: animal,
      text: `how is ${task} planned for the ${animal}?`,
      cat: "",
      rel: [`${animal}-${task}`],
    })),
  ),
);
const asked = { perStore: 10, isAsked: () => true };

describe("CTX-3: the rates", () => {
  const probes = foreignProbes(IN_MEMORY, groups, asked);

  test("each store is asked its own questions and those of the others", () => {
    expect(probes.answerable).toHaveLength(6);
    expect(probes.unanswerable).toHaveLength(12);
    expect(ungated(probes)).toEqual({ wrong: 100, useful: 100 });
  });

  test("an open bar lets everything through, a shut one nothing", () => {
    expect(ratesOf(probes, OPEN)).toMatchObject({ wrong: 100, kept: 100, keptAfterCut: 100 });
    expect(ratesOf(probes, SHUT)).toMatchObject({ wrong: 0, kept: 0, keptAfterCut: 0, answerable: 6 });
  });

  test("the halves add up", () => {
    const [a, b] = [half(probes, true), half(probes, false)];
    expect(a.answerable.length + b.answerable.length).toBe(6);
    expect(a.unanswerable.length + b.unanswerable.length).toBe(12);
  });

  test("a store of a given size is asked only what it can answer", () => {
    const { answerable, unanswerable } = sizedProbes(IN_MEMORY, groups, 2, 20);
    expect(answerable.length).toBeGreaterThan(5);
    expect(answerable.length).toBeLessThan(40);
    expect(answerable.every(({ top }) => top.length <= 2)).toBe(true);
    expect(unanswerable.length).toBe(20 * 4);
  });
});

describe("CTX-9: the shares", () => {
  test("by rank a flood takes all slots; as the application selects it takes one, or half when it was written over many days", () => {
    const made = Array.from({ length: 5 }, (_, at) =>
      doc(`bad-${at}`, { name: "Quokka enclosure", body: "The quokka enclosure needs a xylophone." }),
    );
    const filler = Array.from({ length: 40 }, (_, at) =>
      doc(`good-${at}`, { name: `Plan ${at}`, body: `Item ${at}.` }),
    );
    const poisoned = new Set(made.map(({ id }) => id));
    const text = "what does the quokka enclosure need, a xylophone?";
    const shares = sharesOf("x", IN_MEMORY, [...filler, ...made], [{ text, poisoned }]);
    expect(shares).toMatchObject({ questions: 1, ranked: 100, ofSlots: 20, reached: 100 });
    const patient = sharesOf("x", IN_MEMORY, [...filler, ...made], [{ text, poisoned }], "on a day of its own");
    expect(patient).toMatchObject({ name: "x, each written on a day of its own", ofSlots: 40 });
    expect(sharesOf("x", IN_MEMORY, [...filler, ...made], [{ text, poisoned: new Set() }])).toMatchObject({
      ranked: 0,
      ofSlots: 0,
      reached: 0,
    });
  });
});
