// What the checks say of unconfirmed memories, asked once for the same bytes: the index keeps their words, because loading
// the checks costs a hook more than all the rest (TRU-32, CHK-13, CHK-23).
import type { StoreIndex } from "../core/ports/store-index.ts";
import type { Memory } from "./catalogue.ts";
import type { SearchedStore } from "./search.ts";
import type { Suspects } from "./withheld.ts";

export interface IndexedStore extends SearchedStore {
  readonly index: StoreIndex | undefined;
}

export interface Judge {
  /** The rules and settings it goes by: what another one said does not count. */
  readonly name: string;
  /** Loaded only where somebody has to be asked. */
  suspects(): Promise<Suspects>;
}

type Verdict = ReturnType<Suspects["suspicion"]> | "secret" | "clean";

const WORDS: readonly Exclude<Verdict, undefined>[] = ["reads-like-instruction", "asks-capability", "secret", "clean"];

/** Verified words passed every check when a person confirmed them; quarantined ones are never shown. */
export function isUnsure({ tier }: Memory): boolean {
  return tier === "inferred" || tier === "unattested";
}

/** Answers for these memories; whatever it was not asked about is not suspected. */
export async function judged(
  memories: readonly Memory[],
  stores: readonly IndexedStore[],
  judge: Judge,
): Promise<Suspects> {
  const unsure = memories.filter(isUnsure);
  const verdicts = new Map<string, Verdict>();
  for (const { store, index } of stores) {
    const mine = unsure.filter(({ scope }) => scope === store.info.scope);
    for (const [digest, word] of known(index, judge, mine)) verdicts.set(keyOf(store.info.scope, digest), word);
  }
  const open = unsure.filter((memory) => !verdicts.has(keyOf(memory.scope, memory.stored.sha256)));
  if (open.length > 0) {
    const suspects = await judge.suspects();
    for (const memory of open) {
      const word = suspects.suspicion(memory) ?? (suspects.secret(memory) ? "secret" : "clean");
      verdicts.set(keyOf(memory.scope, memory.stored.sha256), word);
    }
    for (const { store, index } of stores) {
      const mine = open.filter((memory) => memory.scope === store.info.scope && suspects.isLasting(memory));
      const words = mine.map(
        (each) => [each.stored.sha256, verdicts.get(keyOf(each.scope, each.stored.sha256))] as const,
      );
      index?.keepVerdicts(
        judge.name,
        new Map(words.flatMap(([digest, word]) => (word === undefined ? [] : [[digest, word]]))),
      );
    }
  }
  const of = (memory: Memory): Verdict => verdicts.get(keyOf(memory.scope, memory.stored.sha256));
  return {
    suspicion: (memory) => {
      const word = of(memory);
      return word === "secret" || word === "clean" ? undefined : word;
    },
    secret: (memory) => of(memory) === "secret",
    isLasting: () => true,
  };
}

function known(
  index: StoreIndex | undefined,
  judge: Judge,
  memories: readonly Memory[],
): readonly (readonly [string, Verdict])[] {
  if (index === undefined || memories.length === 0) return [];
  const words = index.verdicts(
    judge.name,
    memories.map(({ stored }) => stored.sha256),
  );
  return [...words].flatMap(([digest, text]) => {
    const word = WORDS.find((each) => each === text);
    return word === undefined ? [] : [[digest, word] as const];
  });
}

function keyOf(scope: Memory["scope"], digest: string): string {
  return `${scope} ${digest}`;
}
