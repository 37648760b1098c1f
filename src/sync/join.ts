// Two trees become one (SYN-2, SYN-11, SYN-13): memories by their states, the rest as unions; what was forgotten anywhere is
// forgotten. Pure: from the files in which the sides differ to the files that stand for both. Nothing here asks which side
// is ours, but for two questions: which acts of devices that count took something away, and whose statements count.

import type { Standing } from "../attest/standing.ts";
import type { Checked } from "../checks/checked.ts";
import { parseDocument } from "../memory/document.ts";
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import { allForgotten, bringsBack, type Forgotten, readTombstones } from "../memory/tombstone.ts";
import { settled } from "../replica/derived.ts";
import { fitted } from "../replica/fit.ts";
import { admit, asSaid, type Local } from "../replica/join.ts";
import { joinedName, namesOf, siblingId } from "../replica/names.ts";
import { covers, type State } from "../replica/state.ts";
import { viewOf } from "../replica/view.ts";
import { unfitRaw } from "../store/raw-files.ts";
import { sha256Hex } from "../text/digest.ts";
import { type GateRules, gateMemory, type Held, type HoldMade, tierBefore } from "./gate.ts";
import { besideIt, overwritten, proposedBy } from "./overwritten.ts";
import { FIXED, FORGOTTEN_WORDS, gonePath, hasLeft, kindOf, pathOf, statedId } from "./paths.ts";
import { type AtGate, siblingOf, withTexts } from "./render.ts";
import { goneRecord, type KnownMemory, type MemoryCopy, type Side, sideOf, textsOf, type Unread } from "./side.ts";
import { secondsIn, without } from "./taken.ts";
import { type Counts, unite } from "./union.ts";

export type Files = ReadonlyMap<string, Uint8Array>;

export interface JoinContext extends GateRules {
  readonly device: string;
  /** The moment of a hold that is made now. */
  readonly at: string;
  /** As the records on this machine tell it. */
  readonly forgotten: Forgotten;
  /** Paths in which both sides agree. */
  readonly agreed: ReadonlySet<string>;
  /** What the acts that count here come to. */
  readonly standing: (id: MemoryId) => Standing;
  /** Whether a statement counts here. */
  readonly counts: Counts;
}

export interface Joined {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Of these, what the gate made. */
  readonly checked: ReadonlyMap<string, Checked>;
  readonly held: readonly Held[];
  /** Memories that these put into quarantine. */
  readonly holds: readonly HoldMade[];
  readonly refused: readonly Unread[];
  /** New files that propose another text. */
  readonly siblings: readonly string[];
  /** Memories of which others have seen more of this device than it knows itself. */
  readonly behind: number;
  /** Memories that were taken away there by nobody with a right to, by their files. */
  readonly cameBack: readonly string[];
  /** Ids that were forgotten and that a side still had. */
  readonly dropped: readonly string[];
  /** Memories in which one dot stands for two texts. */
  readonly twins: number;
  /** What does not stand as it was sent, to be kept on this machine. */
  readonly aside: readonly Aside[];
}

interface Aside {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly why: string;
}

interface Merged {
  readonly id: MemoryId;
  readonly state: State;
  readonly file: string;
  readonly copies: readonly MemoryCopy[];
  /** What it was joined of. */
  readonly sides: readonly State[];
  /** Signed words of ours that others were written over. */
  readonly over: readonly MemoryCopy[];
}

/** What two sides know of their memories, and what of it counts for nothing any more. */
interface Meeting {
  readonly mine: Side;
  readonly his: Side;
  readonly forgotten: ReadonlySet<string>;
  /** The very texts that a person took away. */
  readonly words: Forgotten;
  /** Who was put away by a statement that only one side has. */
  readonly putAway: ReadonlySet<string>;
  readonly context: JoinContext;
}

