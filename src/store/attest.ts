// What this device says with a change (SYN-20): that a person stands behind exactly this text, or that nobody does any
// more. A person's act vouches only for words they saw: retiring, superseding and undoing carry on what was vouched for
// before and add nothing to it, and the managed keys of a file found on disk are never taken at their word.
import { type Stated, type Statement, storeName, type Vouched } from "../attest/statement.ts";
import { nextDot, vouchedFor } from "../attest/vouch.ts";
import { contentHash, parseDocument } from "../memory/document.ts";
import { listField, statusOf } from "../memory/fields.ts";
import { isMemoryId } from "../memory/ids.ts";
import { partyOf } from "../trust/channels.ts";
import { dayOf } from "../trust/transitions.ts";
import { documentIn } from "./catalogue.ts";
import type { Act, Step } from "./context.ts";
import type { MemoryStore, StoredFile } from "./memory-store.ts";

/** The words of these acts were in front of the person who did them. */
export const SEEN: readonly string[] = ["create", "edit", "promote", "restore", "reaffirm"];
/** These may name what a memory replaces, and own words, whose planner names it; all others only keep what was said. */
const NAMING: readonly string[] = ["create", "supersede"];

/** A step, and what is known of its memory. */
interface Stating {
  readonly store: MemoryStore;
  readonly step: Step;
  readonly known: readonly Statement[];
  readonly base: StoredFile | undefined;
  readonly act: Act;
}

type Facts = Pick<Vouched, "content" | "status">;

/** Undefined when there is nothing to say: no person vouches, and nobody ever did. */
export function statementFor(
  store: MemoryStore,
  step: Step,
  base: StoredFile | undefined,
  act: Act,
): Statement | undefined {
  // Words that are signed, or that nobody signs for: either way nothing is said by bringing them back (SYN-19).
  if (step.action === "undo" && step.reason === "recovery") return undefined;
  const known = store.statements(step.id);
  const vouches = vouchedBy({ store, step, known, base, act });
  if (vouches === null && known.length === 0 && !isOwnAct(store, step, act)) return undefined;
  const scope = storeName(store.info);
  const action = statedAs(step);
  const about = { version: 1, scope, id: step.id, action, date: dayOf(act.now) } as const;
  return { ...about, ...nextDot(store.standingStatements(step.id), act.device.id), vouches };
}

/** Whatever was done to it: where it stays quarantined, or goes, that is what is said of it last. */
function statedAs({ to, action, change }: Step): Stated {
  if (to === "quarantined") return "demote";
  return change.kind === "remove" ? "archive" : (action as Stated);
}

/** What is away afterwards, retired or in force again. */
const SETTING_ASIDE: readonly string[] = ["retire", "unretire", "archive"];

/**
 * A person holds, retires or puts away what nobody ever vouched for: without a word of theirs its file alone would say so,
 * and a file can be moved, changed and deleted by anybody.
 */
function isOwnAct({ info }: MemoryStore, { to, action, change }: Step, { channel }: Act): boolean {
  if (info.scope !== "personal" || partyOf(channel) !== "person") return false;
  if (to === "quarantined") return "text" in change;
  return change.kind === "remove" || SETTING_ASIDE.includes(action);
}

function vouchedBy(stating: Stating): Vouched | null {
  const { step, known, act } = stating;
  if (partyOf(act.channel) !== "person" || step.to !== "verified" || step.reason === "recovery") return null;
  const document = "text" in step.change ? parseDocument(step.change.text) : undefined;
  if (document?.kind !== "document") return null;
  const facts = { content: contentHash(document), status: statusOf(document) };
  if (!SEEN.includes(step.action) && !carriesOn(stating, facts)) return null;
  const now = known.flatMap(({ vouches }) => vouches?.supersedes ?? []);
  const said = new Set(step.action === "undo" ? [...now, ...saidBefore(stating, facts)] : now);
  const isNaming = NAMING.includes(step.action) || step.reason === "own-words";
  const names = (id: string): boolean => isMemoryId(id) && (isNaming || said.has(id));
  return { ...facts, supersedes: listField(document, "supersedes").filter(names) };
}

/** Undo goes back to words that were vouched for once; the others need that they are vouched for now. */
function carriesOn({ store, step, known, base }: Stating, facts: Facts): boolean {
  if (step.action === "undo") {
    return store
      .pastStatements(step.id)
      .some(({ vouches }) => vouches?.content === facts.content && vouches.status === facts.status);
  }
  // An attempt that was killed after it was signed said exactly this already.
  if (vouchedFor(known, facts) !== undefined) return true;
  const before = base && documentIn(base.bytes);
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
function saidBefore({ store, step, known, act }: Stating, facts: Facts): readonly string[] {
  const latest = known.find(({ dot }) => dot.device === act.device.id);
  if (latest === undefined) return [];
  const followed = store.pastStatements(step.id).filter(({ dot }) => (latest.seen[dot.device] ?? 0) >= dot.n);
  return vouchedFor(followed, facts)?.supersedes ?? [];
}
