// An organisation's store in one file, for machines without a network (HUB-9): what the hub answered to a member's device, page for
// page, under that device's signature, with a day on which it ends. The signature keeps what was left out, changed or put together
// from being taken, and makes nothing verified: whoever opens the file asks of each memory whose word counts, as of a hub's answer.
import { fieldsOf, parseJson } from "../../../disk/json-file.ts";
import { sha256Hex } from "../../../text/digest.ts";
import type { NamedKey } from "../../hub/protocol.ts";

export interface SnapshotAbout {
  /** The hub's address, with the organisation at its end. */
  readonly hub: string;
  readonly organisation: string;
  readonly store: string;
  /** With which the organisation was founded. */
  readonly keys: readonly Omit<NamedKey, "name">[];
  readonly at: string;
  readonly ends: string;
  /** Who says so. */
  readonly device: string;
  readonly key: string;
}

/** What a machine that hears of no revocation may be told is bounded by this. */
export const LONGEST_DAYS = 31;
export const USUAL_DAYS = 7;
export const DAY_MS = 86_400_000;
const CLOCK_MS = 300_000;
/** As a hub's answer is bounded. */
const LONGEST_PAGE = 16 * 1024 * 1024;
const LONGEST_FIRST = 65_536;

/** The bytes that are signed. */
function signed(about: SnapshotAbout, sha256: string): string {
  const { hub, organisation, store, keys, at, ends, device, key } = about;
  const named = keys.map((each) => ({ device: each.device, key: each.key }));
  return JSON.stringify({
    kind: "hub-snapshot",
    version: 1,
    ...{ hub, organisation, store, keys: named, at, ends, device, key, sha256 },
  });
}

/** One line that says what it is, and one for each page. */
export function snapshotText(about: SnapshotAbout, pages: readonly unknown[], sign: (text: string) => string): string {
  const body = pages.map((page) => `${JSON.stringify(page)}\n`).join("");
  const text = signed(about, sha256Hex(body));
  return `${JSON.stringify({ "holdfast-snapshot": 1, about: text, signature: sign(text) })}\n${body}`;
}

export interface ReadSnapshot {
  readonly kind: "snapshot";
  readonly about: SnapshotAbout;
  readonly pages: readonly unknown[];
}

export interface SnapshotReading {
  readonly now: Date;
  /** The line of the key that made this signature over this text. */
  signerOf(text: string, signature: string): string | undefined;
  keysIn(value: unknown): readonly NamedKey[];
}

/** A sentence where it is not what its device signed, or is not for today. */
export function readSnapshot(
  file: string,
  { now, signerOf, keysIn }: SnapshotReading,
): ReadSnapshot | { readonly kind: "no-snapshot"; readonly why: string } {
  const no = (why: string): { readonly kind: "no-snapshot"; readonly why: string } => ({ kind: "no-snapshot", why });
  const end = file.indexOf("\n");
  if (end < 0 || end > LONGEST_FIRST) return no("it was not made by `holdfast export snapshot`");
  const first = fieldsOf(parseJson(file.slice(0, end)));
  const { about: text, signature } = first;
  if (first["holdfast-snapshot"] !== 1 || typeof text !== "string" || typeof signature !== "string")
    return no("it was not made by `holdfast export snapshot`, or by a newer version");
  const about = aboutIn(text, keysIn);
  const body = file.slice(end + 1);
  if (about === undefined || signed(about, sha256Hex(body)) !== text)
    return no("it is not what its device signed: something was changed, cut off or added");
  if (signerOf(text, signature) !== about.key) return no("its signature is not that of the device that it names");
  const [at, ends] = [Date.parse(about.at), Date.parse(about.ends)];
  if (!(ends - at <= LONGEST_DAYS * DAY_MS)) return no(`it says that it counts for more than ${LONGEST_DAYS} days`);
  if (now.getTime() < at - CLOCK_MS) return no(`it is of ${about.at}, which is not yet; look at this machine's clock`);
  if (now.getTime() >= ends) return no(`it ended at ${about.ends}`);
  const lines = body.split("\n").slice(0, -1);
  if (lines.length === 0 || lines.some((line) => line.length > LONGEST_PAGE))
    return no("its pages are none of a hub's");
  return { kind: "snapshot", about, pages: lines.map(parseJson) };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function aboutIn(text: string, keysIn: SnapshotReading["keysIn"]): SnapshotAbout | undefined {
  const { hub, organisation, store, keys, at, ends, device, key } = fieldsOf(parseJson(text));
  const texts = [hub, organisation, store, at, ends, device, key];
  if (texts.some((each) => typeof each !== "string")) return undefined;
  if (!TIME.test(String(at)) || !TIME.test(String(ends))) return undefined;
  const [own] = keysIn([{ device, key }]);
  if (own === undefined) return undefined;
  return {
    ...{ hub: String(hub), organisation: String(organisation), store: String(store) },
    ...{ keys: keysIn(keys), at: String(at), ends: String(ends), device: own.device, key: own.key },
  };
}