export function joinFiles(ours: Files, theirs: Files, context: JoinContext): Joined {
  const { files, refused } = uniteOthers(ours, theirs, context.counts);
  const all = allForgotten([context.forgotten, wordsIn(ours), wordsIn(theirs)]);
  const told = new Set([...all.stones.map(({ id }) => id), ...forgottenIn(ours), ...forgottenIn(theirs)]);
  // A line in a file is nobody's word (STO-33).
  const said = new Set([...lastWordsIn(ours, context.counts), ...lastWordsIn(theirs, context.counts)]);
  const forgotten = new Set([...told].filter((id) => said.has(id) || context.standing(id as MemoryId).forgotten));
  const words = { ...all, stones: all.stones.filter(({ id }) => forgotten.has(id)) };
  for (const path of [...files.keys()]) if (isSaidOf(path, forgotten, files)) files.delete(path);
  const putAway = new Set([...putAwayIn(ours), ...putAwayIn(theirs)]);
  const mine = sideOf(ours);
  const seconds = secondsIn(sideOf(theirs), mine, (id) => context.standing(id).signed);
  const his = sideOf(seconds.length === 0 ? theirs : without(theirs, seconds));
  const meeting = { mine, his, forgotten, words, putAway, context };
  const { merged, behind, cameBack } = mergeStates(meeting);
  const views = merged.map(({ state }) => viewOf(state));
  const twins = views.filter((view) => view.kind === "live" && view.twins.length > 0).length;
  const made = writeMemories(merged, meeting);
  for (const [path, text] of made.texts) files.set(path, new TextEncoder().encode(text));
  for (const path of [...files.keys()]) if (hasLeft(path, (gone) => files.has(gone))) files.delete(path);
  const { checked, held, holds, siblings } = made;
  const left = [...refused, ...seconds, ...his.unread, ...his.damaged, ...mine.unread, ...made.refused];
  const aside = [...made.aside, ...seconds.map((each) => ({ ...each, bytes: theirs.get(each.path) as Uint8Array }))];
  const dropped = [...forgotten].filter((id) => [mine, his].some(({ known }) => known.has(id as MemoryId)));
  return { files, checked, held, holds, refused: left, siblings, behind, cameBack, dropped, twins, aside };
}

function uniteOthers(
  ours: Files,
  theirs: Files,
  counts: Counts,
): { readonly files: Map<string, Uint8Array>; readonly refused: readonly Unread[] } {
  const files = new Map<string, Uint8Array>();
  const refused: Unread[] = [];
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const kind = kindOf(path);
    if (kind === undefined) refused.push({ path, why: "a store has no such file" });
    if (kind === undefined || kind === "memory" || kind === "gone") continue;
    const [one, other] = [ours.get(path), theirs.get(path)];
    const unfit = kind === "raw" && one === undefined ? unfitRaw(path, other ?? new Uint8Array()) : undefined;
    if (unfit !== undefined) refused.push({ path, why: unfit });
    else if (kind === "fixed") files.set(path, new TextEncoder().encode(FIXED[path]));
    else if (one === undefined || other === undefined) files.set(path, one ?? other ?? new Uint8Array());
    else {
      const { bytes, torn } = unite({ kind, path, ours: one, theirs: other }, counts);
      files.set(path, bytes);
      if (torn) refused.push({ path, why: "the two sides tell different things; all of it was kept" });
    }
  }
  return { files, refused };
}

const STONES = /^tombstones\/[0-9a-f]+\.jsonl$/;

export function forgottenIn(files: Files): readonly string[] {
  return [...files].flatMap(([path, bytes]) =>
    STONES.test(path) ? new TextDecoder().decode(bytes).split("\n").flatMap(idIn) : [],
  );
}

/** Of whom a device that counts said that they are forgotten. */
function lastWordsIn(files: Files, counts: Counts): readonly string[] {
  return [...files].flatMap(([path, bytes]) => {
    const id = statedId(path);
    return id !== undefined && isLastWord(bytes) && counts(path, bytes) ? [id] : [];
  });
}

