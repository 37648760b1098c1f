// What the checks need to know besides the text. An entrance puts it together; nothing here reads a file.

import type { Scope } from "../memory/kinds.ts";
import type { SecondOpinion } from "./secrets/find.ts";
import type { PersonalSettings } from "./secrets/personal.ts";

export interface CheckSettings {
  /** "quick": the two layers that a hook can pay for (CHK-10). Writes, audit and export run all three. */
  readonly second: SecondOpinion | "quick";
  readonly personal: PersonalSettings;
  /** Undefined where there is no such store: then nothing is allowed. */
  allowances(scope: Scope): Counted | undefined;
}

/** What counts as allowed, and how a value is named. */
export interface Counted extends Pick<Allowances, "digest"> {
  all(): ReturnType<Allowances["claimed"]>;
}

// Values that a person said are no secrets (CHK-12): by rule and salted digest, one finding each, never a whole file.
export interface Allowance {
  readonly rule: string;
  /** 16 hexadecimal digits of an HMAC with the store's salt. */
  readonly digest: string;
  readonly date: string;
}

export interface Allowances {
  /** How a value is named in this store without telling it. */
  digest(rule: string, value: string): string;
  /** Those signed by a device that this machine trusts. */
  all(): readonly Allowance[];
  /** Those that stand there, whoever signed them: for who must not act on the absence of a word. */
  claimed(): readonly Pick<Allowance, "rule" | "digest">[];
  /** Signed, durable when it returns. Call it only while holding the store's lock. */
  allow(allowance: Allowance): void;
  /** Signed too, and kept: it stands against every allowance that had not seen it. False when there was none. */
  revoke(allowance: Allowance): boolean;
}
