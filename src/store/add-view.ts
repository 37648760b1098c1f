// What a new memory is compared with: the memories at its name, the words that were put away, and the tombstones. One that
// is added by itself looks at the store as it is; a batch reads all of it once and keeps count of what it adds. Either may
// be behind the store by the time of the write: a name taken meanwhile is found under the lock, and the same words have the
// same name.
import type { MemoryDocument } from "../memory/document.ts";
import { declaredTier, listField, statusOf, textField } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { lettersPrint, ownPrint, saying, sayingPrint } from "../memory/same-words.ts";
import { fingerprintOf, knowsWords, matches, sentencePrint, type Tombstone } from "../memory/tombstone.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { once } from "../text/values.ts";
import { PLACES, type Place } from "../trust/tiers.ts";
import { type Broken, documentIn, type Memory, readCatalogue, readMemory } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { askedBy } from "./propose.ts";

export interface AddView {
  /** What stands at that file name, in either directory. */
  at(file: string): readonly (Memory | Broken)[];
  /** How these words were put away, if they were. */
  putAway(words: string): PutAway | undefined;
  readonly stones: readonly Tombstone[];
}

export function viewNow(open: OpenStore): AddView {
  const { store, tombstones } = open;
  const away = once(() => putAwayIn(open));
  return {
    at: (file) => PLACES.map((place) => readMemory(store, { place, file })).filter((each) => each !== undefined),
    putAway: (words) => away().get(lettersPrint(words)),
    get stones() {
      return tombstones.all();
    },
  };
}

type PutAway = "demoted-words" | "retired-words";

/** Words by their print: of what lies in quarantine or in the archive, and of what is retired. */
type Away = Map<string, PutAway>;

function putAwayIn({ store }: Pick<OpenStore, "store">): Away {
  const away = archivedIn({ store });
  for (const file of store.readEach(store.list().spots)) {
    // Few are put away: the others need not be read as memories.
    if (file?.kind !== "file" || (file.place !== "quarantine" && !isMaybeAway(file.bytes))) continue;
    const document = documentIn(file.bytes);
    if (document !== undefined) note(away, document, file.place);
  }
  return away;
}

function archivedIn({ store }: Pick<OpenStore, "store">): Away {
  const away: Away = new Map();
  for (const { bytes } of store.archived()) {
    const document = documentIn(bytes);
    if (document !== undefined) note(away, document, "quarantine");
  }
  return away;
}

function note(away: Away, document: MemoryDocument, place: Place): void {
  const how = howPutAway(document, place);
  if (how !== undefined) away.set(lettersPrint(wordsIn(document).body), how);
}

function howPutAway(document: MemoryDocument, place: Place): PutAway | undefined {
  const isHeld = declaredTier(document) === "quarantined" || listField(document, "holds").length > 0;
  if (place === "quarantine" || isHeld) return "demoted-words";
  return statusOf(document) === "retired" ? "retired-words" : undefined;
}

function isMaybeAway(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return ["retired", "quarantined", "holds"].some((word) => text.includes(word));
}

export interface BatchView extends AddView {
  /** From now on this memory counts as standing there. */
  take(memory: Memory): void;
  /** One in use that says these very words, of this project or everywhere. */
  saying(document: MemoryDocument): Memory | undefined;
}

export function viewOnce(open: OpenStore): BatchView {
  const { store, tombstones } = open;
  const { memories, broken, shadowed } = readCatalogue(store);
  const away = archivedIn(open);
  for (const { document, stored } of [...memories, ...shadowed]) note(away, document, stored.place);
  const byFile = Map.groupBy<string, Memory | Broken>(
    [...memories, ...broken, ...shadowed],
    (each) => (each.kind === "memory" ? each.stored : each.spot).file,
  );
  const bySaying = Map.groupBy(memories.filter(isInUse), ({ document }) => saying(document.body));
  return {
    at: (file) => byFile.get(file) ?? [],
    putAway: (words) => away.get(lettersPrint(words)),
    stones: tombstones.all(),
    take: (memory) => {
      const { stored, document } = memory;
      byFile.set(stored.file, [...(byFile.get(stored.file) ?? []), memory]);
      note(away, document, stored.place);
      const said = saying(document.body);
      if (isInUse(memory)) bySaying.set(said, [...(bySaying.get(said) ?? []), memory]);
    },
    saying: (document) =>
      ownPrint(document.body) === undefined
        ? undefined
        : bySaying.get(saying(document.body))?.find((memory) => coversScope(memory.document, document)),
  };
}

