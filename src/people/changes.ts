// What changed in a shared store since a person last looked at it, and by whose word (SYN-31).
import type { Circle } from "../attest/circle.ts";
import { handleOf, type Memory, stemOf } from "../store/catalogue.ts";
import type { SeenStore } from "./compared.ts";
import type { Survey } from "./survey.ts";

export interface SharedChange {
  readonly what: "new" | "changed" | "gone";
  readonly stem: string;
  /** Devices that vouch for it as it is now; nobody, where it is unsigned or gone. */
  readonly by: readonly string[];
}

export function seenNow({ memories, signers }: Pick<Survey, "memories" | "signers">, at: string): SeenStore {
  const entries = memories.map((memory) => [handleOf(memory), { stem: stemOf(memory), sha256: memory.stored.sha256 }]);
  const revoked = signers.filter(({ standing }) => standing === "revoked").map(({ device }) => device);
  return { at, memories: Object.fromEntries(entries), revoked };
}

/** Who was revoked since, by somebody whose word counts here. */
export function countRevoked({ revoked = [] }: SeenStore, { known }: Pick<Circle, "known">): number {
  return [...known.keys()].filter((device) => !revoked.includes(device)).length;
}

/** How many came, changed or went, for one line: what this device alone stands behind is not counted. */
export function countChanges({ memories }: SeenStore, now: readonly Memory[], own: string | undefined): number {
  const known = new Map(Object.entries(memories));
  const isOwn = ({ vouchedBy = [] }: Memory): boolean => vouchedBy.length === 1 && vouchedBy[0] === own;
  const other = now.filter((memory) => known.get(handleOf(memory))?.sha256 !== memory.stored.sha256 && !isOwn(memory));
  const here = new Set(now.map(handleOf));
  return other.length + [...known.keys()].filter((handle) => !here.has(handle)).length;
}

/** By others: what this device alone stands behind, its owner knows. */
export function changesSince({ memories }: SeenStore, found: Survey): readonly SharedChange[] {
  const { memories: now, vouchersOf, signers } = found;
  const own = signers.find(({ standing }) => standing === "own")?.device;
  const isOwn = (by: readonly string[]): boolean => by.length === 1 && by[0] === own;
  const known = new Map(Object.entries(memories));
  const here = now.flatMap((memory): readonly SharedChange[] => {
    const before = known.get(handleOf(memory));
    const by = vouchersOf(memory);
    if (before?.sha256 === memory.stored.sha256 || isOwn(by)) return [];
    return [{ what: before === undefined ? "new" : "changed", stem: stemOf(memory), by }];
  });
  const left = new Set(now.map(handleOf));
  const gone = [...known].filter(([handle]) => !left.has(handle));
  return [...here, ...gone.map(([, { stem }]) => ({ what: "gone" as const, stem, by: [] }))];
}
