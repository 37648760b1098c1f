// A person says that a found value is no secret, or takes that back (CHK-12): one finding at a time, signed, told by
// rule and digest.

import type { Allowance } from "../checks/settings.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { partyOf } from "../trust/channels.ts";
import { dayOf } from "../trust/transitions.ts";
import type { Act, OpenStore } from "./context.ts";

const ID = /^([a-z0-9][a-z0-9-]{0,79}):([0-9a-f]{16})$/;

export interface Allowed {
  readonly kind: "allowed" | "revoked";
  readonly id: string;
}

export async function allow(open: OpenStore, id: string, act: Act): Promise<Allowed | Refusal> {
  const named = allowanceOf(id, act);
  if (named.kind === "refusal") return named;
  const refused = await open.store.withLock(() => open.allowances.allow(named.allowance));
  return refused ?? { kind: "allowed", id };
}

export async function revoke(open: OpenStore, id: string, act: Act): Promise<Allowed | Refusal> {
  const named = allowanceOf(id, act);
  if (named.kind === "refusal") return named;
  const outcome = await open.store.withLock(() => open.allowances.revoke(named.allowance));
  if (outcome === true) return { kind: "revoked", id };
  return outcome || refuse("not-found", `${id} was not allowed here.`, "holdfast audit --allowances");
}

function allowanceOf(id: string, act: Act): { readonly kind: "named"; readonly allowance: Allowance } | Refusal {
  if (partyOf(act.channel) !== "person") {
    return refuse("needs-person", "To say that a value is no secret is a person's act.");
  }
  const [, rule, digest] = ID.exec(id) ?? [];
  if (rule === undefined || digest === undefined) {
    return refuse(
      "usage",
      "A finding is named RULE:DIGEST, as `holdfast audit --check` shows it.",
      "holdfast audit --check",
    );
  }
  return { kind: "named", allowance: { rule, digest, date: dayOf(act.now) } };
}
