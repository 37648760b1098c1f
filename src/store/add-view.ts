// What a new memory is compared with: the memories at its name, and the tombstones. One that is added by itself looks at
// the store as it is; a batch reads all of it once and keeps count of what it adds. Either may be behind the store by the
// time of the write: a name taken meanwhile is found under the lock, and the same words have the same name.
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { statusOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { fingerprintOf, knowsWords, matches, type Tombstone, wordsPrint } from "../memory/tombstone.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { PLACES } from "../trust/tiers.ts";
import { type Broken, type Memory, readCatalogue, readMemory } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";

export interface AddView {
  /** What stands at that file name, in either directory. */
  at(file: string): readonly (Memory | Broken)[];
  readonly stones: readonly Tombstone[];
}

export function viewNow({ store, tombstones }: OpenStore): AddView {
  return {
    at: (file) => PLACES.map((place) => readMemory(store, { place, file })).filter((each) => each !== undefined),
    get stones() {
      return tombstones.all();
    },
  };
}

export interface BatchView extends AddView {
  /** From now on this memory counts as standing there. */
  take(memory: Memory): void;
}

export function viewOnce({ store, tombstones }: OpenStore): BatchView {
  const { memories, broken, shadowed } = readCatalogue(store);
  const byFile = Map.groupBy<string, Memory | Broken>(
    [...memories, ...broken, ...shadowed],
    (each) => (each.kind === "memory" ? each.stored : each.spot).file,
  );
  return {
    at: (file) => byFile.get(file) ?? [],
    stones: tombstones.all(),
    take: (memory) => byFile.set(memory.stored.file, [...(byFile.get(memory.stored.file) ?? []), memory]),
  };
}

const hashes = new WeakMap<Memory["document"], string>();

/** Worked out once for each: in a batch many may have the same name. */
export function hashOf({ document }: Memory): string {
  const known = hashes.get(document);
  if (known !== undefined) return known;
  const hash = contentHash(document);
  hashes.set(document, hash);
  return hash;
}

// Whether a new memory would bring back what a person put away (STO-24, STO-33): words that a tombstone knows, or a
// name that was retired or forgotten less than a day ago. Everyone but a person is refused; a person is asked.

const DAY_MS = 24 * 60 * 60 * 1000;

export type Resurrection = "forgotten-words" | "forgotten-name" | "retired-name";

interface NewWords {
  readonly document: MemoryDocument;
  /** The name it would have if no other memory had it. */
  readonly file: string;
  /** Those that have it, or had it first. */
  readonly sameName: readonly Memory[];
}

export function resurrectionOf(
  open: OpenStore,
  { document, file, sameName }: NewWords,
  act: Act,
  { stones }: { readonly stones: readonly Tombstone[] },
): Resurrection | undefined {
  const print = fingerprintOf(document, file);
  let named = false;
  for (const stone of stones) {
    const match = matches(stone, print);
    if (match === "content") return "forgotten-words";
    named ||= match === "file" && isRecent(new Date(stone.date), act.now);
  }
  if (named) return "forgotten-name";
  const retired = sameName.some(
    ({ id, document: theirs }) =>
      id !== undefined && statusOf(theirs) === "retired" && isRecent(retiredAt(open, id), act.now),
  );
  return retired ? "retired-name" : undefined;
}

/** Whether a person had one of these sentences forgotten: an observer finds them inside others (OBS-9). */
export function forgottenBy({ tombstones }: Pick<OpenStore, "tombstones">): (sentences: readonly string[]) => boolean {
  const stones = tombstones.all();
  return (sentences) => {
    const prints = sentences.flatMap((sentence) => wordsPrint(sentence) ?? []);
    return stones.some((stone) => prints.some((print) => knowsWords(stone, print)));
  };
}

/** The local history tells it; a memory retired elsewhere, or by hand, has no such record. */
function retiredAt({ history }: OpenStore, id: MemoryId): Date | undefined {
  const record = history.ofMemory(id).find(({ action }) => action === "retire");
  return record && new Date(record.at);
}

/** A clock that was set back must not open the door: what lies ahead counts as now. */
function isRecent(then: Date | undefined, now: Date): boolean {
  return then !== undefined && now.getTime() - then.getTime() < DAY_MS;
}

const SENTENCES: Readonly<Record<Resurrection, string>> = {
  "forgotten-words": "A person had exactly these words forgotten.",
  "forgotten-name": "A person had a memory of this name forgotten less than 24 hours ago.",
  "retired-name": "A person retired a memory of this name less than 24 hours ago.",
};

export function resurrectionSentence(resurrection: Resurrection): string {
  return SENTENCES[resurrection];
}

export function resurrectionRefused(resurrection: Resurrection): Refusal {
  return refuse("resurrection", `${SENTENCES[resurrection]} Nothing was saved.`, "A person can add it at a terminal.");
}
