// A memory is named by id, unique id prefix, file stem or the short handle a model read, everywhere (SUR-6, ARR-1). What comes
// in is compared with names that were listed; it never becomes a path (STO-22).
import { textField } from "../memory/fields.ts";
import { isType } from "../memory/kinds.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { nearest } from "../text/nearest.ts";
import { permission } from "../trust/authority.ts";
import { type Broken, handleOf, type Memory, nameOf, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore, OpenStores } from "./context.ts";
import { bearsHandle, handlesAmong, tailOf } from "./short-handle.ts";
import { isForAgents, suspectsBy } from "./withheld.ts";

const SHORTEST_PREFIX = 4;
const MOST_LIKE = 3;

export interface Found {
  readonly kind: "found";
  readonly open: OpenStore;
  readonly memory: Memory;
}

export interface FoundBroken {
  readonly kind: "found-broken";
  readonly open: OpenStore;
  readonly broken: Broken;
}

export function resolve(stores: OpenStores, name: string): Found | FoundBroken | Refusal {
  const stem = name.replace(/\.md$/, "");
  const named: (Found | FoundBroken)[] = [];
  const others: Found[] = [];
  for (const open of stores) {
    const catalogue = readCatalogue(open.store);
    for (const memory of catalogue.memories) {
      (matches(memory, name, stem) ? named : others).push({ kind: "found", open, memory });
    }
    for (const broken of catalogue.broken) {
      if (broken.spot.file === `${stem}.md`) named.push({ kind: "found-broken", open, broken });
    }
  }
  const byHandle = others.filter(({ memory }) => bearsHandle(handleOf(memory), name));
  const found = named.length > 0 ? named : byHandle;
  const [first, ...more] = found;
  if (first === undefined) {
    const like = stemsLike(
      stem.toLowerCase(),
      others.map(({ memory }) => memory),
    );
    const rest =
      like.length === 0 ? " (expected an id, an id prefix or a file stem)." : `. Did you mean ${like.join(" or ")}?`;
    return refuse("not-found", `No memory is named "${name}"${rest}`, "holdfast list");
  }
  if (more.length > 0) {
    const names = found.map((each) => (each.kind === "found" ? label(each.memory) : each.broken.spot.file));
    const handles = named.length > 0 ? "" : `: ${longerHandles(byHandle)}`;
    return refuse("ambiguous", `"${name}" names ${found.length} memories${handles}.`, "Give the whole id.", names);
  }
  return first;
}

/** Whoever has read no more than a handle can choose by one. */
function longerHandles(found: readonly Found[]): string {
  return handlesAmong(found.map(({ memory }) => tailOf(handleOf(memory)))).join(", ");
}

/** Those that hold every word of it, or else the nearest. Whoever asks may be an agent: only what agents are given. */
function stemsLike(stem: string, memories: readonly Memory[]): readonly string[] {
  const words = wordsOf(stem);
  if (words.length === 0) return [];
  const holding = memories.filter((memory) => words.every((word) => stemOf(memory).split("_").includes(word)));
  const near = nearest(
    withoutType(stem),
    memories.map((memory) => withoutType(stemOf(memory))),
  );
  const like = holding.length > 0 ? holding : memories.filter((memory) => withoutType(stemOf(memory)) === near);
  return [...new Set(like.filter(isForAgents).map(stemOf))].slice(0, MOST_LIKE);
}

/** Those that hold each of these words, or begin one of theirs so, in name, description or file: for a person, who is shown them. */
export function holding(stores: OpenStores, words: string): readonly Found[] {
  const wanted = wordsOf(words);
  if (wanted.length === 0) return [];
  return stores.flatMap((open) =>
    readCatalogue(open.store).memories.flatMap((memory): readonly Found[] => {
      const description = textField(memory.document, "description") ?? "";
      const own = wordsOf(`${stemOf(memory)} ${nameOf(memory)} ${description}`);
      const isLike = wanted.every((word) => own.some((each) => each.startsWith(word)));
      return isLike ? [{ kind: "found", open, memory }] : [];
    }),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** What every name of a type begins with makes none of them alike. */
function withoutType(stem: string): string {
  const [first = "", ...rest] = stem.split("_");
  return isType(first) ? rest.join("_") : stem;
}

function matches(memory: Memory, name: string, stem: string): boolean {
  if (stemOf(memory) === stem) return true;
  const id = memory.id;
  if (id === undefined || name.length < SHORTEST_PREFIX) return false;
  return id.startsWith(name.toUpperCase());
}

/** A stem is made of a memory's words, so that of a quarantined one is left out: an agent may be reading. */
function label(memory: Memory): string {
  const stem = memory.tier === "quarantined" ? "(quarantined)" : stemOf(memory);
  return `${memory.id ?? "(no id)"}  ${stem}  (${memory.scope})`;
}

// One memory by name, for whoever may read its text. To a person all are readable; to everyone else neither what is
// quarantined, nor what waits for a person (TRU-32), nor what carries a secret (CHK-13).

export function readable(stores: OpenStores, name: string, act: Act): Found | Refusal {
  const found = resolve(stores, name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") {
    if (found.broken.spot.place === "quarantine" && permission("show", act.channel) !== "full") {
      return onlyPerson(`${name} is quarantined`);
    }
    return refuse(
      "unreadable",
      `${found.broken.spot.file} can't be read as a memory: ${found.broken.reason}`,
      `holdfast audit --check ${name}`,
    );
  }
  return hiddenFrom(act, found.memory, name) ?? found;
}

export function hiddenFrom(act: Act, memory: Memory, name: string): Refusal | undefined {
  if (permission("show", act.channel) === "full" || isGiven(memory, act)) return undefined;
  const state = memory.tier === "quarantined" ? "is quarantined" : "waits for review";
  return onlyPerson(`${name} ${state}`);
}

function onlyPerson(what: string): Refusal {
  return refuse("needs-person", `${what}; its text is shown only to a person.`);
}

/** Verified words passed every check when a person confirmed them. */
export function isGiven(memory: Memory, act: Act): boolean {
  return isForAgents(memory) && (memory.tier === "verified" || !suspectsBy(act.checks).secret(memory));
}
