// What another moment of the session was faster to tell is left out (CTX-2).
import { expect, test } from "vitest";
import type { Candidate, Selection, Shown } from "../../../src/recall/candidate.ts";
import { claimed } from "../../../src/recall/receipts.ts";
import { LARGEST_FRAME } from "../../../src/recall/render.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";

const FRAME = estimateTokens(LARGEST_FRAME);

function item(id: string, form: Shown["form"], tokens: number): Shown {
  const candidate: Candidate = {
    id,
    name: id,
    description: "What it is about",
    body: "More than that.",
    type: "project",
    tier: "verified",
    scope: "personal",
    place: "memories",
    file: `project_${id}.md`,
    status: "active",
    expired: false,
    supersedes: [],
  };
  return { candidate, form, outdated: false, tokens, rule: "applies here" };
}

const WITHHELD = [{ id: "w", name: "w", reason: "retired" }] as const;
const selection: Selection = {
  shown: [item("a", "full", 10), item("b", "full", 20), item("c", "line", 5)],
  withheld: WITHHELD,
  tokens: FRAME + 35,
};
const idsOf = ({ shown }: Selection): readonly string[] => shown.map(({ candidate }) => candidate.id);

test("CTX-2 ARR-5: what is told in full is claimed, and of a line that leaves text out the line alone", () => {
  const asked: (readonly string[])[] = [];
  const claim = (ids: readonly string[]): ReadonlySet<string> => {
    asked.push(ids);
    return new Set();
  };
  expect(claimed(selection, claim)).toBe(selection);
  expect(asked).toEqual([["a", "b", "c line"]]);
  expect(claimed(selection, undefined)).toBe(selection);
});

test("CTX-2 CTX-7: what is taken is neither told nor counted, and the rest stays as it was", () => {
  const left = claimed(selection, () => new Set(["a"]));
  expect(idsOf(left)).toEqual(["b", "c"]);
  expect(left.tokens).toBe(FRAME + 25);
  expect(left.withheld).toBe(WITHHELD);
});

test("CTX-3: where all is taken, nothing is said and nothing costs", () => {
  const only = { ...selection, shown: selection.shown.slice(0, 2) };
  expect(claimed(only, () => new Set(["a", "b"]))).toMatchObject({ shown: [], tokens: 0 });
});
