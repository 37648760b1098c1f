// The order of memories that nothing else tells apart (SEA-5, CTX-2): by kind, then the newest, then by id. The same on
// every machine. And what comes before all of them: rules (ARR-2).
import { KINDS } from "../memory/kinds.ts";

export interface Ordered {
  readonly kind?: string;
  readonly id: string;
}

export function byKindAndAge(a: Ordered, b: Ordered): number {
  return kindRank(a) - kindRank(b) || byText(madeAt(b), madeAt(a)) || byText(a.id, b.id);
}

/** What holds whatever the session is about: wishes of the person, rules of the project. It helps only when it is read whole. */
export function isRule({
  type,
  kind,
}: {
  readonly type?: string | undefined;
  readonly kind?: string | undefined;
}): boolean {
  return type === "user" || type === "feedback" || kind === "constraint" || kind === "preference";
}

/** By code unit: a locale's order differs between machines. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function kindRank({ kind = "" }: Ordered): number {
  const at = (KINDS as readonly string[]).indexOf(kind);
  return at === -1 ? KINDS.length : at;
}

/** The first ten characters of a ULID are its time. */
function madeAt({ id }: Ordered): string {
  return id.slice(0, 10);
}
