// `max-inject`, value by value: the table of the documents before us, with what is stricter here (CTX-5).
import { describe, expect, test } from "vitest";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";

function read(raw: string): { readonly value: number; readonly keys: readonly string[] } {
  const { config, warnings } = effectiveConfig(parseConfig(raw, "user"));
  return { value: config["max-inject"], keys: warnings.map(({ key }) => key) };
}

const set = (json: string): ReturnType<typeof read> => read(`{"max-inject": ${json}}`);

describe("max-inject", () => {
  test.each([
    ["-1", 0],
    ["-999999", 0],
    ["0", 0],
    ["1", 1],
    ["5", 5],
    ["20", 20],
    ["21", 20],
    ["100", 20],
    ['"5"', 5],
    ['"0"', 0],
    ['"+7"', 7],
    ['"-3"', 0],
    ['"100"', 20],
  ])("CTX-5: %j counts as %j", (json, value) => {
    expect(set(json)).toEqual({ value, keys: [] });
  });

  test.each([
    "null",
    "true",
    "false",
    "5.7",
    '"5.7"',
    '"0x10"',
    '"1e3"',
    '"abc"',
    '""',
    '"NaN"',
    '"Infinity"',
    "1e999",
    "-1e999",
    "[]",
    "[5]",
    "{}",
  ])("CTX-5: %j is the default, with a warning that names the key", (json) => {
    expect(set(json)).toEqual({ value: 5, keys: ["max-inject"] });
  });

  test("CTX-5: absent it is the default, silently", () => {
    expect(read("{}")).toEqual({ value: 5, keys: [] });
  });
});
