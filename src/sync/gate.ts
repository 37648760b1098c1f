// The gate (SYN-11, SYN-14): no text comes into the store, and none is committed, that the checks did not see. What fails is
// held, with an id that every machine derives alike; a secret is masked on the way. A file that can't even be held is left
// out and told; nothing stops the others. The ledger's line for a hold is written by the machine that found it and by no other
// (STO-30): whoever only receives the hold has done nothing.

import type { Checked } from "../checks/checked.ts";
import { type Gated, gateForSync } from "../checks/gate.ts";
import type { CheckSettings } from "../checks/settings.ts";
import { contentHash, parseDocument } from "../memory/document.ts";
import { declaredTier } from "../memory/fields.ts";
import { blocks, isFault } from "../memory/findings.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Scope } from "../memory/kinds.ts";
import { adopt, holdFor } from "../replica/derived.ts";
import type { State } from "../replica/state.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { Fault } from "../text/errors.ts";
import type { Place, Tier } from "../trust/tiers.ts";
import { type AtGate, type Rendered, renderMemory } from "./render.ts";
import type { MemoryCopy } from "./side.ts";

export interface Held {
  readonly file: string;
  readonly check: string;
  readonly rule: string;
}

export interface Passed {
  readonly kind: "passed";
  readonly place: Place;
  readonly text: Checked;
  readonly state: State;
  readonly held: readonly Held[];
  readonly masked: boolean;
}

export type Gate = Passed | { readonly kind: "refused"; readonly why: string };

/** What the gate goes by; a store of many people holds less of theirs than one's own. */
export interface GateRules {
  readonly checks: CheckSettings;
  readonly scope: Scope;
}

export function gateMemory(candidate: AtGate, rules: GateRules, at: string): Gate {
  const { file, copies } = candidate;
  const rendered = renderMemory(candidate);
  if (rendered === undefined) return { kind: "refused", why: "its state can't be written" };
  const gated = gateRendered(rendered, file, rules);
  if (gated.kind === "passed" && gated.masked !== true) return passed(rendered, gated.text, candidate.state);
  if (rendered.place === "memories" && gated.kind === "blocked") {
    const failures = gated.findings.filter(blocks);
    const hash = contentHash(rendered.document);
    const state = failures.reduce((each, { check, rule }) => holdFor(each, { check, rule, hash }, at), candidate.state);
    const told = new Map(failures.map(({ check, rule }) => [`${check}/${rule}`, { file, check, rule }]));
    const held = [...told.values()];
    const again = gateMemory({ ...candidate, state }, rules, at);
    return again.kind === "passed" ? { ...again, held: [...held, ...again.held] } : again;
  }
  if (gated.kind === "blocked") return { kind: "refused", why: reasonOf(gated) };
  // Masked: another text, which nobody attests.
  const document = parseDocument(gated.text);
  if (document.kind !== "document") return { kind: "refused", why: "it can't be read once its secrets are masked" };
  const hash = contentHash(document);
  const copy: MemoryCopy = { place: "quarantine", file, document, hash };
  const { device } = candidate;
  const state = adopt(candidate.state, hash, contentHash(rendered.document), { device });
  const masked = gateMemory({ ...candidate, state, copies: [...copies, copy] }, rules, at);
  return masked.kind === "passed" ? { ...masked, masked: true } : masked;
}

/** A text that is no state of its own yet, such as a sibling's: it passes, or is refused. */
export function gateRendered({ document, place }: Rendered, file: string, { checks, scope }: GateRules): Gated {
  const gated = gateForSync({ text: document.text, file, scope, place }, checks);
  const fault = gated.kind === "blocked" ? gated.findings.find(isFault) : undefined;
  // Nothing is held because our own scanner failed (TRU-6), and nothing goes on without it.
  if (fault !== undefined) throw new Fault("checks-failed", `The checks can't run: ${fault.hint}`, "holdfast doctor");
  return gated;
}

function passed({ place }: Rendered, text: Checked, state: State): Passed {
  return { kind: "passed", place, text, state, held: [], masked: false };
}

function reasonOf(gated: Extract<Gated, { kind: "blocked" }>): string {
  const first = gated.findings.find(blocks);
  return first === undefined ? "it fails its checks" : `${first.check}/${first.rule}: ${first.hint}`;
}

export interface HoldMade {
  readonly id: MemoryId;
  readonly file: string;
  /** What it was here before; a memory that just came was nobody's word. */
  readonly from: Tier;
  /** What stands in quarantine now. */
  readonly text: string;
}

export function tierBefore(copies: readonly MemoryCopy[]): Tier {
  const [copy] = copies;
  if (copies.some(({ place }) => place === "quarantine")) return "quarantined";
  return (copy && declaredTier(copy.document)) ?? "inferred";
}

/** Under the store's lock. */
export function recordHold({ ledger }: OpenStore, { id, from, text }: Omit<HoldMade, "file">, act: Act): void {
  const who = { actor: "check", channel: act.channel } as const;
  ledger.append({ ...who, action: "demote", id, from, to: "quarantined", reason: "check-failed" }, act.now, text);
}
