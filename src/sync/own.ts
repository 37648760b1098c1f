// This machine's own changes (SYN-4, SYN-10): what was edited by hand is adopted, every file gets its line, and what fails
// the checks is held and masked before anything is committed (SYN-14). Whatever a file says of itself, a signed demotion or
// retirement that nobody took back stands in its state (SYN-2). Under the store's lock.
import type { Standing } from "../attest/standing.ts";
import { decodeText } from "../memory/document.ts";
import type { MemoryId } from "../memory/ids.ts";
import { bringsBack, type Forgotten } from "../memory/tombstone.ts";
import type { Writer } from "../replica/act.ts";
import { adopt, adopterOf, holdAgain, holdFound, retirementFound, settled } from "../replica/derived.ts";
import { fitted } from "../replica/fit.ts";
import { asSaid, giveBack, join } from "../replica/join.ts";
import { namesOf } from "../replica/names.ts";
import { covers, type State, sameDot } from "../replica/state.ts";
import { viewOf } from "../replica/view.ts";
import { changeTo, type Rewrite, type StoreWriter } from "../store/memory-store.ts";
import { countedForgotten, standingIn } from "../store/standing.ts";
import { PLACES } from "../trust/tiers.ts";
import { secondOf } from "../trust/transitions.ts";
import { gateMemory, type Held, type Passed, recordHold, tierBefore } from "./gate.ts";
import { leftOf } from "./left.ts";
import { besideIt, overwritten, proposedBy } from "./overwritten.ts";
import { FORGOTTEN_WORDS, gonePath, pathOf } from "./paths.ts";
import { gateRulesOf, type Working } from "./ports.ts";
import { siblingOf } from "./render.ts";
import { type KnownMemory, type MemoryCopy, type Side, textsOf, type Unread } from "./side.ts";
import { takenWords } from "./taken.ts";

export interface Adopted {
  readonly held: readonly Held[];
  /** These stay as they are, and are not committed. */
  readonly refused: readonly Unread[];
  /** What the gate let pass, by path: nothing else of a memory is committed (SYN-14). */
  readonly passed: ReadonlyMap<string, string>;
}

export async function adoptOwn(work: Working, now: Side, before: Side): Promise<Adopted> {
  const { open, act, writer } = work;
  const held: Held[] = [];
  const refused: Unread[] = [...now.unread];
  const passed = new Map<string, string>();
  const forgotten = countedForgotten(open);
  const ids = new Set<string>(forgotten.stones.map(({ id }) => id));
  const later: Rewrite[] = [];
  for (const known of now.known.values()) {
    const last = before.known.get(known.id);
    const [copy, ...others] = known.copies.toSorted(heldFirst);
    if (copy === undefined) continue;
    // What is not adopted was not checked either, and is never committed (SYN-14).
    refused.push(...others.map((other) => ({ path: pathOf(other), why: takenWords(copy.file) })));
    if (ids.has(known.id) || bringsBack(forgotten, known.id, copy.document, copy.file)) {
      refused.push({ path: pathOf(copy), why: FORGOTTEN_WORDS });
      continue;
    }
    // Before anything is written: words that no commit has may have been written over as well.
    const lasts = [last, leftOf(work, known.id, copy.file)?.known].filter((each) => each !== undefined);
    const device = act.device.id;
    const said = standingIn(open, known.id);
    const found = asSaid(stateNow(known, copy, last, { device, said }), said);
    const state = fitted(found, device, last === undefined ? [] : [last.state]);
    const texts = textsOf([copy]);
    const candidate = { id: known.id, file: copy.file, state, copies: [copy], texts, device };
    const gate = gateMemory(candidate, gateRulesOf(work), secondOf(act.now));
    const done =
      gate.kind === "refused" ? { kind: "stopped" as const, why: gate.why } : put(work, known.id, copy, gate);
    if (done?.kind === "stopped") refused.push({ path: pathOf(copy), why: done.why });
    else if (gate.kind === "passed") {
      held.push(...gate.held);
      passed.set(pathOf({ place: gate.place, file: copy.file }), gate.text);
      for (const [path, text] of lasts.flatMap((each) => putBeside(work, each, gate, forgotten)))
        passed.set(path, text);
    }
    if (done?.kind === "rewrite") later.push(done);
    if (later.length >= AT_ONCE) refused.push(...(await rewriteAll(later.splice(0), writer)));
  }
  refused.push(...(await rewriteAll(later, writer)));
  return { held, refused, passed };
}

/** One name in both places is a demotion that was cut off (STO-20). */
function heldFirst(a: MemoryCopy, b: MemoryCopy): number {
  return Number(b.place === "quarantine") - Number(a.place === "quarantine");
}

