// Who may what in which store (HUB-7). Deny by default: a member has what an admin granted, and their own personal store. What a
// push brings is looked at by what it says, not by who signed it: a signature of somebody else lends nobody their role.
import { parseDevice } from "../../src/attest/devices.ts";
import { decodeText, parseDocument } from "../../src/memory/document.ts";
import { declaredTier } from "../../src/memory/fields.ts";
import { kindOf } from "../../src/sync/paths.ts";
import { type Finding, ROLES, type Role } from "../protocol.ts";
import { type Files, finding, statementAt } from "./judge.ts";

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
  const held = caller.grants.filter((grant) => covers(grant.store, store)).map(({ role }) => ROLES.indexOf(role));
  return ROLES[Math.max(-1, ...held)];
}

export function isAdmin(caller: Caller): boolean {
  return isMember(caller) && caller.grants.some(({ store, role }) => store === "*" && role === "admin");
}

function covers(granted: string, store: string): boolean {
  return granted === "*" || granted === store || (granted.endsWith("/*") && store.startsWith(granted.slice(0, -1)));
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
}

export function roleFindings(brought: Brought): readonly Finding[] {
  const { caller, role, changed } = brought;
  if (isMember(caller) && reaches(role, "reviewer")) return [];
  const who = isMember(caller) ? "a contributor" : `a ${caller.kind}`;
  const no = (path: string, what: string): Finding =>
    finding("role", path, `${who} ${what}`, "leave it out: a reviewer or an admin brings it");
  return changed.flatMap((path) => {
    const what = isMember(caller) ? beyondContributor(brought, path) : beyondMachine(brought, path);
    return what === undefined ? [] : [no(path, what)];
  });
}

const CONFIRMS = "never confirms";

function beyondContributor({ before, after }: Brought, path: string): string | undefined {
  const bytes = after.get(path);
  switch (kindOf(path)) {
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
      return bytes === undefined && isSigned(before, path) && !isElsewhere(after, before, path)
        ? "removes nothing that was confirmed"
        : undefined;
    default:
      return undefined;
  }
}

/** A machine adds and changes what nobody confirmed, and demotes; it has no person, so it says nothing in anybody's name. */
function beyondMachine({ before, after }: Brought, path: string): string | undefined {
  const bytes = after.get(path);
  const kind = kindOf(path);
  if (kind === "statement") {
    const said = bytes && statementAt(path, bytes);
    return said?.vouches === null && said.action === "demote" ? undefined : CONFIRMS;
  }
  if (kind === "lines") return undefined;
  if (kind !== "memory") return "brings memories and nothing else";
  if (bytes !== undefined) return undefined;
  return isElsewhere(after, before, path) ? undefined : "removes nothing";
}

function isJoin(path: string, bytes: Uint8Array | undefined): boolean {
  const record = bytes && parseDevice(path.slice("devices/".length), Buffer.from(bytes).toString("utf8"));
  return record?.statement.action === "join";
}

function isSigned(files: Files, path: string): boolean {
  const document = read(files, path);
  return document !== undefined && declaredTier(document) === "verified";
}

/** The same file in the other place: it was demoted, or let out. */
function isElsewhere(after: Files, before: Files, path: string): boolean {
  const file = path.slice(path.indexOf("/") + 1);
  const other = path.startsWith("memories/") ? `quarantine/${file}` : `memories/${file}`;
  return after.has(other) && !before.has(other);
}

function read(files: Files, path: string): Extract<ReturnType<typeof parseDocument>, { kind: "document" }> | undefined {
  const bytes = files.get(path);
  const text = bytes === undefined ? undefined : decodeText(bytes);
  const document = typeof text === "string" ? parseDocument(text) : undefined;
  return document?.kind === "document" ? document : undefined;
}
