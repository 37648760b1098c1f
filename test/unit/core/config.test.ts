import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaFiles } from "../../../scripts/generate-schemas.ts";
import {
  CONFIG_KEYS,
  type ConfigValues,
  effectiveConfig,
  parseConfig,
  setConfigValue,
} from "../../../src/core/config.ts";

const user = (value: unknown): ReturnType<typeof parseConfig> => parseConfig(JSON.stringify(value), "user");
const project = (value: unknown): ReturnType<typeof parseConfig> => parseConfig(JSON.stringify(value), "project");
const NOTHING = { values: {}, warnings: [], errors: [] };
const DEFAULTS = {
  "session-start-tokens": 1500,
  "prompt-tokens": 600,
  "tool-tokens": 300,
  "max-inject": 5,
  "match-strategy": "fts5-bm25",
  "review-prompt": true,
  "serve-project-memories": true,
  lock: "auto",
  signing: "device",
  "signing-key": "",
  owners: [],
  "private-data": ["email", "private-ipv4", "home-directory", "key-fingerprint"],
};

test("CFG-2 CHK-11: a list takes words, of its choices where it has some, and nothing else", () => {
  expect(user({ owners: ["me@a.dev", "me"] }).values).toEqual({ owners: ["me@a.dev", "me"] });
  for (const owners of ["me", ["a b"], [1], [""], Array(101).fill("x"), ["\u202ex"], { 0: "me" }]) {
    expect(user({ owners })).toMatchObject({ values: {}, warnings: [{ key: "owners" }] });
  }
  expect(user({ "private-data": ["phone"] }).warnings).toHaveLength(1);
  expect(project({ owners: ["you"] })).toMatchObject({ values: {}, warnings: [{ key: "owners" }] });
  expect(setConfigValue("{}", "owners", "me@a.dev, me")).toEqual({
    text: '{\n  "owners": [\n    "me@a.dev",\n    "me"\n  ]\n}\n',
  });
  expect(setConfigValue("{}", "private-data", "none")).toEqual({ text: '{\n  "private-data": []\n}\n' });
  expect(setConfigValue("{}", "private-data", "phone")).toMatchObject({ code: "usage" });
});

describe("reading", () => {
  test("CFG-2: the keys and defaults, pinned; a missing or empty file is silent", () => {
    expect(Object.fromEntries(CONFIG_KEYS.map((row) => [row.name, row.default]))).toEqual(DEFAULTS);
    for (const text of [undefined, "", " \n", "{}", "\ufeff{}", '{"$schema": "x"}'])
      expect(parseConfig(text, "user")).toEqual(NOTHING);
    expect(effectiveConfig(parseConfig(undefined, "user"))).toEqual({
      config: DEFAULTS,
      warnings: [],
      tightenedBy: [],
    });
  });

  test.each([
    [0, 0],
    [800, 800],
    ["800", 800],
    [-1, 0],
    ["-1", 0],
    [100_000, 4000],
    ["9".repeat(300), 4000],
    [1e300, 4000],
  ])("CFG-2 CTX-5: session-start-tokens %j is clamped to %j without a warning", (given, wanted) => {
    expect(user({ "session-start-tokens": given })).toEqual({ ...NOTHING, values: { "session-start-tokens": wanted } });
  });

  test.each(["null", "true", "1.5", '"1.5"', "1e999", '"NaN"', '"Infinity"', '"many"', '""', '" 5"', "[5]", "{}"])(
    "CFG-3 CTX-5: session-start-tokens %s is the default with a warning that names the key",
    (given) => {
      const parsed = parseConfig(`{"session-start-tokens": ${given}, "review-prompt": false}`, "user");
      expect(parsed.values).toEqual({ "review-prompt": false });
      expect(parsed.warnings).toMatchObject([{ key: "session-start-tokens", level: "user" }]);
      expect(parsed.warnings[0]?.message).toMatch(/^session-start-tokens .*using 1500\.$/);
      expect(effectiveConfig(parsed).config["session-start-tokens"]).toBe(1500);
    },
  );

  test("CFG-3: other bad values fall back too", () => {
    const parsed = user({ "review-prompt": "false", lock: "none" });
    expect(parsed.values).toEqual({});
    expect(parsed.warnings.map(({ key }) => key)).toEqual(["review-prompt", "lock"]);
  });

  test("CFG-2: an unknown key is an error with a suggestion, and the rest is still read", () => {
    const parsed = user({ "sesion-start-token": 1, review_prompt: false, colour: 1, lock: "shared" });
    expect(parsed.values).toEqual({ lock: "shared" });
    expect(parsed.errors.map(({ message }) => message)).toEqual([
      'Unknown key "sesion-start-token". Did you mean session-start-tokens?',
      'Unknown key "review_prompt". Did you mean review-prompt?',
      'Unknown key "colour". The keys are session-start-tokens, prompt-tokens, tool-tokens, max-inject, match-strategy, review-prompt, serve-project-memories, lock, signing, signing-key, owners, private-data.',
    ]);
  });

  test("CFG-3: no text throws or pollutes, and no message carries control characters", () => {
    const hostile = '{"\\u001b[31m\\u202e\\n__proto__": 1, "__proto__": {"lock": "shared"}, "constructor": 1}';
    const parsed = parseConfig(hostile, "project");
    expect(parsed.values).toEqual({});
    expect(parsed.errors).toHaveLength(3);
    for (const { key, message } of parsed.errors) expect(key + message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    for (const text of ["{", "[]", "1", "null", '"x"', "{'a':1}", "[".repeat(60_000), " ".repeat(70_000)])
      expect(parseConfig(text, "user").errors, text.slice(0, 9)).toHaveLength(1);
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        parseConfig(text, "user");
        effectiveConfig(parseConfig(json, "user"), parseConfig(json, "project"));
      }),
    );
  });
});

