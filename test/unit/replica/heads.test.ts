// The order of heads and what is superseded (SYN-2), on states that are made by hand.
import { describe, expect, test } from "vitest";
import { makeState, type Version } from "../../../src/replica/state.ts";
import { headsOf } from "../../../src/replica/view.ts";

interface Text extends Partial<Omit<Version, "from">> {
  readonly text: string;
  readonly from?: readonly string[];
}

let count = 0;
function shown(...texts: readonly Text[]): string {
  const versions = texts.map(({ text, from = [], attested = null, under = "inferred" }) => {
    count++;
    const dot = { device: "a".repeat(16), n: count };
    return { dot, hash: text.repeat(64), attested, under, from: from.map((each) => each.repeat(16)) };
  });
  const heads = headsOf(makeState({ versions }));
  return heads.map(({ hash, attested }) => `${hash[0]}${attested === null ? "" : ` ${attested.slice(8)}`}`).join(", ");
}

const may = (day: number): { readonly attested: string } => ({ attested: `2026-05-0${day}` });

describe("SYN-2: the order of heads", () => {
  test("attested first, then the later day, then the lower hash", () => {
    expect(shown({ text: "1" }, { text: "2", ...may(1) })).toBe("2 01, 1");
    expect(shown({ text: "1", ...may(2) }, { text: "2", ...may(1) })).toBe("1 02, 2 01");
    expect(shown({ text: "1", ...may(1) }, { text: "2", ...may(2) })).toBe("2 02, 1 01");
    expect(shown({ text: "2", ...may(1) }, { text: "1", ...may(1) })).toBe("1 01, 2 01");
    expect(shown({ text: "2" }, { text: "1" })).toBe("1, 2");
  });

  test("of unattested ones: over a verified text, then in quarantine, then the rest", () => {
    expect(shown({ text: "1" }, { text: "2", under: "quarantined" }, { text: "3", under: "verified" })).toBe("3, 2, 1");
    expect(shown({ text: "1", under: "verified" }, { text: "2", ...may(1) })).toBe("2 01, 1");
  });

  test("one text is one head, with its latest day and its strongest ground", () => {
    expect(shown({ text: "1", ...may(2) }, { text: "1", ...may(1) }, { text: "1" })).toBe("1 02");
    expect(shown({ text: "1" }, { text: "1", under: "verified" }, { text: "0" })).toBe("1, 0");
  });

  test("an attested origin of an attested text is superseded, an unattested one is shown", () => {
    expect(shown({ text: "1", ...may(2) }, { text: "2", ...may(1), from: ["1"] })).toBe("2 01");
    expect(shown({ text: "1" }, { text: "2", ...may(1), from: ["1"] })).toBe("2 01, 1");
    expect(shown({ text: "1", ...may(2) }, { text: "2", from: ["1"] })).toBe("1 02, 2");
  });

  test("what nobody attested says nothing about the origin of the same attested words", () => {
    const [one, words] = [
      { text: "1", ...may(1) },
      { text: "2", ...may(1) },
    ];
    expect(shown(one, words, { text: "2", from: ["1"] })).toBe("1 01, 2 01");
  });

  test("a ring of any length hides nobody, and what comes out of it hides all of it", () => {
    const ring = ["1", "2", "3"].map((text, at) => ({ text, ...may(1), from: [["3", "1", "2"][at] as string] }));
    expect(shown(...ring)).toBe("1 01, 2 01, 3 01");
    expect(shown(...ring, { text: "4", ...may(1), from: ["2"] })).toBe("4 01");
    expect(shown({ text: "1", ...may(1), from: ["1"] })).toBe("1 01");
  });
});
