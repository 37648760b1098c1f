// Whose word it is that a content is verified (SYN-31): the devices whose latest statement vouches for exactly it. None
// where somebody withdrew it, as nobody's vouching counts then.
import type { Statement, Vouched } from "./statement.ts";
import { latestWord } from "./vouch.ts";

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
