// What this machine and a hub say to each other (HUB-4, HUB-6, HUB-8), as far as a client says or hears it: shapes, limits, and
// the texts that are hashed or signed. All paths begin with /v1/{tenant}; bodies are JSON, bytes in them base64, hashes sha256
// in small hexadecimal digits.
import { sha256Hex } from "../../text/digest.ts";

export const TENANT: RegExp = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
export const PERSONAL: RegExp = /^personal\/[a-z0-9]{16,32}$/;

export const LIMITS = {
  /** Of one file. */
  fileBytes: 262_144,
  /** Of one push, as JSON. */
  bodyBytes: 8_388_608,
  changesInPush: 500,
  changesInPage: 500,
  /** A page ends here though it has few changes: superseded ones have leaves too. */
  leavesInPage: 5000,
  /** Of a whole store, which a machine takes in at once: bytes, and paths with those that are gone. A hub takes less than this. */
  bytesInStore: 536_870_912,
  pathsInStore: 250_000,
  /** In the list of an organisation's stores. */
  storesTold: 1000,
} as const;

export interface Head {
  /** Of the last change; 0 before the first. */
  readonly seq: number;
  readonly chain: string;
}

/** `hash` is null for a path that is gone. */
export interface Change {
  readonly path: string;
  readonly seq: number;
  readonly hash: string | null;
  readonly bytes: Uint8Array;
  /** It is gone because an admin had it erased (HUB-11). */
  readonly erased?: true;
}

export interface Page {
  /** The latest state of each path, in the order of seq; superseded ones are not sent. */
  readonly changes: readonly Change[];
  /** Of since+1, since+2, ... next. */
  readonly leaves: readonly string[];
  readonly next: number;
  readonly head: Head;
}

export type PushChange = { readonly path: string; readonly replaces: string | null } & (
  | { readonly bytes: string }
  | { readonly gone: true }
);

/** At a path that has another hash than the sender knew; null: it is gone. */
export interface Conflict {
  readonly path: string;
  readonly hash: string | null;
}

/** As `check --ci` names a problem. */
export interface Finding {
  readonly path: string;
  readonly what: string;
  readonly next: string;
}

export interface SignIn {
  readonly handle: string;
  readonly code: string;
  readonly address: string;
  readonly interval: number;
  readonly ends: string;
}

/** A key that a person pins when this machine joins, by the fingerprint that this machine works out itself. */
/** One key for a device, and one device for a key: a pinned key under another's id would lend that one its standing. */
export function areApart(keys: readonly NamedKey[]): boolean {
  return [keys.map(({ device }) => device), keys.map(({ key }) => key)].every(
    (all) => new Set(all).size === all.length,
  );
}

export interface NamedKey {
  readonly device: string;
  readonly key: string;
  /** Of the member whose device it is, as the hub says; nothing for a first key. */
  readonly name: string;
}

/** One of its stores that the asker may read, and what they may there. */
export interface StoreThere {
  readonly store: string;
  readonly role: string;
}

export interface Asker {
  /** Of a member alone. */
  readonly personal: string | undefined;
  readonly name: string;
  readonly organisation: string;
  /** With which it was founded. */
  readonly keys: readonly NamedKey[];
}

/** `hub` is the address that this machine was told, without a slash at its end: what one hub is given opens no other. */
export function sessionText(
  { hub, tenant }: { readonly hub: string; readonly tenant: string },
  { key, at, nonce }: { readonly key: string; readonly at: string; readonly nonce: string },
): string {
  return JSON.stringify({ kind: "hub-session", version: 1, hub, tenant, key, at, nonce });
}

export function deviceText(
  { hub, tenant }: { readonly hub: string; readonly tenant: string },
  about: {
    readonly device: string;
    readonly key: string;
    readonly name: string;
    readonly at: string;
    readonly nonce: string;
  },
): string {
  const { device, key, name, at, nonce } = about;
  return JSON.stringify({ kind: "hub-device", version: 1, hub, tenant, device, key, name, at, nonce });
}

export const EMPTY_HEAD: Head = { seq: 0, chain: sha256Hex("holdfast hub 1") };

export function leafOf(seq: number, path: string, hash: string | null): string {
  return sha256Hex(JSON.stringify({ seq, path, hash }));
}

export function linkOf(before: string, leaf: string): string {
  return sha256Hex(`${before}${leaf}`);
}
