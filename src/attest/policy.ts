// What an organisation asks of its members' machines, as a device signed it (HUB-10). It stands beside the records of devices, where
// a program that does not know it reads nothing; each is written once, and the one with the highest number is in force. Who may
// sign: a key that the organisation began with, which each machine pinned, and whom the policy in force names. A hub can keep
// one back and make none.
import { SIGNERS } from "../config/policy.ts";
import { recordName } from "./devices.ts";
import { STORE } from "./statement.ts";

export interface PolicyStatement {
  /** First, so that it reads like no other statement. */
  readonly kind: "policy";
  readonly version: 1;
  readonly store: string;
  readonly number: number;
  readonly date: string;
  readonly by: string;
  /** What a version does not know of it, it passes over (config/policy.ts). */
  readonly settings: Readonly<Record<string, boolean | number | readonly string[]>>;
}

export function canonicalPolicy({ kind, version, store, number, date, by, settings }: PolicyStatement): string {
  const inOrder = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ kind, version, store, number, date, by, settings: Object.fromEntries(inOrder) });
}

const DEVICE = /^[0-9a-f]{16,64}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const KEY = /^[a-z][a-z-]{0,40}$/;
const LARGEST = 16 * 1024;

/** Undefined for anything but one that reads back as exactly the same line. */
export function parsePolicy(text: string): PolicyStatement | undefined {
  if (text.length > LARGEST) return undefined;
  try {
    const value = JSON.parse(text) as PolicyStatement;
    return isWhole(value) && canonicalPolicy(value) === text ? value : undefined;
  } catch {
    return undefined; // not JSON, or no object
  }
}

function isWhole({ kind, version, store, number, date, by, settings }: PolicyStatement): boolean {
  return (
    kind === "policy" &&
    version === 1 &&
    typeof store === "string" &&
    STORE.test(store) &&
    Number.isSafeInteger(number) &&
    number > 0 &&
    DATE.test(date) &&
    DEVICE.test(by) &&
    typeof settings === "object" &&
    settings !== null &&
    Object.entries(settings).every(([key, each]) => KEY.test(key) && isValue(each))
  );
}

function isValue(value: unknown): boolean {
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return true;
  return Array.isArray(value) && value.every((word) => typeof word === "string" && word.length <= 100);
}

export interface SignedPolicy {
  readonly text: string;
  readonly said: PolicyStatement;
  readonly signature: string;
}

/** As it stands in a file of devices/, under its own name; whose word it is, the reader finds out. */
export function parseSignedPolicy(name: string, file: string): SignedPolicy | undefined {
  try {
    const { statement: text, signature } = JSON.parse(file) as Record<string, unknown>;
    if (typeof text !== "string" || typeof signature !== "string") return undefined;
    const said = name === recordName({ text, signature }) ? parsePolicy(text) : undefined;
    return said && { text, said, signature };
  } catch {
    return undefined; // a damaged file says nothing
  }
}

export interface InForce {
  /** Several of one number where two signed at once: then all of them hold. */
  readonly policies: readonly PolicyStatement[];
  /** Who may sign the next. */
  readonly signers: ReadonlySet<string>;
}

/** Who signs the next counts one up; at once with others, or away from a network for long, not by as many as this. */
const REACH = 1000;

/**
 * The highest number that somebody counting up can have come to: whoever named a far higher one would have the last word for ever.
 * Every policy that was ever signed is a step, whoever signed it and whether it counts: a step that counts no more, for its signer was
 * revoked, must not take with it what a first key signed above it.
 */
export function highestReached(numbers: readonly number[]): number {
  let last = 0;
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (number > last + REACH) break;
    last = number;
  }
  return last;
}

/** Of those whose signature counts here. Each step has a higher number, so that no older one comes back. */
export function policiesInForce(all: readonly PolicyStatement[], first: ReadonlySet<string>): InForce {
  let [policies, signers]: [readonly PolicyStatement[], ReadonlySet<string>] = [[], first];
  for (;;) {
    const last = policies[0]?.number ?? 0;
    const next = all.filter(({ by, number }) => number > last && signers.has(by));
    if (next.length === 0) return { policies, signers };
    const most = Math.max(...next.map(({ number }) => number));
    policies = next.filter(({ number }) => number === most);
    signers = new Set([...first, ...policies.flatMap(named)]);
  }
}

/** Whom it names beside the first keys. */
function named({ settings }: PolicyStatement): readonly string[] {
  const found = settings[SIGNERS];
  return typeof found === "object" ? found : [];
}
