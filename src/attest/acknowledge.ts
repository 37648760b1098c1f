// A person's signed word that a break in a ledger is known (STO-31): whose ledger, where, and what stood from there on. It mends
// nothing and hides nothing: an acknowledged break is told as one, and whatever changes in it is a break again.
import { sha256Hex } from "../text/digest.ts";
import { recordName } from "./devices.ts";
import { STORE } from "./statement.ts";

export interface Acknowledgement {
  /** First, so that it reads like no statement about a memory or a device. */
  readonly kind: "ledger";
  readonly version: 1;
  readonly store: string;
  /** Whose ledger. */
  readonly device: string;
  /** The line of the break, and the last that stood behind it; counted from 1. */
  readonly from: number;
  readonly to: number;
  /** The digest of these lines. */
  readonly follows: string;
  readonly date: string;
  readonly by: string;
}

export function canonicalAcknowledgement(said: Acknowledgement): string {
  const { kind, version, store, device, from, to, follows, date, by } = said;
  return JSON.stringify({ kind, version, store, device, from, to, follows, date, by });
}

const DEVICE = /^[0-9a-f]{16,64}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Undefined for anything but one that reads back as exactly the same line. */
export function parseAcknowledgement(text: string): Acknowledgement | undefined {
  try {
    const value = JSON.parse(text) as Acknowledgement;
    return isWhole(value) && canonicalAcknowledgement(value) === text ? value : undefined;
  } catch {
    return undefined; // not JSON, or no object
  }
}

function isWhole({ kind, version, store, device, from, to, follows, date, by }: Acknowledgement): boolean {
  return (
    kind === "ledger" &&
    version === 1 &&
    STORE.test(store) &&
    DEVICE.test(device) &&
    Number.isSafeInteger(from) &&
    from > 0 &&
    Number.isSafeInteger(to) &&
    to >= from &&
    DIGEST.test(follows) &&
    DATE.test(date) &&
    DEVICE.test(by)
  );
}

export function followsOf(lines: readonly string[]): string {
  return sha256Hex(lines.join("\n"));
}

export interface SignedAcknowledgement {
  readonly text: string;
  readonly said: Acknowledgement;
  readonly signature: string;
}

/** As it stands in a file of devices/, under its own name; whose word it is, the reader finds out. */
export function parseSignedAcknowledgement(name: string, file: string): SignedAcknowledgement | undefined {
  try {
    const { statement: text, signature } = JSON.parse(file) as Record<string, unknown>;
    if (typeof text !== "string" || typeof signature !== "string") return undefined;
    const said = name === recordName({ text, signature }) ? parseAcknowledgement(text) : undefined;
    return said && { text, said, signature };
  } catch {
    return undefined; // a damaged file says nothing
  }
}