describe("a project may only tighten", () => {
  test("CFG-1: lower budgets and switching off take effect and are said", () => {
    const wanted = { "session-start-tokens": 800, "review-prompt": false, "serve-project-memories": false };
    const { config, warnings, tightenedBy } = effectiveConfig(user({}), project(wanted));
    expect(config).toEqual({ ...DEFAULTS, ...wanted });
    expect(warnings).toEqual([]);
    expect(tightenedBy).toEqual([
      "This project sets session-start-tokens to 800 (yours: 1500).",
      "This project sets review-prompt to false (yours: true).",
      "This project sets serve-project-memories to false (yours: true).",
    ]);
  });

  test("CFG-1: it can't loosen, choose the lock, or starve the user's own memories", () => {
    const strict = { "session-start-tokens": 600, "review-prompt": false, "serve-project-memories": false };
    const loose = { "session-start-tokens": 4000, "review-prompt": true, "serve-project-memories": true };
    expect(effectiveConfig(user(strict), project(loose))).toMatchObject({
      config: strict,
      warnings: [],
      tightenedBy: [],
    });
    const locked = effectiveConfig(user({}), project({ lock: "shared", "session-start-tokens": 3000 }));
    expect(locked.config).toEqual(DEFAULTS);
    expect(locked.warnings.map(({ key, level }) => `${key} ${level}`)).toEqual([
      "lock project",
      "session-start-tokens project",
    ]);
    expect(effectiveConfig(user({}), project({ "session-start-tokens": 0 })).config["session-start-tokens"]).toBe(500);
    expect(
      effectiveConfig(user({ "session-start-tokens": 0 }), project({ "session-start-tokens": 0 })).config[
        "session-start-tokens"
      ],
    ).toBe(0);
  });

  test("CFG-1: for any two levels, no value is looser than the user's", () => {
    const level = fc.record(
      {
        "session-start-tokens": fc.integer({ min: -10, max: 5000 }),
        "review-prompt": fc.boolean(),
        "serve-project-memories": fc.boolean(),
        lock: fc.constantFrom("auto", "shared"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(level, level, (mine, theirs) => {
        const alone = effectiveConfig(user(mine)).config;
        const { config, tightenedBy } = effectiveConfig(user(mine), project(theirs));
        expect(config["session-start-tokens"]).toBeLessThanOrEqual(alone["session-start-tokens"]);
        expect(config["review-prompt"] && !alone["review-prompt"]).toBe(false);
        expect(config["serve-project-memories"] && !alone["serve-project-memories"]).toBe(false);
        expect(config.lock).toBe(alone.lock);
        const changed = CONFIG_KEYS.filter(({ name }) => config[name] !== alone[name]);
        expect(tightenedBy).toHaveLength(changed.length);
      }),
    );
  });
});

describe("setting", () => {
  test("CFG-2: a value is set, other keys and their order stay", () => {
    const text = '{"lock": "shared", "unknown": [1]}';
    expect(setConfigValue(text, "review-prompt", "off")).toEqual({
      text: '{\n  "lock": "shared",\n  "unknown": [\n    1\n  ],\n  "review-prompt": false\n}\n',
    });
    const values: ConfigValues = { "session-start-tokens": 10 };
    expect(setConfigValue(undefined, "session-start-tokens", "10")).toEqual({
      text: `${JSON.stringify(values, null, 2)}\n`,
    });
    expect(setConfigValue("", "lock", "auto")).toEqual({ text: '{\n  "lock": "auto"\n}\n' });
  });

  test("CFG-2: unknown keys, bad values and values beyond the clamp are refused, a broken file is not overwritten", () => {
    const codeOf = (text: string | undefined, key: string, value: string): unknown => {
      const result = setConfigValue(text, key, value);
      return "code" in result ? result.code : result.text;
    };
    expect(codeOf("", "locks", "auto")).toBe("usage");
    expect(codeOf("", "lock", "none")).toBe("usage");
    expect(codeOf("", "review-prompt", "maybe")).toBe("usage");
    for (const value of ["4001", "-1", "1.5", "x", ""])
      expect(codeOf("", "session-start-tokens", value), value).toBe("usage");
    expect(codeOf("{", "lock", "auto")).toBe("bad-config");
  });
});

test("CFG-2: the published schema is what the table gives", () => {
  for (const [name, text] of schemaFiles())
    expect(readFileSync(new URL(`../../../schema/${name}`, import.meta.url), "utf8")).toBe(text);
});
