// Who may what in which store (HUB-7). Deny by default: a member has what an admin granted, and their own personal store. What a
// push brings is looked at by what it says, not by who signed it: a signature of somebody else lends nobody their role.
import { parseDevice } from "../../src/attest/devices.ts";
import { contentHash, decodeText, type MemoryDocument, parseDocument } from "../../src/memory/document.ts";
import { declaredTier, idOf } from "../../src/memory/fields.ts";
import { carriedKind } from "../../src/sync/hub/parts.ts";
import { statedId, twinOf } from "../../src/sync/paths.ts";
import { type Finding, ROLES, type Role } from "../protocol.ts";
import { wordsLetGo } from "./held.ts";
import { type Files, finding, statementAt } from "./judge.ts";
import { linesLost, writerOf } from "./lines.ts";
import { Refused } from "./problems.ts";

export interface Grant {
  /** A name, team/*, project/* or *. */
  readonly store: string;
  readonly role: Role;
}

export interface Caller {
  readonly kind: "device" | "person" | "machine" | "job";
  /** The member's id, or the name of the machine or job. */
  readonly id: string;
  readonly name: string;
  readonly device?: string;
  readonly grants: readonly Grant[];
}

export function isMember({ kind }: Pick<Caller, "kind">): boolean {
  return kind === "device" || kind === "person";
}

export function roleIn(caller: Caller, store: string): Role | undefined {
  // Nobody else's, not even an admin's.
  if (store.startsWith("personal/")) return isMember(caller) && store === `personal/${caller.id}` ? "admin" : undefined;
  return roleHeld(caller.grants, store);
}

export function roleHeld(grants: readonly Grant[], store: string): Role | undefined {
  const held = grants.filter((grant) => covers(grant.store, store)).map(({ role }) => ROLES.indexOf(role));
  return ROLES[Math.max(-1, ...held)];
}

export function isAdmin(caller: Caller): boolean {
  return isMember(caller) && administers(caller.grants);
}

export function administers(grants: readonly Grant[]): boolean {
  return grants.some(({ store, role }) => store === "*" && role === "admin");
}

function covers(granted: string, store: string): boolean {
  return granted === "*" || granted === store || (granted.endsWith("/*") && store.startsWith(granted.slice(0, -1)));
}

/** What is one person's is no machine's, and not an admin's to erase. */
export function nobodysOwn(store: string): void {
  if (store.startsWith("personal/")) throw new Refused("not-allowed", "A personal store is its owner's alone.");
}