/** Signed words that others were written over since (SYN-3), by path. */
function putBeside(
  work: Working,
  last: KnownMemory,
  { state }: Passed,
  forgotten: Forgotten,
): readonly [string, string][] {
  const { open, files, act, writer, told } = work;
  const view = viewOf(state);
  const lost = overwritten(last, state, (about) => standingIn(open, about).signed);
  if (view.kind !== "live") return [];
  return lost.flatMap((copy): readonly [string, string][] => {
    const { id } = last;
    const file =
      namesOf([{ id, file: copy.file, siblings: [copy.hash] }])
        .get(id)
        ?.siblings.get(copy.hash) ?? "";
    const about = { id, about: proposedBy(copy), view, texts: textsOf([copy]), device: act.device.id };
    const sibling = siblingOf(about, besideIt(copy, view), file);
    const isThere = PLACES.some((place) => files.read(pathOf({ place, file })) !== undefined);
    // One that was put away stays away.
    if (sibling === undefined || isThere || files.read(gonePath(sibling.id)) !== undefined) return [];
    if (bringsBack(forgotten, sibling.id, copy.document, file)) return [];
    const gate = gateMemory(sibling, gateRulesOf(work), secondOf(act.now));
    if (gate.kind === "refused") return [];
    const refused = writer.apply({ kind: "create", place: gate.place, file, text: gate.text });
    if (refused !== undefined) return [];
    told.siblings.push(file);
    return [[pathOf({ place: gate.place, file }), gate.text]];
  });
}

/** The first sync of a store gives every file its line: a disk that is asked for each by itself takes a minute for it. */
const AT_ONCE = 400;

async function rewriteAll(changes: readonly Rewrite[], writer: StoreWriter): Promise<readonly Unread[]> {
  const answers = changes.length === 0 ? [] : await writer.rewriteEach(changes);
  return changes.flatMap(({ place, file }, at) => {
    const why = answers[at]?.message;
    return why === undefined ? [] : [{ path: pathOf({ place, file }), why }];
  });
}

interface Here {
  readonly device: string;
  /** What the statements that count come to. */
  readonly said: Standing;
}

function stateNow(
  known: KnownMemory,
  copy: MemoryCopy,
  before: KnownMemory | undefined,
  { device, said }: Here,
): State {
  if (before === undefined) return known.state;
  // The file that an editor overwrote held what this device adopted last, whatever line the editor had.
  const writer = { device, after: before.state.context[adopterOf(device)] ?? 0 };
  const told = known.told ? settled(known.state, known.read, writer) : asFound(before.state, known.state, copy, writer);
  const whole = before.copies.length === 0 ? returned(told, before.state, copy, { said, writer }) : told;
  // An editor that had the file open before a sync saves the line of that time: what it had not seen still stands.
  const unseen = before.state.retirements.some((dot) => !covers(whole.context, dot));
  return before.state.holds
    .filter(({ dot }) => !whole.holds.some((hold) => sameDot(hold.dot, dot)) && !said.released(dot))
    .reduce(
      (state, { dot, reason, at }) => holdAgain(state, dot, reason, at),
      unseen ? retirementFound(whole, copy.hash) : whole,
    );
}

/** It was gone and is back: as what it was where nobody who counts put it away (TRU-2), and as a text found otherwise. */
function returned(
  told: State,
  gone: State,
  { hash }: MemoryCopy,
  { said, writer }: { readonly said: Standing; readonly writer: Writer },
): State {
  return adopt(giveBack(join(told, gone), told, gone, said), hash, undefined, writer);
}

/** Its line is gone or damaged: the last commit knows the state, the file only what is new. */
function asFound(before: State, found: State, { hash }: MemoryCopy, writer: Writer): State {
  const adopted = adopt(before, hash, undefined, writer);
  const [hold] = found.holds;
  const held = hold !== undefined && adopted.holds.length === 0 ? holdFound(adopted, hash, hold.at) : adopted;
  return found.retirements.length > 0 && held.retirements.length === 0 ? retirementFound(held, hash) : held;
}

/** Undefined: it is there. A rewrite that nothing else depends on waits for others. */
function put(
  { open, act, writer }: Working,
  id: MemoryId,
  copy: MemoryCopy,
  { place, text, held, masked }: Passed,
): Rewrite | { readonly kind: "stopped"; readonly why: string } | undefined {
  if (place === copy.place && text === copy.document.text) return undefined;
  const read = open.store.read(copy);
  if (read?.kind !== "file" || decodeText(read.bytes) !== copy.document.text)
    return { kind: "stopped", why: "it changed while this ran" };
  if (masked) open.raw.keep(read.bytes, { from: pathOf(copy), why: "its secrets were masked" }, act.now);
  const change = changeTo(read, place, text);
  if (change.kind === "rewrite" && held.length === 0 && !masked) return change;
  const refused = writer.apply(change);
  if (refused !== undefined) return { kind: "stopped", why: refused.message };
  if (held.length > 0) recordHold(open, { id, from: tierBefore([copy]), text }, act);
  return undefined;
}
