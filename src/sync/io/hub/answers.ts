// What a hub answered, read strictly: it is somebody else's text, and undefined stands for anything that is not in the protocol.
import { type Fields, fieldsOf } from "../../../disk/json-file.ts";
import { keyLineIn } from "../../../store/io/sshsig.ts";
import { mayHaveToken } from "../../hub/address.ts";
import type { Asker, Change, Conflict, Finding, Head, NamedKey, Page, SignIn, StoreThere } from "../../hub/protocol.ts";
import { LIMITS, PERSONAL } from "../../hub/protocol.ts";

const HASH = /^[0-9a-f]{64}$/;
const LONGEST_PATH = 512;
const MOST_FINDINGS = 1000;

export function headIn(value: unknown): Head | undefined {
  const { seq, chain } = fieldsOf(value);
  return isCount(seq) && isHash(chain) ? { seq, chain } : undefined;
}

export function pageIn(value: unknown): Page | undefined {
  const { changes, leaves, next, head } = fieldsOf(value);
  const there = headIn(head);
  if (there === undefined || !isCount(next) || !isListOf(leaves, isHash, LIMITS.leavesInPage)) return undefined;
  if (!Array.isArray(changes) || changes.length > LIMITS.changesInPage) return undefined;
  const read = changes.flatMap((each) => changeIn(fieldsOf(each)) ?? []);
  return read.length === changes.length ? { changes: read, leaves, next, head: there } : undefined;
}

function changeIn({ path, seq, hash, bytes, gone, erased }: Fields): Change | undefined {
  if (!isPath(path) || !isCount(seq)) return undefined;
  if (gone === true)
    return { path, seq, hash: null, bytes: new Uint8Array(), ...(erased === true && { erased: true as const }) };
  const content = typeof bytes === "string" ? bytesOf(bytes) : undefined;
  return isHash(hash) && content !== undefined ? { path, seq, hash, bytes: content } : undefined;
}

/** Only what comes back as the same text. */
function bytesOf(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.length <= LIMITS.fileBytes && bytes.toString("base64") === text ? new Uint8Array(bytes) : undefined;
}

export function conflictsIn(value: unknown): readonly Conflict[] {
  const { conflicts } = fieldsOf(value);
  const rows = Array.isArray(conflicts) ? conflicts.slice(0, LIMITS.changesInPush).map(fieldsOf) : [];
  return rows.flatMap(({ path, hash }) => (isPath(path) ? [{ path, hash: isHash(hash) ? hash : null }] : []));
}

export function findingsIn(value: unknown): readonly Finding[] {
  const { findings } = fieldsOf(value);
  const rows = Array.isArray(findings) ? findings.slice(0, MOST_FINDINGS).map(fieldsOf) : [];
  return rows.flatMap(({ path, what, next }) =>
    isPath(path) && typeof what === "string" && typeof next === "string" ? [{ path, what, next }] : [],
  );
}

export function problemIn(value: unknown): { readonly code: string; readonly message: string } | undefined {
  const { code, message } = fieldsOf(value);
  return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
}

export function tokenIn(value: unknown): string | undefined {
  const { token } = fieldsOf(value);
  return typeof token === "string" && /^[\w.-]{8,4096}$/.test(token) ? token : undefined;
}

export function askerIn(value: unknown): Asker | undefined {
  const { you, name: organisation, keys } = fieldsOf(value);
  const { personal, name } = fieldsOf(you);
  if (typeof name !== "string" || typeof organisation !== "string") return undefined;
  return {
    name: name.slice(0, LONGEST_NAME),
    organisation: organisation.slice(0, LONGEST_NAME),
    keys: namedKeysIn(keys),
    personal: typeof personal === "string" && PERSONAL.test(personal) ? personal : undefined,
  };
}

const LONGEST_NAME = 200;
const DEVICE = /^[0-9a-f]{16,64}$/;
const LONGEST_KEY = 500;
const MOST_KEYS = 10_000;

export function namedKeysIn(value: unknown): readonly NamedKey[] {
  const rows = Array.isArray(value) ? value.slice(0, MOST_KEYS).map(fieldsOf) : [];
  return rows.flatMap(({ device, key, name = "" }) => {
    const isKey = typeof key === "string" && key.length <= LONGEST_KEY && keyLineIn(key) === key;
    return isKey && typeof device === "string" && DEVICE.test(device) && typeof name === "string"
      ? [{ device, key, name }]
      : [];
  });
}

export function storesIn(value: unknown): readonly StoreThere[] | undefined {
  const { stores } = fieldsOf(value);
  if (!Array.isArray(stores)) return undefined;
  return stores.slice(0, LIMITS.storesTold).flatMap((row) => {
    const { store, role } = fieldsOf(row);
    return typeof store === "string" && typeof role === "string" ? [{ store, role }] : [];
  });
}

const SHORTEST_S = 1;
const LONGEST_S = 60;

export function signInFrom(value: unknown): SignIn | undefined {
  const { handle, user_code, verification_uri, verification_uri_complete, interval, ends } = fieldsOf(value);
  const texts = [handle, user_code, verification_uri, ends];
  if (texts.some((text) => typeof text !== "string" || text.length > 2048)) return undefined;
  const [plain, whole] = [verification_uri, verification_uri_complete ?? verification_uri].map(pageToOpen);
  if (plain === undefined || whole === undefined) return undefined;
  return {
    handle: String(handle),
    code: String(user_code),
    address: whole,
    interval: Math.min(LONGEST_S, Math.max(SHORTEST_S, Number(interval) || 5)),
    ends: String(ends),
  };
}

/** A person opens it: a page by https, or on this machine, at the name that is shown; no other program's address. */
function pageToOpen(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return mayHaveToken(url) && url.username === "" && url.password === "" ? url.href : undefined;
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= LONGEST_PATH;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isListOf<T>(value: unknown, is: (each: unknown) => each is T, most: number): value is readonly T[] {
  return Array.isArray(value) && value.length <= most && value.every(is);
}