const PUT_AWAY = /\\"action\\":\\"archive\\"/;

/** By what they say of themselves; which of it counts, the standing tells. */
function putAwayIn(files: Files): readonly string[] {
  return [...files].flatMap(([path, bytes]) => {
    const id = statedId(path);
    return id !== undefined && PUT_AWAY.test(new TextDecoder().decode(bytes)) ? [id] : [];
  });
}

function wordsIn(files: Files): Forgotten {
  const texts = [...files].filter(([path]) => STONES.test(path)).map(([, bytes]) => new TextDecoder().decode(bytes));
  return allForgotten(texts.map(readTombstones));
}

function idIn(line: string): readonly string[] {
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    return isMemoryId(id) ? [id] : [];
  } catch {
    return []; // torn by a crash, or the end of the file
  }
}

/** Statements name a text by a plain digest: of what is forgotten only the last word stays (FOR-1). */
function isSaidOf(path: string, forgotten: ReadonlySet<string>, files: Files): boolean {
  const id = statedId(path);
  if (id === undefined || !forgotten.has(id)) return false;
  return !isLastWord(files.get(path) ?? new Uint8Array());
}

/** Whether it says that a memory was forgotten; whose word it is, the reader finds out. */
export function isLastWord(statement: Uint8Array): boolean {
  return new TextDecoder().decode(statement).includes('\\"action\\":\\"forget\\"');
}

function mergeStates({ mine, his, forgotten, putAway, context }: Meeting): {
  readonly merged: readonly Merged[];
  readonly behind: number;
  readonly cameBack: readonly string[];
} {
  const cameBack: string[] = [];
  const texts = textsOf([...mine.known.values(), ...his.known.values()].flatMap(({ copies }) => copies));
  const ids = [...new Set([...mine.known.keys(), ...his.known.keys()])].filter((id) => !forgotten.has(id));
  let behind = 0;
  const merged = ids.toSorted().map((id): Merged => {
    const [one, other] = [mine.known.get(id), his.known.get(id)];
    if (one === undefined || other === undefined) {
      const alone = (one ?? other) as KnownMemory;
      return { ...alone, sides: [alone.state], over: [] };
    }
    const fresh = sha256Hex(`holdfast fresh 1\n${context.device}\n${id}`).slice(0, 16);
    const admitted = admit(one.state, withTexts(other.state, texts), localFor(id, fresh, context));
    if (admitted.behind) behind++;
    if (admitted.cameBack) cameBack.push(one.file);
    const file =
      one.copies.length === 0 ? other.file : other.copies.length === 0 ? one.file : joinedName(one.file, other.file);
    const read = other.read.filter((dot) => !covers(one.state.context, dot));
    const joined = settled(admitted.state, read, { device: context.device });
    // What was put away has no line that tells of it: beside a restore that had not seen it, the signed word is all there is.
    const isBack = putAway.has(id) && joined.versions.length > 0 && [one, other].some(isGone);
    const state = isBack ? asSaid(joined, context.standing(id)) : joined;
    const over = overwritten(one, withTexts(state, texts), (about) => context.standing(about).signed);
    return { id, state, file, copies: [...one.copies, ...other.copies], sides: [one.state, other.state], over };
  });
  return { merged, behind, cameBack };
}

function isGone({ state }: KnownMemory): boolean {
  return state.versions.length === 0;
}

function localFor(id: MemoryId, fresh: string, { device, standing }: JoinContext): Local {
  let known: Standing | undefined;
  const about = (): Standing => {
    known ??= standing(id);
    return known;
  };
  return {
    device,
    fresh,
    restored: (hold) => about().released(hold),
    removed: (version) => about().removed(version),
    unretired: (retirement) => about().unretired(retirement),
  };
}