function isInUse({ tier, document }: Memory): boolean {
  return tier !== "quarantined" && statusOf(document) === "active" && textField(document, "proposes") === undefined;
}

/** Wherever the second one would hold the first one does. */
function coversScope(wide: MemoryDocument, narrow: MemoryDocument): boolean {
  const isWithin = (key: "project" | "branch"): boolean =>
    [undefined, textField(narrow, key)].includes(textField(wide, key));
  const [theirs, own] = [wide, narrow].map((each) => listField(each, "paths"));
  return isWithin("project") && isWithin("branch") && (theirs?.length === 0 || theirs?.join("\n") === own?.join("\n"));
}

const prints = new WeakMap<MemoryDocument, string>();

/** Worked out once for each: in a batch many may have the same name. */
export function printOf(document: MemoryDocument): string {
  const known = prints.get(document);
  if (known !== undefined) return known;
  const print = sayingPrint(document);
  prints.set(document, print);
  return print;
}

// Whether a new memory would bring back what a person put away (STO-24, STO-33): words that a tombstone knows or that were
// demoted or retired, however they are spelt, or a name that was retired or forgotten less than a day ago. Everyone but a
// person is refused; a person is asked.

const DAY_MS = 24 * 60 * 60 * 1000;

export type Resurrection = "forgotten-words" | PutAway | "forgotten-name" | "retired-name";

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
  { stones, putAway }: Pick<AddView, "stones" | "putAway">,
): Resurrection | undefined {
  const said = wordsIn(document);
  const print = fingerprintOf(said, file);
  // The line that a search shows says as much as the text. A name alone is free again after a day.
  const shown = textField(said, "description") ?? said.body;
  const line = sentencePrint(shown);
  let named = false;
  for (const stone of stones) {
    const match = matches(stone, print);
    if (match === "content" || knowsWords(stone, line)) return "forgotten-words";
    named ||= match === "file" && isRecent(new Date(stone.date), act.now);
  }
  const away = putAway(said.body) ?? putAway(shown);
  if (away !== undefined) return away;
  if (named) return "forgotten-name";
  const retired = sameName.some(
    ({ id, document: theirs }) =>
      id !== undefined && statusOf(theirs) === "retired" && isRecent(retiredAt(open, id), act.now),
  );
  return retired ? "retired-name" : undefined;
}

/** Of a proposal the words that are proposed, without the reason for them. */
function wordsIn(document: MemoryDocument): MemoryDocument {
  const asked = textField(document, "proposes") === undefined ? undefined : askedBy(document);
  return asked?.change === "edit" ? asked.text : document;
}

/** Whether a person put one of these sentences away: an observer finds them inside others (OBS-9). */
export function putAwayBy(open: Pick<OpenStore, "store" | "tombstones">): (sentences: readonly string[]) => boolean {
  const stones = open.tombstones.all();
  const away = putAwayIn(open);
  return (sentences) =>
    sentences.some((sentence) => {
      const print = sentencePrint(sentence);
      return away.has(lettersPrint(sentence)) || stones.some((stone) => knowsWords(stone, print));
    });
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
  "forgotten-words": "A person had these words forgotten.",
  "demoted-words": "These words lie in quarantine.",
  "retired-words": "A person retired a memory with these words.",
  "forgotten-name": "A person had a memory of this name forgotten less than 24 hours ago.",
  "retired-name": "A person retired a memory of this name less than 24 hours ago.",
};

export function resurrectionSentence(resurrection: Resurrection): string {
  return SENTENCES[resurrection];
}

export function resurrectionRefused(resurrection: Resurrection): Refusal {
  return refuse("resurrection", `${SENTENCES[resurrection]} Nothing was saved.`, "A person can add it at a terminal.");
}
