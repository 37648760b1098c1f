// What a forget would take with it (FOR-1), shown to the person before anything goes: the memories that were named, those
// of the same line of supersession and proposals that say the same words, and every place that holds them. A line that
// other memories hold too is no reason to touch anything else: those memories are named instead.
import { carriesSecret } from "../checks/secret-findings.ts";
import { decodeText } from "../memory/document.ts";
import { listField, textField } from "../memory/fields.ts";
import { isMemoryId, type MemoryId, makeId } from "../memory/ids.ts";
import { phrasesOf, phrasesOfText, standsIn, wordsOf } from "../memory/phrases.ts";
import { type Fingerprint, fingerprintOf, matches } from "../memory/tombstone.ts";
import { isSibling } from "../replica/names.ts";
import { type Memory, readCatalogue, stateOf, stemOf } from "../store/catalogue.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import type { Scope } from "../store/memory-store.ts";
import { sha256Hex } from "../text/digest.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { secondOf } from "../trust/transitions.ts";
import { type Subject, subjectOf, subjectWith, type Text, whole } from "./find.ts";
import type { Doomed, ForgetJob, Traces } from "./ports.ts";

export interface Going {
  readonly stem: string;
  readonly scope: Scope;
  readonly tier: Doomed["from"];
  /** `asked`, or why it goes with another. */
  readonly why: "asked" | "same-line" | "proposal" | "begun";
  readonly files: readonly string[];
  /** Earlier texts and raw copies. */
  readonly kept: number;
}

/** Another memory that holds the same words, or a part of them. */
export interface AlsoSays {
  readonly stem: string;
  readonly scope: Scope;
  readonly much: "all" | "a-line";
}

export interface ForgetPlan {
  readonly kind: "forget-plan";
  readonly job: ForgetJob;
  readonly going: readonly Going[];
  readonly also: readonly AlsoSays[];
  /** Files of ours, beside the memories, that hold it now and will be cleared. */
  readonly traces: readonly string[];
  readonly secret: boolean;
  readonly refused: readonly { readonly name: string; readonly refusal: Refusal }[];
  /** Names of which nothing is left but the tombstone. */
  readonly already: readonly string[];
}

/** `begun` is what an earlier command was killed over; it goes on with what is left of it. */
export function planForget(
  stores: OpenStores,
  names: readonly string[],
  traces: Traces,
  act: Act,
  begun?: ForgetJob,
): ForgetPlan | Refusal {
  const stopped = forbidden("forget", act.channel);
  if (stopped !== undefined) return stopped;
  const asked = [...new Set([...names, ...(begun?.doomed.map(({ id }) => id) ?? [])])];
  const found = asked.map((name) => ({ name, subject: alone(subjectOf(stores, name, traces), asked) }));
  const known = new Set<string>([...(begun?.names ?? []), ...(begun?.doomed.map(({ id }) => id) ?? [])]);
  const missing = found.flatMap(({ name, subject }) =>
    isRefusal(subject) && !known.has(name) ? [{ name, refusal: subject }] : [],
  );
  const already = missing.filter(({ name, refusal }) => refusal.code === "not-found" && isBuried(stores, name));
  const named = distinct(found.flatMap(({ subject }) => (isRefusal(subject) ? [] : [subject])));
  const subjects = withFamily(named, traces);
  const phrases = new Set([...subjects.flatMap(({ subject }) => phrasesIn(subject)), ...(begun?.phrases ?? [])]);
  const { also, shared } = elsewhere(stores, subjects, phrases);
  for (const phrase of shared) phrases.delete(phrase);
  const doomed = merged(
    subjects.map(({ subject }) => doomedOf(subject, act)),
    begun?.doomed ?? [],
  );
  const infos = stores.map(({ store }) => store.info);
  return {
    kind: "forget-plan",
    job: { v: 1, at: begun?.at ?? secondOf(act.now), names: asked, doomed, phrases: [...phrases] },
    going: [...subjects.map(goingOf), ...leftOf(begun, subjects, stores)],
    also,
    traces: traces.holding(infos, [...phrases]),
    secret: subjects.some(({ subject }) => subject.texts.some((text) => isSecret(text, subject.open, act))),
    refused: missing.filter((each) => !already.includes(each)),
    already: already.map(({ name }) => name),
  };
}

/**
 * What this machine has of memories that another one forgot. Nobody named anything here: memories of other ids stay, and
 * lines that they hold too are no reason to touch a record. No name marks the note as nobody's order. `others`: stores that it is
 * not about, whose lines are their own, also where the whole was copied from there.
 */
