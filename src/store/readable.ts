// One memory by name, for whoever may read its text. To a person all are readable; to everyone else neither what is
// quarantined, nor what waits for a person (TRU-32), nor what carries a secret (CHK-13).
import { type Refusal, refuse } from "../text/errors.ts";
import { permission } from "../trust/authority.ts";
import type { Memory } from "./catalogue.ts";
import type { Act, OpenStores } from "./context.ts";
import { type Found, resolve } from "./resolve.ts";
import { isForAgents, suspectsBy } from "./withheld.ts";

export function readable(stores: OpenStores, name: string, act: Act): Found | Refusal {
  const found = resolve(stores, name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") {
    if (found.broken.spot.place === "quarantine" && permission("show", act.channel) !== "full") {
      return onlyPerson(`${name} is quarantined`);
    }
    return refuse(
      "unreadable",
      `${found.broken.spot.file} can't be read as a memory: ${found.broken.reason}`,
      `holdfast check ${name}`,
    );
  }
  return hiddenFrom(act, found.memory, name) ?? found;
}

export function hiddenFrom(act: Act, memory: Memory, name: string): Refusal | undefined {
  if (permission("show", act.channel) === "full" || isGiven(memory, act)) return undefined;
  const state = memory.tier === "quarantined" ? "is quarantined" : "waits for review";
  return onlyPerson(`${name} ${state}`);
}

function onlyPerson(what: string): Refusal {
  return refuse("needs-person", `${what}; its text is shown only to a person.`);
}

/** Verified words passed every check when a person confirmed them. */
export function isGiven(memory: Memory, act: Act): boolean {
  return isForAgents(memory) && (memory.tier === "verified" || !suspectsBy(act.checks).secret(memory));
}
