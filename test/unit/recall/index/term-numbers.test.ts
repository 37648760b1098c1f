// SEA-7: terms by number, as an update gathers them.
import { describe, expect, test } from "vitest";
import { TermNumbers } from "../../../../src/recall/io/index/term-numbers.ts";

const COUNT = 40_000;
const names = Array.from({ length: COUNT }, (_, at) => `t${(at * 7919).toString(36)}`);
const text = names.join(" ");

function numbersIn(terms: TermNumbers): readonly number[] {
  let from = 0;
  return names.map((name) => {
    const number = terms.of(text, from, from + name.length);
    from += name.length + 1;
    return number;
  });
}

describe("numbers of terms", () => {
  test("SEA-7: each term has one number, however many there are and wherever it stands", () => {
    const terms = new TermNumbers();
    const numbers = numbersIn(terms);
    expect(new Set(numbers).size).toBe(new Set(names).size);
    expect(numbersIn(terms)).toEqual(numbers);
    expect(numbers.map((number) => terms.names[number])).toEqual(names);
    expect(terms.of("xt0", 1, 3)).toBe(numbers[0]);
  });

  test("SEA-7: in order, each once", () => {
    const terms = new TermNumbers();
    numbersIn(terms);
    expect(Array.from(terms.inOrder(), (number) => terms.names[number])).toEqual([...new Set(names)].sort());
  });
});
