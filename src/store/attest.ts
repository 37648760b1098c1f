// What this device says with a change (SYN-20): that a person stands behind exactly this text, or that nobody does any
// more. A person's act vouches only for words they saw: retiring, superseding and undoing carry on what was vouched for
// before and add nothing to it, and the managed keys of a file found on disk are never taken at their word.
import { type Stated, type Statement, storeName, type Vouched } from "../attest/statement.ts";
import { nextDot, vouchedFor } from "../attest/vouch.ts";
import { contentHash, decodeText, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { listField, statusOf } from "../memory/fields.ts";
import { isMemoryId } from "../memory/ids.ts";
import { partyOf } from "../trust/channels.ts";
import { dayOf } from "../trust/transitions.ts";
import type { Act } from "./context.ts";
import type { MemoryStore, StoredFile } from "./memory-store.ts";
import type { Step } from "./plan.ts";

/** The words of these acts were in front of the person who did them. */
const SEEN: readonly string[] = ["create", "edit", "promote", "restore", "reaffirm"];
/** These may name what a memory replaces; all others only keep what was said before. */
const NAMING: readonly string[] = ["create", "supersede"];

/** Undefined when there is nothing to say: no person vouches, and nobody ever did. */
export function statementFor(
  store: MemoryStore,
  step: Step,
  base: StoredFile | undefined,
  act: Act,
): Statement | undefined {
  const known = store.statements(step.id);
  const vouches = vouchedBy(store, step, known, base, act);
  if (vouches === null && known.length === 0) return undefined;
  const scope = storeName(store.info);
  const about = { version: 1, scope, id: step.id, action: step.action as Stated, date: dayOf(act.now) } as const;
  return { ...about, ...nextDot(known, act.device.id), vouches };
}

function vouchedBy(
  store: MemoryStore,
  step: Step,
  known: readonly Statement[],
  base: StoredFile | undefined,
  act: Act,
): Vouched | null {
  if (partyOf(act.channel) !== "person" || step.to !== "verified" || step.reason === "recovery") return null;
  const document = "text" in step.change ? parsed(step.change.text) : undefined;
  if (document === undefined) return null;
  const facts = { content: contentHash(document), status: statusOf(document) };
  if (!SEEN.includes(step.action) && !carriesOn(store, step, known, base, facts)) return null;
  const now = known.flatMap(({ vouches }) => vouches?.supersedes ?? []);
  const said = new Set(step.action === "undo" ? [...now, ...saidBefore(store, step, known, facts, act)] : now);
  const names = (id: string): boolean => isMemoryId(id) && (NAMING.includes(step.action) || said.has(id));
  return { ...facts, supersedes: listField(document, "supersedes").filter(names) };
}

/** Undo goes back to words that were vouched for once; the others need that they are vouched for now. */
function carriesOn(
  store: MemoryStore,
  step: Step,
  known: readonly Statement[],
  base: StoredFile | undefined,
  facts: Pick<Vouched, "content" | "status">,
): boolean {
  if (step.action === "undo") {
    return store
      .pastStatements(step.id)
      .some(({ vouches }) => vouches?.content === facts.content && vouches.status === facts.status);
  }
  // An attempt that was killed after it was signed said exactly this already.
  if (vouchedFor(known, facts) !== undefined) return true;
  const before = base === undefined ? undefined : documentOf(base);
  return (
    before !== undefined &&
    contentHash(before) === facts.content &&
    vouchedFor(known, { content: facts.content, status: statusOf(before) }) !== undefined
  );
}

/**
 * What it replaced by the word that an undo goes back to: the one this device's latest had followed. No earlier one
 * counts, or a replacement that was taken back could be written into the file again and come back signed.
 */
function saidBefore(
  store: MemoryStore,
  { id }: Step,
  known: readonly Statement[],
  facts: Pick<Vouched, "content" | "status">,
  act: Act,
): readonly string[] {
  const latest = known.find(({ dot }) => dot.device === act.device.id);
  if (latest === undefined) return [];
  const followed = store.pastStatements(id).filter(({ dot }) => (latest.seen[dot.device] ?? 0) >= dot.n);
  return vouchedFor(followed, facts)?.supersedes ?? [];
}

function documentOf(stored: StoredFile): MemoryDocument | undefined {
  const text = decodeText(stored.bytes);
  return typeof text === "string" ? parsed(text) : undefined;
}

function parsed(text: string): MemoryDocument | undefined {
  const document = parseDocument(text);
  return document.kind === "document" ? document : undefined;
}
