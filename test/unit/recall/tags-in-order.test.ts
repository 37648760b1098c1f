// Tags of a file made by hand come out sorted and once (CTX-1, CTX-6), as the sources' worked example has it.
import { describe, expect, test } from "vitest";
import { renderMemory } from "../../../src/recall/render.ts";
import { candidate } from "./candidates.ts";

const tagsOf = (...tags: string[]): string | undefined =>
  /tags="([^"]*)"/.exec(renderMemory(candidate({ tags }), "line", false))?.[1];

describe("tags", () => {
  test("CTX-1: sorted, whatever the order in the file", () => {
    expect(tagsOf("merge", "ci", "actions")).toBe("actions,ci,merge");
    expect(tagsOf("actions", "merge", "ci")).toBe("actions,ci,merge");
  });

  test("CTX-1: once, also where two differ only in what no reader sees", () => {
    expect(tagsOf("ci", "ci", "c\u200bi", " ", "\u202e")).toBe("ci");
  });

  test("CTX-6: which twelve are shown does not depend on their order", () => {
    const many = Array.from({ length: 20 }, (_, n) => `t${String(n).padStart(2, "0")}`);
    expect(tagsOf(...many.toReversed())).toBe(tagsOf(...many));
    expect(tagsOf(...many)?.split(",")).toHaveLength(12);
  });
});