export function reaches(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

interface Brought {
  readonly caller: Caller;
  readonly role: Role;
  readonly before: Files;
  readonly after: Files;
  readonly changed: readonly string[];
  /** Devices whose ledgers are a member's. */
  readonly members: ReadonlySet<string>;
}

export function roleFindings(brought: Brought): readonly Finding[] {
  const { caller, role, changed, before, after } = brought;
  if (isMember(caller) && reaches(role, "reviewer")) return [];
  const who = isMember(caller) ? "a contributor" : `a ${caller.kind}`;
  const no = (path: string, what: string): Finding =>
    finding("role", path, `${who} ${what}`, "leave it out: a reviewer or an admin brings it");
  const lost = linesLost(before, after, changed);
  const letGo = wordsLetGo(before, after, changed);
  const looked = { ...brought, ...touchedBy(brought) };
  return changed.flatMap((path) => {
    if (lost.has(path)) return [no(path, "takes no line of what a device wrote")];
    const what = isMember(caller) ? beyondContributor(looked, path) : beyondMachine(looked, path);
    if (what !== undefined) return [no(path, what)];
    return letGo.has(path) ? [no(path, "removes nothing that is held")] : [];
  });
}

const CONFIRMS = "never confirms";
const LOSES = "removes nothing that was confirmed";
const MASKS = "puts nothing in the place of what was confirmed";

/** Of the memories whose files a push changes. */
interface Touched {
  /** Those that there are afterwards, wherever they lie. */
  readonly standing: ReadonlySet<string>;
  /** The words that these have then, each with the id that they stand under. */
  readonly words: ReadonlySet<string>;
  /** Those that they had before. */
  readonly hadWords: ReadonlySet<string>;
  /** Those that stood before, and that somebody vouched for or that say so. */
  readonly confirmed: ReadonlySet<string>;
  /** Those that somebody vouched for, at any time. */
  readonly vouched: ReadonlySet<string>;
}

type Looked = Brought & Touched;

function beyondContributor(looked: Looked, path: string): string | undefined {
  const { before, after } = looked;
  const bytes = after.get(path);
  switch (carriedKind(path)) {
    case "statement": {
      const said = bytes && statementAt(path, bytes);
      if (said === undefined) return "takes away nothing that was said";
      return said.vouches !== null || said.action === "forget" ? CONFIRMS : undefined;
    }
    case "device":
      return isJoin(path, bytes) ? undefined : "says nothing of other devices";
    case "allowance":
      return "allows no secret";
    case "signers":
      return "names no signers";
    case "marker":
      return before.has(path) ? "does not change what the store is" : undefined;
    case "memory":
      return losesWords(looked, path) ? LOSES : masks(looked, path) ? MASKS : undefined;
    default:
      return undefined;
  }
}

/** A machine adds and changes what nobody confirmed, and demotes; it has no person, so it says nothing in anybody's name. */
function beyondMachine(looked: Looked, path: string): string | undefined {
  const { after, members } = looked;
  const bytes = after.get(path);
  const kind = carriedKind(path);
  if (kind === "statement") {
    const said = bytes && statementAt(path, bytes);
    return said?.vouches === null && said.action === "demote" ? undefined : CONFIRMS;
  }
  if (kind === "lines" && path.startsWith("ledger/"))
    return members.has(writerOf(path)) ? "writes nothing in the name of a member's device" : undefined;
  if (kind !== "memory") return "brings memories and nothing else";
  if (isRemoved(looked, path)) return "removes nothing";
  return losesWords(looked, path) ? LOSES : masks(looked, path) ? MASKS : undefined;
}

function isJoin(path: string, bytes: Uint8Array | undefined): boolean {
  const record = bytes && parseDevice(path.slice("devices/".length), Buffer.from(bytes).toString("utf8"));
  return record?.statement.action === "join";
}

function touchedBy({ before, after, changed }: Brought): Touched {
  const files = changed.flatMap((path) => [idAt(before, path), idAt(after, path), idAt(before, twinOf(path) ?? path)]);
  const ids = new Set(files.filter((id) => id !== undefined));
  if (ids.size === 0) return NOBODY;
  const [had, documents] = [memoriesOf(before, ids), memoriesOf(after, ids)];
  const vouched = vouchedAmong(before, ids);
  const confirmed = had.filter((document) => isConfirmed({ vouched }, document));
  return {
    standing: new Set(documents.flatMap((document) => idOf(document) ?? [])),
    words: new Set(documents.map(wordsOf)),
    hadWords: new Set(had.map(wordsOf)),
    confirmed: new Set(confirmed.flatMap((document) => idOf(document) ?? [])),
    vouched,
  };
}

/** A push of ledgers and statements reads no memory for it. */
const NOBODY: Touched = {
  standing: new Set(),
  words: new Set(),
  hadWords: new Set(),
  confirmed: new Set(),
  vouched: new Set(),
};

function memoriesOf(files: Files, ids: ReadonlySet<string>): readonly MemoryDocument[] {
  return [...files.keys()].flatMap((path) => {
    const document = carriedKind(path) === "memory" ? read(files, path) : undefined;
    return document !== undefined && ids.has(idOf(document) ?? "") ? [document] : [];
  });
}

/** A demotion does not unsay it, and whose word it was is not asked: one too many only leaves more to the reviewers. */
function vouchedAmong(files: Files, ids: ReadonlySet<string>): ReadonlySet<string> {
  const said = [...files].flatMap(([path, bytes]) =>
    ids.has(statedId(path) ?? "") ? (statementAt(path, bytes) ?? []) : [],
  );
  return new Set(said.filter(({ vouches }) => vouches !== null).map(({ id }) => id));
}

/** As a statement names them (STO-32), so that a demotion, which changes the tool's own keys alone, keeps them. */
function wordsOf(document: MemoryDocument): string {
  return `${idOf(document)} ${contentHash(document)}`;
}

/** They were confirmed, and stand nowhere as the same memory's. The id alone would keep nothing: other words can stand under it. */
function losesWords(looked: Looked, path: string): boolean {
  const document = read(looked.before, path);
  if (document === undefined || !isConfirmed(looked, document)) return false;
  return idOf(document) === undefined ? isRemoved(looked, path) : !looked.words.has(wordsOf(document));
}

/**
 * A machine that has only just come would take it for the memory: other words under an id that was confirmed, or another memory of its
 * name in the other place.
 */
function masks(looked: Looked, path: string): boolean {
  const { before, after, confirmed, hadWords } = looked;
  const document = read(after, path);
  if (document === undefined) return false;
  const id = idOf(document);
  if (id !== undefined && confirmed.has(id) && !hadWords.has(wordsOf(document))) return true;
  const twin = twinOf(path) ?? path;
  const hidden = after.has(twin) ? read(before, twin) : undefined;
  return hidden !== undefined && isConfirmed(looked, hidden) && idOf(hidden) !== id && idAt(before, path) !== id;
}

function isConfirmed({ vouched }: Pick<Looked, "vouched">, document: MemoryDocument): boolean {
  const id = idOf(document);
  return declaredTier(document) === "verified" || (id !== undefined && vouched.has(id));
}

/** It is gone from where it was, or another took its place there, and it stands nowhere else. */
function isRemoved({ before, after, standing }: Looked, path: string): boolean {
  const id = idAt(before, path);
  if (id !== undefined) return !standing.has(id);
  return before.has(path) && !after.has(path) && !isElsewhere(after, before, path);
}

/** The same file in the other place: it was demoted, or let out. */
function isElsewhere(after: Files, before: Files, path: string): boolean {
  const other = twinOf(path);
  return other !== undefined && after.has(other) && !before.has(other);
}

function idAt(files: Files, path: string): string | undefined {
  const document = carriedKind(path) === "memory" ? read(files, path) : undefined;
  return document && idOf(document);
}

function read(files: Files, path: string): MemoryDocument | undefined {
  const bytes = files.get(path);
  const text = bytes === undefined ? undefined : decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  return document?.kind === "document" ? document : undefined;
}
