// What kind of wrong a sentence tells of, for the counters that a program prints: a failure that none of them counts would stand beside
// zeros. The sentences are those of checks.ts, of the pairs (test/sync-pairs/exchange.ts), of kills (test/sync-kills/judge.ts), and of a
// hub's log (test/hub/log.ts).

export type Wrong = "lost" | "raised" | "diverged" | "other";

const KINDS: Readonly<Record<Exclude<Wrong, "other">, RegExp>> = {
  lost: /is gone$|has other words|was missing|half a file|git finds damage|the log has a gap/,
  raised:
    /nobody confirmed|never lifted|lies in memories|is back$|still shows a secret|read as verified|is an object of/,
  diverged:
    /different trees|not quiet|git status|the trees are not the same|holds a conflict|does not follow from|does not lead to|is not what the log says|machines? ha(?:s|ve) seen/,
};

/** As the table of the pairs has it, of two acts. */
const OUTCOME = /^(?:FAIL [AB] first: )?[^|]+ \| [^|]+ \| [^:|]+: (.+), not (.+)$/;
/** Of one memory, and of how many there are. */
const TIER = / is (gone|forgotten|quarantined|inferred|unattested|verified), not (\w+)$/;
const NUMBER = / (\d+) memories, not (\d+)$/;
const TIERS = ["gone", "forgotten", "archived", "quarantined", "inferred", "unattested", "verified"];

/** Of a sentence that says what is wrong. */
export function kindOfWrong(line: string): Wrong {
  const [, is, shouldBe] = OUTCOME.exec(line) ?? [];
  if (is !== undefined && shouldBe !== undefined) return kindOfOutcome(is, shouldBe);
  const [, tier, other] = TIER.exec(line) ?? [];
  if (tier !== undefined && other !== undefined) return kindOfOutcome(tier, other);
  const [, many, known] = NUMBER.exec(line) ?? [];
  if (many !== undefined) return Number(many) < Number(known) ? "lost" : "diverged";
  const names = Object.keys(KINDS) as (keyof typeof KINDS)[];
  return names.find((name) => KINDS[name].test(line)) ?? "other";
}

function kindOfOutcome(is: string, shouldBe: string): Wrong {
  const [now, then] = [is, shouldBe].map((text) => TIERS.indexOf(text.split(/[ ,]/)[0] ?? "")) as [number, number];
  if (now < 0 || then < 0) return "diverged";
  if (now !== then) return now > then ? "raised" : "lost";
  // A text that should stand beside it does not.
  return is.split(", ").length < shouldBe.split(", ").length ? "lost" : "diverged";
}

export function countWrong(into: Record<Wrong, number>, wrong: readonly string[]): void {
  for (const line of wrong.flatMap((each) => each.split("; "))) into[kindOfWrong(line)]++;
}
