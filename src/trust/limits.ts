// Where an agent's permission is "limited" (authority.ts), the options that stay a person's, as data. Read by the guard,
// which sees a command line before it runs (AGT-21).
import type { Verb } from "./authority.ts";

/** With one of these the verb is a person's act. */
export const PERSONS_OPTIONS: Readonly<Partial<Record<Verb, readonly string[]>>> = {
  check: ["allow", "revoke"],
  audit: ["allow", "revoke", "stats"],
  schedule: ["remove"],
  doctor: ["fix"],
  review: ["web"],
};

/**
 * Without one of these the verb does more than an agent may: `init` connects agents unless it is told not to, `export`
 * writes unless it only compares, `audit` keeps a report in the store unless it only shows one, lowers what fails or runs the checks, `review` asks for decisions unless it only lists.
 */
export const NARROWING_OPTIONS: Readonly<Partial<Record<Verb, readonly string[]>>> = {
  init: ["no-install", "shared"],
  audit: ["report", "enforce", "dry-run", "check", "ci", "only", "allowances"],
  export: ["check"],
  review: ["json"],
};
