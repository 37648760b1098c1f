import { describe, expect, test } from "vitest";
import { permission, type Verb } from "../../../src/trust/authority.ts";
import { NARROWING_OPTIONS, PERSONS_OPTIONS } from "../../../src/trust/limits.ts";

describe("what of a limited verb stays a person's (TRU-22, AGT-21)", () => {
  test("pinned: allowing a finding, taking that back, and mending", () => {
    expect(PERSONS_OPTIONS).toEqual({
      check: ["allow", "revoke"],
      audit: ["allow", "revoke", "stats"],
      schedule: ["remove"],
      doctor: ["fix"],
      review: ["web"],
    });
  });

  test("pinned: without one of these `init` would connect agents and `export` would write", () => {
    expect(NARROWING_OPTIONS).toEqual({
      init: ["no-install", "shared"],
      audit: ["report", "enforce", "dry-run", "check", "ci", "only", "allowances"],
      export: ["check"],
      review: ["json"],
    });
  });

  test("only verbs that an agent may use at all have such options", () => {
    for (const verb of [...Object.keys(PERSONS_OPTIONS), ...Object.keys(NARROWING_OPTIONS)])
      expect([verb, permission(verb as Verb, "cli")]).toEqual([verb, "limited"]);
  });
});
