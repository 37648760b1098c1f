// What devices say of devices, signed (SYN-20, SYN-22): one asks to join, another approves it, and any of them revokes one
// that was lost. Nothing here is believed because it stands in a store: it counts if a device signed it that already counts
// on this machine (circle.ts).
import { sha256Base64, sha256Hex } from "../text/digest.ts";
import { STORE } from "./statement.ts";

export const DEVICE_ACTS = ["join", "approve", "revoke"] as const;
export type DeviceAct = (typeof DEVICE_ACTS)[number];

export interface DeviceStatement {
  /** First, so that no statement about a memory reads like one about a device. */
  readonly kind: "device";
  readonly version: 1;
  /** "personal", or the id of a shared store: an approval for one project is none for another. */
  readonly store: string;
  readonly action: DeviceAct;
  readonly device: string;
  /** Its public key, as SSH writes it: type and base64. */
  readonly key: string;
  /** For people. Empty in a shared store, unless its owner chose one (STO-1a). */
  readonly name: string;
  readonly date: string;
  /** Who says so: the device itself when it asks to join. */
  readonly by: string;
  /** Of a revocation: the digest over the marks of what its author had seen of the device. */
  readonly known: string | null;
}

/** A statement with the key that really signed it. */
export interface DeviceRecord {
  readonly statement: DeviceStatement;
  readonly signedWith: string;
  /** The security key that signed it says that it was its person. */
  readonly userVerified: boolean;
  /** Names this signature: the digest over it, which nobody but the signer could have guessed. */
  readonly mark: string;
  /** Of a revocation: the marks that its author had seen. */
  readonly known: readonly string[];
}

export function canonicalDevice(statement: DeviceStatement): string {
  const { kind, version, store, action, device, key, name, date, by, known } = statement;
  return JSON.stringify({ kind, version, store, action, device, key, name, date, by, known });
}

const DEVICE = /^[0-9a-f]{16,64}$/;
/** A key's line, as a pattern: the kinds that are believed. */
export const KEY_LINE =
  "(?:ssh-ed25519|sk-ssh-ed25519@openssh\\.com|sk-ecdsa-sha2-nistp256@openssh\\.com) [A-Za-z0-9+/]{40,400}={0,2}";
const KEY = new RegExp(`^${KEY_LINE}$`);
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const LARGEST = 4096;

/** Undefined for anything but a statement that reads back as exactly the same line. */
export function parseDeviceStatement(text: string): DeviceStatement | undefined {
  if (text.length > LARGEST) return undefined;
  try {
    const value = JSON.parse(text) as DeviceStatement;
    return isDeviceStatement(value) && canonicalDevice(value) === text ? value : undefined;
  } catch {
    // Not JSON, or no object: it says nothing.
    return undefined;
  }
}

function isDeviceStatement(value: DeviceStatement): boolean {
  const { kind, version, action, by, device, known } = value;
  const fits = (pattern: RegExp, text: unknown): boolean => typeof text === "string" && pattern.test(text);
  return (
    kind === "device" &&
    version === 1 &&
    DEVICE_ACTS.includes(action) &&
    fits(STORE, value.store) &&
    fits(DEVICE, device) &&
    fits(DEVICE, by) &&
    (by === device) === (action === "join") &&
    fits(KEY, value.key) &&
    typeof value.name === "string" &&
    isName(value.name) &&
    fits(DATE, value.date) &&
    (action === "revoke" ? fits(DIGEST, known) : known === null)
  );
}

/** As a name of a device may be; undefined for one that would have to be changed too much. */
export function deviceName(text: string): string | undefined {
  const name = text
    .replace(/[^\p{L}\p{N}._-]+/gu, " ")
    .trim()
    .slice(0, 40)
    .trim();
  return isName(name) ? name : undefined;
}

/** A pattern of letters is costly to make, and most processes read no device's name. */
function isName(text: string): boolean {
  return /^(?:[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}])?)?$/u.test(text);
}

/** As `ssh-keygen -l` prints it, for two people to compare. */
export function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.split(" ")[1] ?? "", "base64");
  return `SHA256:${sha256Base64(bytes).replace(/=+$/, "")}`;
}

/** A record as it stands in a file. */
export interface SignedDevice {
  readonly text: string;
  readonly statement: DeviceStatement;
  readonly signature: string;
  readonly known: readonly string[];
}

/** Named after all that it says and who signed it: nothing else can stand under its name. */
export function recordName({ text, signature }: Pick<SignedDevice, "text" | "signature">): string {
  return `${sha256Hex(`${text}\n${signature}`).slice(0, 32)}.json`;
}

export function renderDevice({ text, signature, known }: Omit<SignedDevice, "statement">): string {
  return `${JSON.stringify({ statement: text, signature, ...(known.length > 0 && { known }) })}\n`;
}

/** Undefined unless it is whole and stands under its own name. */
export function parseDevice(name: string, file: string): SignedDevice | undefined {
  try {
    const { statement: text, signature, known = [] } = JSON.parse(file) as Record<string, unknown>;
    if (typeof text !== "string" || typeof signature !== "string" || !isMarks(known)) return undefined;
    const statement = parseDeviceStatement(text);
    const isWhole = statement !== undefined && name === recordName({ text, signature });
    return isWhole && (statement.known ?? marksDigest([])) === marksDigest(known)
      ? { text, statement, signature, known }
      : undefined;
  } catch {
    // A damaged file says nothing.
    return undefined;
  }
}

/** Of one spelling only: the digest is over their lines, and one mark with a line break in it would read as two. */
const MARK = /^[0-9a-f]{32}$/;

function isMarks(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((mark) => typeof mark === "string" && MARK.test(mark));
}

export function marksDigest(marks: readonly string[]): string {
  return sha256Hex(marks.join("\n"));
}
