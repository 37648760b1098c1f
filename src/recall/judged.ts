// What the checks say of unconfirmed memories, asked once for the same bytes: the index keeps their words, because loading
// the checks costs a hook more than all the rest (TRU-32, CHK-13, CHK-23).

import type { Memory } from "../store/catalogue.ts";
import type { Suspects } from "../store/withheld.ts";
import type { SearchedStore } from "./search.ts";
import type { StoreIndex } from "./search-index.ts";

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
type Word = Exclude<Verdict, undefined>;

const WORDS: readonly Word[] = ["reads-like-instruction", "asks-capability", "secret", "clean"];

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
  const verdicts = new Map<Memory, Verdict>();
  for (const { store, index } of stores) {
    const mine = memories.filter((memory) => isUnsure(memory) && memory.scope === store.info.scope);
    const words = known(index, judge, mine);
    const open = mine.filter(({ stored }) => !words.has(stored.sha256));
    if (open.length > 0) {
      const suspects = await judge.suspects();
      const lasting = new Map<string, Word>();
      for (const memory of open) {
        const word = suspects.suspicion(memory) ?? (suspects.secret(memory) ? "secret" : "clean");
        words.set(memory.stored.sha256, word);
        if (suspects.isLasting(memory)) lasting.set(memory.stored.sha256, word);
      }
      index?.keepVerdicts(judge.name, lasting);
    }
    for (const memory of mine) verdicts.set(memory, words.get(memory.stored.sha256));
  }
  return {
    suspicion: (memory) => {
      const word = verdicts.get(memory);
      return word === "secret" || word === "clean" ? undefined : word;
    },
    secret: (memory) => verdicts.get(memory) === "secret",
    isLasting: () => true,
  };
}

function known(index: StoreIndex | undefined, judge: Judge, memories: readonly Memory[]): Map<string, Word> {
  const found = new Map<string, Word>();
  if (index === undefined || memories.length === 0) return found;
  const digests = memories.map(({ stored }) => stored.sha256);
  for (const [digest, text] of index.verdicts(judge.name, digests)) {
    const word = WORDS.find((each) => each === text);
    if (word !== undefined) found.set(digest, word);
  }
  return found;
}
