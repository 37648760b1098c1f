// What a source says of its own entry, by its keys and by the folder it lies in: out of use there is out of use here
// (TRU-23). Keys are read as loosely as they are written, for a missed one would raise what it stands on. Pure.
import type { Standing } from "../../store/add.ts";
import { dayOf } from "../../trust/transitions.ts";
import { type FoundText, type ImportCandidate, leftOut, timeIn } from "./candidate.ts";

/** By lower-case names with hyphens; values that are no text, number or list of them say nothing. */
export type Keys = ReadonlyMap<string, string>;

const UNDER = "metadata";

export function keysIn(entries: Iterable<readonly [string, unknown]>): Keys {
  const keys = new Map<string, string>();
  for (const [name, value] of entries) {
    const key = name.toLowerCase().replaceAll("_", "-");
    const inner = value instanceof Map ? [...value] : isRecord(value) ? Object.entries(value) : undefined;
    if (inner === undefined) keys.set(key, String(value ?? "").trim());
    else if (key === UNDER) for (const [each, said] of keysIn(inner)) keys.set(each, said);
  }
  return keys;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the lines above a text say one by one, where it can't be read as a whole; without an end all of them count. */
export function keysAtTop(text: string): Keys {
  const [, mark = "", below = ""] = /^\uFEFF?\s*(---|\+\+\+)[^\S\n]*\r?\n(.*)$/s.exec(text) ?? [];
  const lines = below.split(/\r?\n/);
  const end = lines.findIndex((line) => line.trimEnd() === mark);
  return keysIn(
    lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => {
      const [, key, value] = /^\s*["']?([\w-]+)["']?\s*[:=]\s*(.*)$/.exec(line) ?? [];
      return key === undefined ? [] : [[key, value?.trim().replace(/^["']|["']$/g, "")] as const];
    }),
  );
}

const FOR_FILES = ["paths", "globs", "applyto"];
const MOST_GLOBS = 20;

/** The files that a file of rules is for, as Claude, Cursor and Copilot write it; none where it is for all of them. */
export function globsAtTop(text: string): readonly string[] {
  const keys = keysAtTop(text);
  if (keys.get("alwaysapply")?.toLowerCase() === "true") return [];
  const key = FOR_FILES.find((each) => keys.has(each));
  if (key === undefined) return [];
  const listed = new RegExp(`^["']?${key}["']?\\s*:\\s*\\r?\\n((?:\\s*-\\s+.*\\r?\\n){1,${MOST_GLOBS}})`, "im").exec(
    text,
  )?.[1];
  const each = listed === undefined ? inline(keys.get(key) ?? "") : listed.split(/\r?\n/);
  const globs = each.map((glob) => glob.replace(/^\s*-\s+/, "").replace(/^[\s"'[]+|[\s"'\]]+$/g, "")).filter(Boolean);
  return globs.some((glob) => /^(?:\*\*\/)?\*{1,2}$/.test(glob)) ? [] : globs.slice(0, MOST_GLOBS);
}

/** Commas divide, but not inside of braces. */
function inline(value: string): readonly string[] {
  return value.match(/(?:\{[^{}]{0,200}\}|[^,{}])+/g) ?? [];
}

const STATES = ["trust-level", "trust", "tier", "status", "record-status", "state"];
const QUARANTINED = ["quarantined-at", "quarantine-reason", "quarantined-by"];
const OUT_OF_USE = /^(?:retired|archived|deprecated|superseded|obsolete|deleted|inactive|rejected)$/i;
const GONE = ["superseded-by", "retired-at", "archived-at", "deleted-at"];
const FLAGS = ["retired", "archived", "deprecated", "deleted", "superseded", "obsolete"];
const ENDS = ["expires", "expires-at", "expiration-date", "valid-until"];

const NOTHING = ["", "null", "~", "false", "no", "0", "[]"];

type Said = Pick<ImportCandidate, "standing" | "endsMs" | "verified">;

/** A sentence where it is no memory of its own. */
export function saidOfItself(keys: Keys): Said | string {
  const has = (key: string): boolean => !NOTHING.includes((keys.get(key) ?? "").toLowerCase());
  if (has("proposes")) return "is a proposal; decide about it where it was made";
  const states = STATES.map((key) => (keys.get(key) ?? "").toLowerCase());
  const isQuarantined = states.includes("quarantined") || QUARANTINED.some(has);
  const isRetired =
    states.some((state) => OUT_OF_USE.test(state)) ||
    keys.get("active")?.toLowerCase() === "false" ||
    GONE.some(has) ||
    FLAGS.some(has);
  const endsMs = ENDS.map((key) => timeIn(keys.get(key))).find((ms) => ms !== undefined);
  const standing = isQuarantined ? quarantinedBy(keys) : isRetired ? RETIRED : undefined;
  return {
    ...(standing === undefined ? {} : { standing }),
    ...(endsMs === undefined ? {} : { endsMs }),
    ...(standing === undefined && states[0] === "verified" ? { verified: writtenBy(keys) } : {}),
  };
}

const RETIRED: Standing = { kind: "retired" };
const LONGEST_REASON = 200;

function quarantinedBy(keys: Keys): Standing {
  const reason = (keys.get("quarantine-reason") ?? "").replace(/\s+/g, " ").slice(0, LONGEST_REASON);
  const at = timeIn(keys.get("quarantined-at"));
  return {
    kind: "quarantined",
    reason: reason === "" ? "quarantined where it came from" : reason,
    ...(at === undefined ? {} : { at: new Date(at) }),
  };
}

/** Seven days of observation are for what an agent wrote (TRU-3). */
function writtenBy(keys: Keys): "person" | "agent" {
  return ["agent", "observer"].includes(keys.get("source") ?? "") ? "agent" : "person";
}

/** The folders of a memory store, whoever's: what is put away there, and reports, which are no memories. */
export function inItsPlace(found: FoundText, root = ""): FoundText {
  if (found.kind === "left-out") return found;
  const place = `${root}\n${found.from}`;
  if (/[\\/]archive[\\/]\d{4}-\d\d[\\/]/i.test(place)) return leftOut(found.from, "is archived");
  if (/[\\/]audit[\\/](?:semantic-)?\d{4}-\d\d(?:-\d\d)?\.md\b/i.test(place)) return leftOut(found.from, "is a report");
  if (!/[\\/]quarantine(?:[\\/]|\n|$)/i.test(place) || found.standing?.kind === "quarantined") return found;
  const { verified: _, ...rest } = found;
  return { ...rest, standing: quarantinedBy(new Map()) };
}

/** As our own key has it. */
export function lastDay({ endsMs }: Pick<ImportCandidate, "endsMs">): string | undefined {
  return endsMs === undefined ? undefined : dayOf(new Date(endsMs));
}

/** A list of other files, most often made by a tool: it says nothing of its own. */
export function isIndex({ path, text }: { readonly path: string; readonly text: string }): boolean {
  if (/(?:^|[\\/])MEMORY\.md$/.test(path) || /^<!--\s*(?:BEGIN\s+)?AUTO-?GENERATED\b/im.test(text)) return true;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^#{1,6}\s/.test(line));
  return lines.length > 0 && lines.every((line) => LEADS_ELSEWHERE.test(line));
}

const LEADS_ELSEWHERE = /^\s*[-*+]\s.{0,400}?(?:\]\([^)\s]{1,300}\.(?:md|json)\)|->\s*\S{1,300}\.(?:md|json)\b)/;
