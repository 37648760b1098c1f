// The checks as they are set up here: what they need to know, and the second set of secret rules.

import type { SecondOpinion } from "../checks/secrets/find.ts";
import { personalRules } from "../checks/secrets/personal.ts";
import type { CheckSettings, Counted } from "../checks/settings.ts";
import type { Config } from "../config/config.ts";
import { once } from "../text/values.ts";
import { notLoaded } from "./not-loaded.ts";

export function checkSettings(
  config: Config,
  second: CheckSettings["second"],
  allowances: CheckSettings["allowances"],
): CheckSettings {
  const owners = config.owners.length === 0 ? undefined : config.owners;
  // Every command puts settings together, and few come to check something: only then are the rules named, and loaded.
  const off = once(() => personalRules().filter((rule) => !config["private-data"].includes(rule)));
  const personal = {
    owners,
    get off() {
      return off();
    },
  };
  return { second, personal, allowances };
}

/** Of several stores: what one of them allows is allowed, and a value is named as in the first. */
export function anyOf(all: readonly Counted[]): Counted | undefined {
  const [first, ...more] = all;
  if (first === undefined || more.length === 0) return first;
  const allows = ({ all: said }: Counted, rule: string, digest: string): boolean =>
    said().some((each) => each.rule === rule && each.digest === digest);
  return {
    digest: (rule, value) => {
      const digests = all.map((each) => ({ each, digest: each.digest(rule, value) }));
      const allowed = digests.find(({ each, digest }) => allows(each, rule, digest));
      return allowed?.digest ?? first.digest(rule, value);
    },
    all: () => all.flatMap((each) => each.all()),
  };
}

/** A set of rules that can't be loaded is a fault: writes are refused, and nothing is demoted (TRU-6). A hook never pays for it. */
export async function loadedOrNot(): Promise<SecondOpinion> {
  try {
    const { loadSecondOpinion } = await import("../checks/secrets/second-opinion.ts");
    return await loadSecondOpinion();
  } catch {
    // Told by the check itself, as a finding, wherever it matters.
    return notLoaded;
  }
}
