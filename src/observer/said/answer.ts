// What a model answered, read as data from a stranger (OBS-8): bounded, one JSON object, the fields that were asked for and
// no others. Keys by which a writer speaks of its own trust are no mistake of spelling: they are counted.
import { isToolKey } from "../../memory/keys.ts";
import { isKind, type Kind } from "../../memory/kinds.ts";

export interface Candidate {
  readonly claim: string;
  readonly kind: Kind;
  readonly quote: string;
  readonly turn: number;
}

export interface Answer {
  readonly candidates: readonly Candidate[];
  /** Entries that are not what was asked for. */
  readonly malformed: number;
  /** Entries that said something of their own trust; that part is dropped. */
  readonly claimedTrust: number;
}

const LARGEST = 256 * 1024;
const MOST = 20;
const LONGEST_CLAIM = 1000;
const LONGEST_QUOTE = 400;
const TRUST = /trust|tier|verified|confirm|approv|supersed/i;

/** Undefined: it is no answer at all. */
export function readAnswer(text: string): Answer | undefined {
  if (text.length > LARGEST) return undefined;
  const found = objectIn(text);
  const list = isObject(found) ? found["memories"] : undefined;
  if (!Array.isArray(list)) return undefined;
  const read = list.slice(0, MOST).map(candidateOf);
  return {
    candidates: read.flatMap((each) => each.candidate ?? []),
    malformed: read.filter((each) => each.candidate === undefined).length + Math.max(0, list.length - MOST),
    claimedTrust: read.filter((each) => each.claimsTrust).length,
  };
}

/** Models like to wrap JSON in a fence or a sentence. Undefined: there is none. */
export function objectIn(text: string): unknown {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined; // whatever it is, it is not what was asked for
  }
}

function candidateOf(value: unknown): { readonly candidate?: Candidate; readonly claimsTrust: boolean } {
  if (!isObject(value)) return { claimsTrust: false };
  const claimsTrust = Object.keys(value).some(speaksOfTrust);
  const { claim, kind, quote, turn } = value;
  if (typeof claim !== "string" || typeof quote !== "string" || typeof kind !== "string") return { claimsTrust };
  if (!isKind(kind) || !Number.isSafeInteger(turn)) return { claimsTrust };
  if (claim.trim() === "" || claim.length > LONGEST_CLAIM || quote.trim() === "" || quote.length > LONGEST_QUOTE) {
    return { claimsTrust };
  }
  return { candidate: { claim: claim.trim(), kind, quote, turn: turn as number }, claimsTrust };
}

function speaksOfTrust(key: string): boolean {
  return isToolKey(key.replaceAll("_", "-").toLowerCase()) || TRUST.test(key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
