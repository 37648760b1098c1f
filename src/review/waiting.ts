// What is known of a memory besides its own words, and so why it waits for a person (REV-3): one owner for every
// entrance that shows, lists or counts it, so that none of them denies what another shows.

import type { MemoryDocument } from "../memory/document.ts";
import { kindField, listField, textField } from "../memory/fields.ts";
import { termsIn } from "../recall/claims.ts";
import type { Doubts } from "../recall/doubts.ts";
import type { Known } from "../recall/due.ts";
import { likenessIn, type Spoken } from "../recall/look-alike.ts";
import type { IsOutdated } from "../recall/outdated.ts";
import type { Receipt } from "../recall/receipts.ts";
import type { Usage } from "../recall/usage.ts";
import { isInForce, type Memory, nameOf, supersededAmong } from "../store/catalogue.ts";

export interface Twin {
  readonly kind: LookAlike["kind"];
  readonly memory: Memory;
}

/** What an entrance has at hand. */
export interface Beside {
  /** Absent where nobody looked: then nothing is said to be unused. */
  readonly receipts?: readonly Receipt[] | undefined;
  /** Absent where no project is at hand (CTX-8). */
  readonly isOutdated?: IsOutdated | undefined;
}

export interface Facts {
  readonly alike: readonly LookAlike[];
  readonly doubtAbout: Doubts;
  readonly usageOf?: ((memory: Memory) => Usage) | undefined;
  readonly isOutdated?: IsOutdated | undefined;
}

export interface ReviewStanding extends Known {
  /** Says the same, or the opposite; of the same store, so that one can replace the other. */
  readonly twins: readonly Twin[];
}

export function standingIn({ alike, doubtAbout, usageOf, isOutdated }: Facts): (memory: Memory) => ReviewStanding {
  const twinsOf = twinsAmong(alike);
  return (memory) => {
    const twins = twinsOf(memory);
    return {
      outdated: isOutdated?.(memory) === true,
      doubt: doubtAbout(memory),
      twins,
      likeness: likenessOf(twins),
      lastShown: usageOf === undefined ? undefined : (usageOf(memory).lastShown ?? "never"),
    };
  };
}

/** Comparing costs about as much as reading: so many are compared where nobody asked what waits. */
const MOST_IN_PASSING = 500;

/** Undefined where the store is too large to be compared in passing: then nothing may be said about look-alikes. */
export function alikeInPassing(memories: readonly Memory[]): readonly LookAlike[] | undefined {
  return memories.length > MOST_IN_PASSING ? undefined : lookAlikes(memories);
}

function likenessOf(twins: readonly Twin[]): Twin["kind"] | undefined {
  return twins.some(({ kind }) => kind === "contradiction") ? "contradiction" : twins[0]?.kind;
}

/** Of two stores neither can replace the other. */
function twinsAmong(alike: readonly LookAlike[]): (memory: Memory) => readonly Twin[] {
  const twins = new Map<Memory, Twin[]>();
  const add = (memory: Memory, twin: Twin): void => {
    twins.set(memory, [...(twins.get(memory) ?? []), twin]);
  };
  for (const { kind, a, b } of alike) {
    if (a.scope !== b.scope) continue;
    add(a, { kind, memory: b });
    add(b, { kind, memory: a });
  }
  return (memory) => twins.get(memory) ?? [];
}

// Pairs of memories for a person to look at side by side (REV-1, AUD-1): those that say the same and those that say the
// opposite. Only what is in force is compared, and only within a project or among what applies everywhere.

export interface LookAlike {
  readonly kind: "duplicate" | "contradiction";
  readonly a: Memory;
  readonly b: Memory;
  readonly score: number;
}

export function lookAlikes(memories: readonly Memory[]): readonly LookAlike[] {
  const superseded = supersededAmong(memories);
  const compared = memories.filter((memory) => isInForce(memory, superseded));
  return likenessIn(compared.map(spokenBy)).flatMap(({ kind, a, b, score }) => {
    const [one, other] = [compared[a], compared[b]];
    return one === undefined || other === undefined || proposes(one, other) ? [] : [{ kind, a: one, b: other, score }];
  });
}

export function spokenBy(memory: Memory): Spoken {
  const { document, scope } = memory;
  const group = scope !== "personal" ? scope : `project ${textField(document, "project") ?? ""}`;
  return { ...spokenIn(document), group, name: nameOf(memory) };
}

function spokenIn(document: MemoryDocument): Spoken {
  return {
    group: "",
    name: textField(document, "name") ?? "",
    description: textField(document, "description") ?? "",
    body: document.body,
    paths: listField(document, "paths"),
    isRecord: kindField(document) === "session-summary",
  };
}

/** A proposed change is meant to differ from what it would replace. */
function proposes(one: Memory, other: Memory): boolean {
  const names = (memory: Memory, of: Memory): boolean =>
    of.id !== undefined && textField(memory.document, "proposes") === of.id;
  return names(one, other) || names(other, one);
}

// What is in force and says the same as a text that is not stored yet, or the opposite (ARR-8). One of its project, or one
// that applies everywhere; of the store it goes to, so that it can replace it.

/** So many are compared word by word: those that share most words with it. */
const MOST_COMPARED = 200;
/** A person reads them before saving: the nearest. */
const MOST_TOLD = 3;

export function likesOf(document: MemoryDocument, memories: readonly Memory[]): readonly Twin[] {
  const superseded = supersededAmong(memories);
  const project = textField(document, "project");
  const isNear = (memory: Memory): boolean => {
    const theirs = textField(memory.document, "project");
    const applies = theirs === undefined || theirs === project;
    return applies && isInForce(memory, superseded) && textField(memory.document, "proposes") === undefined;
  };
  const near = sharing(document, memories.filter(isNear));
  const texts = [document, ...near.map((memory) => memory.document)].map(spokenIn);
  return likenessIn(texts)
    .flatMap(({ kind, a, b }) => {
      const memory = a === 0 ? near[b - 1] : undefined;
      return memory === undefined ? [] : [{ kind, memory }];
    })
    .slice(0, MOST_TOLD);
}

/** Cheaply: a pair that is alike has most of its words in common. */
function sharing(document: MemoryDocument, memories: readonly Memory[]): readonly Memory[] {
  const terms = [...termsIn(`${textField(document, "description") ?? ""}\n${document.body}`)];
  const counted = memories.map((memory) => {
    const text = memory.document.text.toLowerCase();
    return { memory, shared: terms.filter((term) => text.includes(term)).length };
  });
  return counted
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, MOST_COMPARED)
    .map(({ memory }) => memory);
}