export function planForgottenElsewhere(
  open: OpenStore,
  ids: readonly string[],
  traces: Traces,
  act: Act,
  others: OpenStores = [],
): ForgetJob {
  const subjects = ids.flatMap((id): readonly Taken[] => {
    const subject = isMemoryId(id) ? subjectWith(open, id, traces) : undefined;
    return subject === undefined || isRefusal(subject) || subject.id !== id ? [] : [{ subject, why: "asked" }];
  });
  const phrases = new Set(subjects.flatMap(({ subject }) => phrasesIn(subject)));
  const { shared } = elsewhere([open], subjects, phrases);
  const theirs = others.flatMap(({ store }) =>
    readCatalogue(store).memories.map(({ document, stored }) => wordsOf(document, stored.file)),
  );
  const doomed = subjects.map(({ subject }) => doomedOf(subject, act));
  const own = [...phrases].filter((each) => !shared.has(each) && !theirs.some((words) => standsIn(each, words)));
  return { v: 1, at: secondOf(act.now), names: [], doomed, phrases: own };
}

/**
 * A copy of a file has the id of its original, and with the id the original's past. Only who names both means
 * both: nothing brings back what was forgotten.
 */
function alone(subject: Subject | Refusal, asked: readonly string[]): Subject | Refusal {
  if (isRefusal(subject)) return subject;
  const stems = [...new Set(subject.texts.flatMap(({ at }) => at?.file.replace(/\.md$/, "") ?? []))];
  const names = asked.map((name) => name.replace(/\.md$/, ""));
  if (stems.length < 2 || stems.every((stem) => names.includes(stem))) return subject;
  const message = `These have the same id, so one would take the others with it: ${stems.join(", ")}.`;
  return refuse("ambiguous", message, `holdfast forget ${stems.join(" ")}   (or give the copy another id)`);
}

/** A second run of the same command finds nothing, and that is what was asked for. */
function isBuried([personal]: OpenStores, name: string): boolean {
  const print = { content: "", file: sha256Hex(`${name.replace(/\.md$/, "")}.md`) };
  const stones = personal?.tombstones.all() ?? [];
  return stones.some((stone) => stone.id === name.toUpperCase() || matches(stone, print) === "file");
}

interface Taken {
  readonly subject: Subject;
  readonly why: Going["why"];
}

/** Whoever replaced it, was replaced by it, or proposes to change it, as far as the same words stand there. */
function withFamily(named: readonly Subject[], traces: Traces): readonly Taken[] {
  const taken: Taken[] = named.map((subject) => ({ subject, why: "asked" }));
  for (let at = 0; at < taken.length; at++) {
    const { subject } = taken[at] as Taken;
    const { id } = subject;
    if (id === undefined) continue;
    const lines = phrasesIn(subject);
    for (const memory of readCatalogue(subject.open.store).memories) {
      const why = relation(memory, subject, id);
      const there = taken.some((each) => isSame(each.subject, subject.open, memory));
      // The other text of the memory itself, which somebody wrote over, is as much of it as its words now.
      const isOurs = holdsAny(memory, lines) || isSibling(memory.id, memory.document);
      if (why === undefined || there || !isOurs) continue;
      const { tier } = stateOf(memory);
      taken.push({ subject: whole(subject.open, memory.id, memory.stored.file, tier, traces), why });
    }
  }
  return taken;
}

function relation(memory: Memory, subject: Subject, id: MemoryId): "same-line" | "proposal" | undefined {
  if (textField(memory.document, "proposes") === id) return "proposal";
  const theirs = [...listField(memory.document, "supersedes"), ...listField(memory.document, "superseded-by")];
  const ours = subject.texts.flatMap(({ document }) =>
    document === undefined ? [] : [...listField(document, "supersedes"), ...listField(document, "superseded-by")],
  );
  return theirs.includes(id) || (memory.id !== undefined && ours.includes(memory.id)) ? "same-line" : undefined;
}

function isSame(subject: Subject, open: OpenStore, { stored }: Memory): boolean {
  const here = subject.open.store.info.root === open.store.info.root;
  return here && subject.texts.some(({ at }) => at?.folder === stored.place && at.file === stored.file);
}

function holdsAny({ document, stored }: Memory, phrases: readonly string[]): boolean {
  const words = wordsOf(document, stored.file);
  return phrases.some((phrase) => standsIn(phrase, words));
}

