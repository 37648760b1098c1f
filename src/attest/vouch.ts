// The latest word about a memory. Of all valid statements those count that no other one had seen; a withdrawal among
// them outweighs any vouching (a demotion that no restore saw holds), and an older statement vouches for nothing.
import type { Dot, Statement, Vouched } from "./statement.ts";

export interface LatestWord {
  /** Statements that no other had seen; more than one after concurrent changes. */
  readonly heads: readonly Statement[];
  readonly withdrawn: boolean;
}

export function latestWord(statements: readonly Statement[]): LatestWord {
  const heads = statements.filter((each) => !statements.some((other) => other !== each && hasSeen(other, each.dot)));
  return { heads, withdrawn: heads.some((head) => head.vouches === null) };
}

export function hasSeen({ seen }: Pick<Statement, "seen">, { device, n }: Dot): boolean {
  return (seen[device] ?? 0) >= n;
}

/** What vouches for this content and status now, or nothing. */
export function vouchedFor(
  statements: readonly Statement[],
  facts: Pick<Vouched, "content" | "status">,
): Vouched | undefined {
  const { heads, withdrawn } = latestWord(statements);
  if (withdrawn) return undefined;
  const matching = heads.find(({ vouches }) => vouches?.content === facts.content && vouches.status === facts.status);
  return matching?.vouches ?? undefined;
}

/** The acts that leave a memory in quarantine or beyond: only a later word that is none of them lets it out. */
const HOLDING: readonly string[] = ["demote", "archive"];

/** By the latest word about it, it is held; wherever its file stands, and whatever that says of itself. */
export function isHeld(statements: readonly Statement[]): boolean {
  return latestWord(statements).heads.some(({ action, vouches }) => vouches === null && HOLDING.includes(action));
}

/**
 * By the latest word about it, it is retired; whatever its file says. Who vouches for a retired text has not retired it: beside
 * one who took it back, that one counts.
 */
export function isRetired(statements: readonly Statement[]): boolean {
  const { heads } = latestWord(statements);
  if (heads.some(({ action, vouches }) => action === "retire" && vouches?.status !== "active")) return true;
  return (
    heads.some(({ vouches }) => vouches?.status === "retired") &&
    !heads.some(({ vouches }) => vouches?.status === "active")
  );
}

/** The dot and context of this device's next statement about a memory. */
export function nextDot(statements: readonly Statement[], device: string): Pick<Statement, "dot" | "seen"> {
  const seen: Record<string, number> = {};
  for (const { dot, seen: context } of statements) {
    for (const [each, n] of [...Object.entries(context), [dot.device, dot.n] as const])
      seen[each] = Math.max(seen[each] ?? 0, n);
  }
  return { dot: { device, n: (seen[device] ?? 0) + 1 }, seen };
}

// Whose word it is that a content is verified (SYN-31): the devices whose latest statement vouches for exactly it. None
// where somebody withdrew it, as nobody's vouching counts then.

export function vouchersOf(
  statements: readonly Statement[],
  { content, status }: Pick<Vouched, "content" | "status">,
): readonly string[] {
  const { heads, withdrawn } = latestWord(statements);
  if (withdrawn) return [];
  return heads
    .filter(({ vouches }) => vouches?.content === content && vouches.status === status)
    .map(({ dot }) => dot.device)
    .sort();
}
