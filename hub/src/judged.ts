// All that is to be said of a push (HUB-5, HUB-7, HUB-10), from what was read of its store: it asks nobody, so that it can be worked out in
// another thread than the one that answers.
import type { Anchor } from "../../src/attest/circle.ts";
import type { Finding, Role } from "../protocol.ts";
import type { Hub } from "./hub.ts";
import { type Files, findingsOf } from "./judge.ts";
import { policyFindings } from "./policy.ts";
import { type Caller, isMember, roleFindings } from "./roles.ts";

export interface Judgement {
  readonly store: string;
  readonly caller: Caller;
  readonly role: Role;
  readonly before: Files;
  /** Undefined: gone. */
  readonly changes: readonly (readonly [path: string, bytes: Uint8Array | undefined])[];
  /** Whose word counts besides what the store says. */
  readonly roots: readonly Anchor[];
  /** Asked for where a policy is pushed (HUB-10). */
  readonly admins: readonly Anchor[];
  /** Asked for where no member pushes: devices whose ledgers are a member's. */
  readonly members: ReadonlySet<string>;
}

export function judged(asked: Judgement, settings: Hub["checks"]): readonly Finding[] {
  const { store, caller, role, before, roots, admins, members } = asked;
  const after = new Map<string, Uint8Array>(before);
  for (const [path, bytes] of asked.changes) {
    if (bytes === undefined) after.delete(path);
    else after.set(path, bytes);
  }
  const changed = asked.changes.map(([path]) => path);
  const isAdmin = role === "admin";
  return [
    ...policyFindings({ store, after, changed, byAdmin: isMember(caller) && isAdmin, signers: [...roots, ...admins] }),
    ...findingsOf({ store, before, after, changed, roots, settings, mayFound: isAdmin }),
    ...roleFindings({ caller, role, before, after, changed, members }),
  ];
}
