import { describe, expect, test } from "vitest";
import { figuresOf, interval, meanOf, percentile, recallOrOne } from "../../../eval/search/metrics.ts";
import { isDevelopment, sampleOf } from "../../../eval/search/split.ts";

describe("EVA-1: the figures of one ranked list", () => {
  test("two of three pieces of evidence in the first five, the first one second", () => {
    const figures = figuresOf(["x", "a", "y", "b", "z", "c"], ["a", "b", "c"]);
    expect(figures).toMatchObject({ r1: 0, hit1: 0, hit5: 1, all5: 0, r10: 1, all10: 1, mrr: 0.5 });
    expect(figures.r5).toBeCloseTo(2 / 3);
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4);
    const gained = 1 / Math.log2(3) + 1 / Math.log2(5) + 1 / Math.log2(7);
    expect(figures.ndcg).toBeCloseTo(gained / ideal);
  });

  test("nothing found is zero everywhere, the right one first is one", () => {
    expect(new Set(Object.values(figuresOf([], ["a"])))).toEqual(new Set([0]));
    expect(new Set(Object.values(figuresOf(["a"], ["a"])))).toEqual(new Set([1]));
  });

  test("what stands behind the tenth place does not count", () => {
    const ranked = [..."0123456789", "a"];
    expect(figuresOf(ranked, ["a"])).toMatchObject({ r10: 0, mrr: 0, ndcg: 0 });
  });

  test("more evidence than ten places can be answered perfectly", () => {
    const many = Array.from({ length: 20 }, (_, at) => `${at}`);
    expect(figuresOf(many, many)).toMatchObject({ ndcg: 1, r10: 0.5, all10: 0 });
  });

  test("means, and MemPalace's rule for a question without evidence", () => {
    expect(meanOf([figuresOf(["a"], ["a"]), figuresOf(["b"], ["a"])]).r1).toBe(0.5);
    expect(recallOrOne(["b"], [], 5)).toBe(1);
    expect(recallOrOne(["b", "a"], ["a", "c"], 1)).toBe(0);
    expect(recallOrOne(["b", "a"], ["a", "c"], 2)).toBe(0.5);
  });

  test("percentiles and intervals", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(interval([1, 1, 1])).toBe(0);
    expect(interval(hundred.map((at) => at % 2))).toBeGreaterThan(0.05);
  });
});

describe("EVA-1: halves and samples", () => {
  test("a question keeps its half, and the halves are about equal", () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `q${at}`);
    const development = ids.filter(isDevelopment).length;
    expect(development).toBeGreaterThan(440);
    expect(development).toBeLessThan(560);
    expect([isDevelopment("conv-26/Q0"), isDevelopment("conv-26/Q1")]).toEqual([true, false]);
  });

  test("a sample is the same each time, keeps the order and depends on the key", () => {
    const all = Array.from({ length: 50 }, (_, at) => at);
    const sample = sampleOf(all, 10, (each) => `${each}`);
    expect(sample).toHaveLength(10);
    expect(sample).toEqual([...sample].sort((a, b) => a - b));
    expect(sampleOf(all, 10, (each) => `${each}`)).toEqual(sample);
    expect(sampleOf(all, 10, (each) => `other ${each}`)).not.toEqual(sample);
    expect(sampleOf(all, 80, (each) => `${each}`)).toEqual(all);
  });
});
