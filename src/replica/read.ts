// The state that a memory file tells (SYN-4). A file without a line gets its first state from itself alone, so that two
// machines which both had it agree. What was changed by hand is adopted: a text is never attested by that, and of place,
// tier and status only the more restrictive is taken at a file's word.

import type { Dot } from "../attest/statement.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { declaredTier, listField, statusOf, textField, trustStateOf } from "../memory/fields.ts";
import { parseDate } from "../trust/lifecycle.ts";
import type { Place } from "../trust/tiers.ts";
import { dayOf, secondOf } from "../trust/transitions.ts";
import { groundOf } from "./act.ts";
import { adopt, adoptingDevice, holdFound, retirementFound } from "./derived.ts";
import { readLine } from "./line.ts";
import { covers, makeState, type State } from "./state.ts";
import { viewOf } from "./view.ts";

export type ParsedState =
  | {
      readonly kind: "state";
      readonly state: State;
      readonly found: "line" | "no-line" | "damaged-line";
      /** The dot of a text that no line tells: its device is whoever adopts it. */
      readonly read?: Dot;
    }
  /** A newer program wrote it: not to be joined or written by this one. */
  | { readonly kind: "newer" };

export function parseState(document: MemoryDocument, place: Place): ParsedState {
  const sync = document.fields.get("sync");
  const line = typeof sync === "string" ? readLine(sync, listField(document, "holds")) : undefined;
  if (line?.kind === "newer") return line;
  // A standing file that says it is forgotten is no tombstone, and would take the text from every machine.
  const told = line?.kind === "state" && !line.state.forgotten ? line.state : undefined;
  const found = told !== undefined ? "line" : sync === undefined ? "no-line" : "damaged-line";
  const base = told ?? firstState(document);
  const state = asFound(base, document, place);
  const read = state.versions.find(({ dot }) => !covers(base.context, dot))?.dot;
  return { kind: "state", state, found, ...(read === undefined ? {} : { read }) };
}

/** What the file says of its tier is a claim, as every line is; statements decide whether it counts. */
function firstState(document: MemoryDocument): State {
  const hash = contentHash(document);
  const tier = declaredTier(document) ?? "inferred";
  const lastVerified = parseDate(trustStateOf(document).lastVerified);
  const attested = tier === "verified" && lastVerified !== undefined ? dayOf(lastVerified) : null;
  const dot = { device: adoptingDevice(hash, []), n: 1 };
  // What is quarantined now was demoted, not written there; its hold is found below.
  const under = tier === "quarantined" ? "inferred" : tier;
  return makeState({ versions: [{ dot, hash, attested, under, from: [] }] });
}

function asFound(read: State, document: MemoryDocument, place: Place): State {
  const hash = contentHash(document);
  const state = adopt(read, hash);
  const says = declaredTier(document) === "quarantined" || listField(document, "holds").length > 0;
  const explained = groundOf(viewOf(state)) === "quarantined" || !(says || place === "quarantine");
  const held = explained ? state : holdFound(state, hash, heldSince(document));
  return statusOf(document) === "retired" ? retirementFound(held, hash) : held;
}

/** Without a date of its own a fixed one: a clock would make two machines differ. */
function heldSince(document: MemoryDocument): string {
  return secondOf(parseDate(textField(document, "quarantined-at")) ?? new Date(0));
}
