// A state as frontmatter (SYN-4): `sync` is one line, `holds` one entry per live hold.
//   sync: 1 | <device>.<n>=<hash>[@<day>|~<tier>][<<from>,...] ... | <device>.<n> ... [| <retired dot> ...]
// The second part are the live versions (`-`: none, `forgotten`), the third what was seen. Only the one spelling that we
// write is read, within bounds; a line of a newer format is told apart from a damaged one, so that nobody overwrites it.
import type { Dot } from "../attest/statement.ts";
import { isTier } from "../trust/tiers.ts";
import { HOLD_REASONS, type Hold, type HoldReason, isDerived, makeState, type State, type Version } from "./state.ts";

export interface Line {
  readonly sync: string;
  readonly holds: readonly string[];
}

export type ReadLine =
  | { readonly kind: "state"; readonly state: State }
  | { readonly kind: "newer" }
  | { readonly kind: "damaged" };

const FORMAT = "1";
const PART = " | ";
/** Half of what a frontmatter may hold (STO-14). */
const LONGEST = 8192;
/** `devices`: of those that may exist; `seen`: with what was adopted and found. */
export const MOST: Readonly<Record<"versions" | "holds" | "retirements" | "devices" | "seen", number>> = {
  versions: 32,
  holds: 32,
  retirements: 32,
  devices: 128,
  seen: 256,
};
const DAMAGED: ReadLine = { kind: "damaged" };

const DOT = /^([0-9a-f]{16,64}|[xg][0-9a-f]{16})\.([1-9][0-9]{0,8})$/;
const VERSION = /^([^=]+)=([0-9a-f]{64})(?:@(\d{4}-\d{2}-\d{2})|~([a-z]+))?(?:<([0-9a-f]{16}(?:,[0-9a-f]{16}){0,3}))?$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Undefined when it would not be read back: more than the bounds allow (fit.ts makes it fit). */
export function renderLine(state: State): Line | undefined {
  const line = rendered(state);
  return readLine(line.sync, line.holds).kind === "state" ? line : undefined;
}

function rendered({ context, versions, holds, retirements, forgotten }: State): Line {
  const live = forgotten ? "forgotten" : listed(versions.map(versionText));
  const seen = listed(Object.entries(context).map(([device, n]) => dotText({ device, n })));
  const parts = [FORMAT, live, seen, ...(retirements.length > 0 ? [listed(retirements.map(dotText))] : [])];
  return { sync: parts.join(PART), holds: holds.map(holdText) };
}

export function readLine(sync: string, holds: readonly string[]): ReadLine {
  if (sync.length + holds.join().length > LONGEST || holds.length > MOST.holds) return DAMAGED;
  const [format, live, seen, retired, ...rest] = sync.split(PART);
  if (/^[1-9][0-9]{0,5}$/.test(format ?? "") && format !== FORMAT) return { kind: "newer" };
  if (live === undefined || seen === undefined || rest.length > 0) return DAMAGED;
  const forgotten = live === "forgotten";
  const versions = forgotten ? [] : items(live).map(readVersion);
  const [dots, retirements] = [items(seen).map(readDot), items(retired ?? "-").map(readDot)];
  const state = assembled({ versions, dots, retirements, holds: holds.map(readHold), forgotten });
  if (state === undefined) return DAMAGED;
  const again = rendered(state);
  const same = again.sync === sync && again.holds.join("\n") === holds.join("\n");
  return same ? { kind: "state", state } : DAMAGED;
}

interface Parts {
  readonly versions: readonly (Version | undefined)[];
  readonly dots: readonly (Dot | undefined)[];
  readonly retirements: readonly (Dot | undefined)[];
  readonly holds: readonly (Hold | undefined)[];
  readonly forgotten: boolean;
}

function assembled({ versions, dots, retirements, holds, forgotten }: Parts): State | undefined {
  const within = versions.length <= MOST.versions && dots.length <= MOST.seen && retirements.length <= MOST.retirements;
  if (!within || !whole(versions) || !whole(dots) || !whole(retirements) || !whole(holds)) return undefined;
  if (dots.filter(({ device }) => !isDerived(device)).length > MOST.devices) return undefined;
  const context = Object.fromEntries(dots.map(({ device, n }) => [device, n]));
  return makeState({ context, versions, holds, retirements, forgotten });
}

function whole<T>(list: readonly (T | undefined)[]): list is readonly T[] {
  return !list.includes(undefined);
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? "-" : texts.join(" ");
}

function items(part: string): readonly string[] {
  return part === "-" ? [] : part.split(" ");
}

function dotText({ device, n }: Dot): string {
  return `${device}.${n}`;
}

function readDot(text: string): Dot | undefined {
  const [, device, n] = DOT.exec(text) ?? [];
  return device === undefined ? undefined : { device, n: Number(n) };
}

function versionText({ dot, hash, attested, under, from }: Version): string {
  const mark = attested !== null ? `@${attested}` : under === "inferred" ? "" : `~${under}`;
  return `${dotText(dot)}=${hash}${mark}${from.length > 0 ? `<${from.join(",")}` : ""}`;
}

function readVersion(text: string): Version | undefined {
  const [, dotPart = "", hash, day, ground, from] = VERSION.exec(text) ?? [];
  const dot = readDot(dotPart);
  const under = day !== undefined ? "verified" : (ground ?? "inferred");
  if (dot === undefined || hash === undefined || !isTier(under) || (day !== undefined && !isDay(day))) return undefined;
  return { dot, hash, attested: day ?? null, under, from: from === undefined ? [] : from.split(",") };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function holdText({ dot, reason, at }: Hold): string {
  return `${dotText(dot)}|${reason}|${at}`;
}

function readHold(text: string): Hold | undefined {
  const [dotPart = "", reason, at = "", ...rest] = text.split("|");
  const dot = readDot(dotPart);
  const known = HOLD_REASONS.find((each): each is HoldReason => each === reason);
  return dot === undefined || known === undefined || rest.length > 0 || !MOMENT.test(at)
    ? undefined
    : { dot, reason: known, at };
}
