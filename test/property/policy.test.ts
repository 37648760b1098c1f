// HUB-10: whatever a person set and whatever organisations ask for, what counts is at least as strict as either, for every key. The
// order of each key is written down here by itself, so that the code under test is not asked what strict means.
import fc from "fast-check";
import { expect, test } from "vitest";
import { CONFIG_KEYS, type Config, effectiveConfig, parseConfig } from "../../src/config/config.ts";
import { POLICY_KEYS, type Policy, readPolicySettings } from "../../src/config/policy.ts";
import { strictest } from "../../src/config/strictest.ts";
import { KINDS } from "../../src/memory/kinds.ts";

const RUNS = { numRuns: Number(process.env["HOLDFAST_RUNS"] ?? 300) };
const PERSONAL = ["email", "private-ipv4", "home-directory", "key-fingerprint"];
const PROVIDERS = ["claude", "anthropic", "openai"];
const BUDGETS = ["call-tokens", "session-tokens", "day-tokens", "month-tokens", "day-cents", "month-cents"].map(
  (name) => `observer-${name}`,
);
const AGENTS = ["claude", "codex", "opencode"];

const budgets = fc.record(Object.fromEntries(BUDGETS.map((name) => [name, fc.integer({ min: 1, max: 1_000_000 })])), {
  requiredKeys: [],
});
const users = fc
  .tuple(
    budgets,
    fc.record(
      {
        observer: fc.boolean(),
        "observer-provider": fc.constantFrom(...PROVIDERS),
        "private-data": fc.subarray(PERSONAL),
        "serve-project-memories": fc.boolean(),
        "sync-at-start": fc.boolean(),
        "commit-changes": fc.boolean(),
        presence: fc.constantFrom("optional", "required"),
        "max-inject": fc.integer({ min: 0, max: 20 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([one, other]) => ({ ...one, ...other }));
/** Hostile ones too: the other direction, other types, keys that no policy has. */
const asked = fc
  .tuple(
    budgets,
    fc.record(
      {
        observer: fc.boolean(),
        "observer-provider": fc.subarray(PROVIDERS),
        "private-data": fc.subarray(PERSONAL),
        "serve-project-memories": fc.boolean(),
        "sync-at-start": fc.boolean(),
        "commit-changes": fc.boolean(),
        agents: fc.subarray(AGENTS),
        kinds: fc.subarray([...KINDS]),
        "keep-rules": fc.boolean(),
        presence: fc.constantFrom("optional", "required"),
        signing: fc.constantFrom("device", "ssh"),
        owners: fc.subarray(["ann@example.org"]),
        "max-inject": fc.integer({ min: 0, max: 20 }),
        "observer-url": fc.constantFrom("https://model.example.org", ""),
        nonsense: fc.anything(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([one, other]) => ({ ...one, ...other }) as Record<string, unknown>);

function policy(settings: Record<string, unknown>): Policy {
  return {
    organisation: "acme",
    by: "a".repeat(16),
    date: "2026-05-01",
    number: 1,
    settings: readPolicySettings(settings).settings,
  };
}

type Got = ReturnType<typeof effectiveConfig>;

/** What each key may do, said anew; undefined for what a policy may not touch at all. */
const IS_STRICT: Readonly<Record<string, (value: never, than: never) => boolean>> = {
  observer: (value: boolean, than: boolean) => !value || than,
  "serve-project-memories": (value: boolean, than: boolean) => !value || than,
  "sync-at-start": (value: boolean, than: boolean) => value || !than,
  "commit-changes": (value: boolean, than: boolean) => value || !than,
  "private-data": (value: readonly string[], than: readonly string[]) => than.every((word) => value.includes(word)),
  ...Object.fromEntries(BUDGETS.map((name) => [name, (value: number, than: number) => value <= than])),
};

test("HUB-10: what counts is at least as strict as the person's setting, for every key that there is", () => {
  fc.assert(
    fc.property(users, fc.array(asked, { maxLength: 3 }), (user, all) => {
      const own = parseConfig(JSON.stringify(user), "user");
      const before = effectiveConfig(own).config;
      const { config } = effectiveConfig(own, undefined, all.map(policy));
      for (const { name } of CONFIG_KEYS) {
        const isStrict = IS_STRICT[name];
        if (isStrict === undefined) expect(config[name], name).toEqual(before[name]);
        else expect(isStrict(config[name] as never, before[name] as never), name).toBe(true);
      }
    }),
    RUNS,
  );
});

test("HUB-10: and as strict as each policy, whatever their order", () => {
  fc.assert(
    fc.property(users, fc.array(asked, { maxLength: 3 }), (user, all) => {
      const own = parseConfig(JSON.stringify(user), "user");
      const policies = all.map(policy);
      const got = effectiveConfig(own, undefined, policies);
      for (const { settings } of policies) for (const { name } of POLICY_KEYS) holds(got, name, settings[name]);
      const turned = effectiveConfig(own, undefined, policies.toReversed());
      expect(normal(turned)).toEqual(normal(got));
    }),
    RUNS,
  );
});

test("HUB-10: kept as one, they ask for what all of them ask for together", () => {
  fc.assert(
    fc.property(users, fc.array(asked, { minLength: 1, maxLength: 4 }), (user, all) => {
      const own = parseConfig(JSON.stringify(user), "user");
      const policies = all.map(policy);
      const one = { ...policy({}), settings: strictest(policies.map(({ settings }) => settings)) };
      expect(normal(effectiveConfig(own, undefined, [one]))).toEqual(normal(effectiveConfig(own, undefined, policies)));
      expect(readPolicySettings(one.settings).unknown).toEqual([]);
    }),
    RUNS,
  );
});

function holds({ config, bounds }: Got, name: string, value: Policy["settings"][string] | undefined): void {
  if (value === undefined) return;
  const within = (words: readonly string[] | undefined): boolean =>
    words?.every((word) => (value as readonly string[]).includes(word)) === true;
  if (name === "agents") expect(within(bounds.agents)).toBe(true);
  else if (name === "kinds") expect(within(bounds.kinds)).toBe(true);
  else if (name === "keep-rules") expect(bounds.keepsRules).toBe(true);
  else if (name === "observer-provider") expect(!config.observer || within([config["observer-provider"]])).toBe(true);
  else if (name !== "policy-signers")
    expect(IS_STRICT[name]?.(config[name as keyof Config] as never, value as never), name).toBe(true);
}

function normal({ config, bounds }: Got): unknown {
  const sorted = (words: readonly string[] | undefined): readonly string[] | undefined => words?.toSorted();
  return {
    config: { ...config, "private-data": sorted(config["private-data"]) },
    bounds: { ...bounds, agents: sorted(bounds.agents), kinds: sorted(bounds.kinds) },
  };
}