/** Memories that stay and hold some of it. A copy of the whole is no reason to spare our records of this one. */
function elsewhere(
  stores: OpenStores,
  subjects: readonly Taken[],
  phrases: ReadonlySet<string>,
): { readonly also: readonly AlsoSays[]; readonly shared: ReadonlySet<string> } {
  const bodies = new Set(subjects.flatMap(({ subject }) => subject.texts.flatMap(bodyPrints)));
  const also: AlsoSays[] = [];
  const shared = new Set<string>();
  for (const open of stores) {
    for (const memory of readCatalogue(open.store).memories) {
      if (subjects.some(({ subject }) => isSame(subject, open, memory))) continue;
      const words = wordsOf(memory.document, memory.stored.file);
      const held = [...phrases].filter((phrase) => standsIn(phrase, words));
      const { body } = fingerprintOf(memory.document, memory.stored.file);
      const isCopy = body !== undefined && bodies.has(body);
      if (held.length === 0 && !isCopy) continue;
      also.push({ stem: stemOf(memory), scope: memory.scope, much: isCopy ? "all" : "a-line" });
      if (!isCopy) for (const phrase of held) shared.add(phrase);
    }
  }
  return { also, shared };
}

function bodyPrints({ document, file }: Text): readonly string[] {
  return document === undefined ? [] : [fingerprintOf(document, file).body ?? []].flat();
}

function phrasesIn({ texts }: Subject): readonly string[] {
  const pieces = texts.flatMap(({ document, bytes, file }) =>
    document === undefined ? phrasesOfText(new TextDecoder("utf-8").decode(bytes), file) : phrasesOf(document, file),
  );
  return [...new Set(pieces)];
}

function doomedOf({ open, id, texts, from, stem }: Subject, act: Act): Doomed {
  const prints = new Map<string, Fingerprint>();
  for (const { document, file } of texts) {
    const print = document && fingerprintOf(document, file === "" ? `${stem}.md` : file);
    if (print !== undefined) prints.set(JSON.stringify(print), print);
  }
  return {
    id: id ?? makeId(act.now.getTime(), act.random(10)),
    root: open.store.info.root,
    files: texts.flatMap(({ at }) => at ?? []),
    raw: texts.flatMap(({ raw }) => raw ?? []),
    from,
    prints: [...prints.values()],
  };
}

/** What stands now counts for the files; what was noted before counts for the texts that have gone since. */
function merged(now: readonly Doomed[], before: readonly Doomed[]): readonly Doomed[] {
  const all = now.map((each) => {
    const earlier = before.find(({ id, root }) => id === each.id && root === each.root);
    if (earlier === undefined) return each;
    const prints = new Map([...earlier.prints, ...each.prints].map((print) => [JSON.stringify(print), print]));
    const raw = [...new Set([...earlier.raw, ...each.raw])];
    return { ...each, from: earlier.from, raw, prints: [...prints.values()] };
  });
  const gone = before.filter(({ id, root }) => !now.some((each) => each.id === id && each.root === root));
  return [...all, ...gone.map((each) => ({ ...each, files: [] }))];
}

function goingOf({ subject, why }: Taken): Going {
  const { stem, open, from, texts } = subject;
  const files = texts.flatMap(({ at }) => (at === undefined ? [] : [`${at.folder}/${at.file}`]));
  return { stem, scope: open.store.info.scope, tier: from, why, files, kept: texts.length - files.length };
}

function leftOf(begun: ForgetJob | undefined, subjects: readonly Taken[], stores: OpenStores): readonly Going[] {
  const left = (begun?.doomed ?? []).filter(({ id }) => !subjects.some(({ subject }) => subject.id === id));
  return left.map(({ id, root, from }) => {
    const scope = stores.find(({ store }) => store.info.root === root)?.store.info.scope ?? "personal";
    return { stem: id, scope, tier: from, why: "begun", files: [], kept: 0 };
  });
}

function distinct(subjects: readonly Subject[]): readonly Subject[] {
  const key = ({ open, id, stem }: Subject): string => `${open.store.info.root} ${id ?? stem}`;
  return [...new Map(subjects.map((subject) => [key(subject), subject])).values()];
}

/** A masked text had one, wherever the original is by now. */
function isSecret({ bytes, document }: Text, open: OpenStore, act: Act): boolean {
  const text = decodeText(bytes);
  if (typeof text !== "string") return false;
  const masked = document !== undefined && /<redacted rule=/.test(document.text);
  return masked || carriesSecret(text, open.store.info.scope, act.checks);
}