function writeMemories(
  merged: readonly Merged[],
  meeting: Meeting,
): Omit<Joined, "files" | "behind" | "cameBack" | "dropped" | "twins"> & {
  readonly texts: ReadonlyMap<string, string>;
} {
  const { mine, his, context } = meeting;
  const { device } = context;
  const texts = textsOf(merged.flatMap(({ copies }) => copies));
  const there = (id: MemoryId): boolean => mine.known.has(id) || his.known.has(id);
  // One that was put away stays away, as long as the other text is remembered.
  const isAway = (id: MemoryId): boolean => meeting.forgotten.has(id) || context.agreed.has(gonePath(id));
  const whole = merged.map((each) => ({
    ...each,
    state: fitted(withTexts(each.state, texts), device, each.sides),
  }));
  const live = whole.flatMap((each) => {
    const view = viewOf(each.state);
    if (view.kind !== "live") return [];
    const siblings = [...view.siblings, ...each.over.map((copy) => besideIt(copy, view))].filter(({ hash }) => {
      const sibling = siblingId(each.id, hash);
      return texts.has(hash) && !there(sibling) && !isAway(sibling);
    });
    return [{ ...each, view, siblings }];
  });
  const names = namesOf(
    live.map(({ id, file, siblings }) => ({ id, file, siblings: siblings.map(({ hash }) => hash) })),
  );
  const out = {
    texts: new Map<string, string>(),
    checked: new Map<string, Checked>(),
    held: [] as Held[],
    holds: [] as HoldMade[],
    refused: [] as Unread[],
    siblings: [] as string[],
    aside: [] as Aside[],
  };
  const take = (candidate: AtGate): "taken" | "refused" | "forgotten" => {
    const { id, file, copies } = candidate;
    const gate = gateMemory(candidate, context, context.at);
    if (gate.kind === "refused") {
      out.refused.push({ path: file, why: gate.why });
      return "refused";
    }
    const path = pathOf({ place: gate.place, file });
    if (isForgotten(meeting.words, id, gate.text, file)) {
      out.refused.push({ path, why: FORGOTTEN_WORDS });
      return "forgotten";
    }
    out.texts.set(path, gate.text);
    out.checked.set(path, gate.text);
    out.held.push(...gate.held);
    if (gate.held.length > 0)
      out.holds.push({ id, file, from: tierBefore(mine.known.get(id)?.copies ?? []), text: gate.text });
    const bytesOf = ({ document }: MemoryCopy): Uint8Array => new TextEncoder().encode(document.text);
    const why = "its secrets were masked";
    if (gate.masked) out.aside.push(...copies.map((copy) => ({ path: pathOf(copy), bytes: bytesOf(copy), why })));
    return "taken";
  };
  for (const { id, state, copies, view, siblings, over } of live) {
    const name = names.get(id);
    if (name === undefined) continue;
    // Ours was good when it was committed: it stays where theirs can't be taken.
    if (take({ id, file: name.file, state, copies, texts, device }) === "refused")
      for (const copy of mine.known.get(id)?.copies ?? []) out.texts.set(pathOf(copy), copy.document.text);
    for (const sibling of siblings) {
      const file = name.siblings.get(sibling.hash);
      const lost = over.find(({ hash }) => hash === sibling.hash);
      const about = lost && proposedBy(lost);
      const candidate = file === undefined ? undefined : siblingOf({ id, about, view, texts, device }, sibling, file);
      if (candidate !== undefined && take(candidate) === "taken") out.siblings.push(candidate.file);
    }
  }
  for (const { id, file, state } of whole)
    if (viewOf(state).kind === "gone") out.texts.set(gonePath(id), goneRecord(file, state));
  return out;
}

/** By other words or under another id it is another memory; the very words were taken away by a person (STO-24). */
function isForgotten(words: Forgotten, id: MemoryId, text: Checked, file: string): boolean {
  const document = words.stones.length === 0 ? undefined : parseDocument(text);
  return document?.kind === "document" && bringsBack(words, id, document, file);
}
