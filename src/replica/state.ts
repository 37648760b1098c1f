// The causal state of one memory (SYN-1): what sync joins. Each act of a device is one dot; the context says which dots
// were seen, the rest says which of them still stand. Texts lie elsewhere and are known by their content hash. A state is
// a frozen value in one normal form, so that equal states are deeply equal and render to one line.
import type { Dot } from "../attest/statement.ts";
import type { Tier } from "../trust/tiers.ts";

export interface Version {
  readonly dot: Dot;
  /** The content hash (STO-32) of exactly one text. */
  readonly hash: string;
  /** The day on which a person stood behind this text, as claimed here; whether it counts, statements decide. */
  readonly attested: string | null;
  /** What the memory was when this was written over it; of an attested version always `verified`. */
  readonly under: Tier;
  /** What it was edited from, nearest first: the first digits of content hashes. */
  readonly from: readonly string[];
}

export const HOLD_REASONS = ["demoted", "check-failed", "archived", "found"] as const;
/** `found`: a file stood in quarantine and no act of ours says why. */
export type HoldReason = (typeof HOLD_REASONS)[number];

export interface Hold {
  readonly dot: Dot;
  readonly reason: HoldReason;
  readonly at: string;
}

/** Device to the highest number seen of it. */
export type Context = Readonly<Record<string, number>>;

export interface State {
  readonly context: Context;
  readonly versions: readonly Version[];
  readonly holds: readonly Hold[];
  /** Retirements that no way back has seen. */
  readonly retirements: readonly Dot[];
  readonly forgotten: boolean;
}

/** The normal form: sorted, each once, nothing live that the context does not cover, nothing left of what is forgotten. */
export function makeState(parts: Partial<State>): State {
  const forgotten = parts.forgotten ?? false;
  const versions = forgotten ? [] : unique(parts.versions ?? [], versionKey);
  const holds = forgotten ? [] : firstOfEachDot(unique(parts.holds ?? [], holdKey));
  const retirements = forgotten ? [] : unique(parts.retirements ?? [], dotKey);
  const dots = [...versions.map(({ dot }) => dot), ...holds.map(({ dot }) => dot), ...retirements];
  const context = joinContexts(parts.context ?? {}, contextOf(dots));
  return Object.freeze({
    context,
    versions: Object.freeze(versions.map(frozenVersion)),
    holds: Object.freeze(holds.map((hold) => Object.freeze({ ...hold, dot: frozenDot(hold.dot) }))),
    retirements: Object.freeze(retirements.map(frozenDot)),
    forgotten,
  });
}

export function joinContexts(a: Context, b: Context): Context {
  const devices = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.freeze(Object.fromEntries(devices.map((device) => [device, Math.max(a[device] ?? 0, b[device] ?? 0)])));
}

function contextOf(dots: readonly Dot[]): Context {
  const context: Record<string, number> = {};
  for (const { device, n } of dots) context[device] = Math.max(context[device] ?? 0, n);
  return context;
}

export function covers(context: Context, { device, n }: Dot): boolean {
  return (context[device] ?? 0) >= n;
}

/** No device: what was adopted (`x`) or found (`g`), see derived.ts. Devices' ids are hexadecimal. */
export function isDerived(device: string): boolean {
  return /^[xg]/.test(device);
}

/** Every dot that stands. */
export function liveDots({ versions, holds, retirements }: State): readonly Dot[] {
  return [...versions.map(({ dot }) => dot), ...holds.map(({ dot }) => dot), ...retirements];
}

export function sameDot(a: Dot, b: Dot): boolean {
  return a.n === b.n && a.device === b.device;
}

export function dotKey({ device, n }: Dot): string {
  return `${device}.${n}`;
}

function versionKey({ dot, hash, attested, under, from }: Version): string {
  return [dotKey(dot), hash, attested ?? "", under, ...from].join(" ");
}

function holdKey({ dot, at, reason }: Hold): string {
  return [dotKey(dot), at, reason].join(" ");
}

/** Of one hold that several machines made at different moments, the earliest stands for all. */
function firstOfEachDot(holds: readonly Hold[]): readonly Hold[] {
  return holds.filter((hold, index) => index === 0 || !sameDot(hold.dot, (holds[index - 1] as Hold).dot));
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function frozenDot({ device, n }: Dot): Dot {
  return Object.freeze({ device, n });
}

function frozenVersion({ dot, hash, attested, under, from }: Version): Version {
  const ground = attested === null ? under : "verified";
  return Object.freeze({ dot: frozenDot(dot), hash, attested, under: ground, from: Object.freeze([...from]) });
}
