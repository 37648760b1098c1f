// Several policies as one that asks for what all of them ask for together (HUB-10): kept so where they are too many to be kept one by
// one. Who may sign is judged by what was signed, never by this.
import { POLICY_KEYS, type PolicySettings, type PolicyValue, SIGNERS } from "./policy.ts";

export function strictest(all: readonly PolicySettings[]): PolicySettings {
  const settings: Record<string, PolicyValue> = {};
  for (const { name, order } of POLICY_KEYS) {
    const asked = all.map((each) => each[name]).filter((value) => value !== undefined);
    const [first, ...others] = asked;
    if (first === undefined || name === SIGNERS) continue;
    if (order === "off" || order === "on") settings[name] = first;
    else if (order === "most") settings[name] = Math.min(...asked.map(Number));
    else {
      const [words, more] = [first as readonly string[], others as readonly (readonly string[])[]];
      settings[name] =
        order === "all"
          ? [...new Set([...words, ...more.flat()])]
          : words.filter((word) => more.every((each) => each.includes(word)));
    }
  }
  return settings;
}
