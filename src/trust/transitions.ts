// The trust machine: seven transitions, no others (TRU-1). The table is data; `transition` is the one function
// that applies it, and the only code that decides a trust-level. Clocks are arguments.
import { type Refusal, refuse } from "../text/errors.ts";
import { type Channel, partyOf } from "./channels.ts";
import { type Observation, observationOf } from "./lifecycle.ts";
import type { Tier } from "./tiers.ts";

export type From = Tier | "none";

export const EVENTS = ["write", "assert", "promote", "demote", "check-failed", "restore", "reaffirm"] as const;
/**
 * `write`: a text arrived. `assert`: a person says it. `check-failed`: a check failed hard on a stored memory,
 * whoever ran it. The others are a person's acts on a stored memory.
 */
export type EventName = (typeof EVENTS)[number];

interface Row {
  readonly id: string;
  readonly from: From;
  readonly event: EventName;
  readonly to: Tier;
  readonly needsPerson: boolean;
}

export const TRANSITIONS: readonly Row[] = [
  { id: "T1", from: "none", event: "write", to: "inferred", needsPerson: false },
  { id: "T2", from: "none", event: "assert", to: "verified", needsPerson: true },
  // In place of the words nobody had confirmed, in the same file (TRU-3).
  { id: "T2", from: "inferred", event: "assert", to: "verified", needsPerson: true },
  { id: "T3", from: "inferred", event: "promote", to: "verified", needsPerson: true },
  { id: "T4", from: "inferred", event: "demote", to: "quarantined", needsPerson: true },
  { id: "T4", from: "inferred", event: "check-failed", to: "quarantined", needsPerson: false },
  { id: "T5", from: "verified", event: "demote", to: "quarantined", needsPerson: true },
  { id: "T5", from: "verified", event: "check-failed", to: "quarantined", needsPerson: false },
  { id: "T6", from: "quarantined", event: "restore", to: "verified", needsPerson: true },
  { id: "T7", from: "verified", event: "reaffirm", to: "verified", needsPerson: true },
];

export interface TrustState {
  readonly tier: From;
  /** `created-at` as written; undefined when absent or unreadable. */
  readonly createdAt?: Date;
  readonly lastVerified?: string;
  readonly quarantine?: { readonly at: string; readonly reason: string; readonly by: string };
}

export interface TrustEvent {
  readonly name: EventName;
  readonly channel: Channel;
  /** For demote and check-failed. */
  readonly reason?: string;
  /** The device that acts, for `quarantined-by`. */
  readonly device: string;
  /** For restore: whether all checks pass now. */
  readonly checksPass?: boolean;
}

export type TransitionResult = { readonly kind: "moved"; readonly row: string; readonly state: TrustState } | Refusal;

export function transition(state: TrustState, event: TrustEvent, now: Date): TransitionResult {
  const row = TRANSITIONS.find((each) => each.from === state.tier && each.event === event.name);
  if (row === undefined) return refuse("transition-refused", whyNoRow(state.tier, event.name));
  if (row.needsPerson && partyOf(event.channel) !== "person") {
    return refuse("needs-person", `Only a person can ${event.name} a memory; this came through ${event.channel}.`);
  }
  if (row.event === "promote") {
    const observation = observationOf(state.createdAt, now);
    if (!observation.complete) return stillObserved(observation);
  }
  if (row.event === "restore" && event.checksPass !== true) {
    return refuse("checks-failed", "A quarantined memory is restored only when all checks pass.");
  }
  return { kind: "moved", row: row.id, state: after(state, row, event, now) };
}

function after(state: TrustState, row: Row, event: TrustEvent, now: Date): TrustState {
  const created = state.createdAt ?? now;
  if (row.to === "inferred") return { tier: "inferred", createdAt: created };
  const today = dayOf(now);
  if (row.to === "verified") return { tier: "verified", createdAt: created, lastVerified: today };
  return {
    tier: "quarantined",
    createdAt: created,
    lastVerified: today,
    quarantine: { at: secondOf(now), reason: event.reason ?? row.event, by: event.device },
  };
}

function whyNoRow(from: From, event: EventName): string {
  if (from === "quarantined" && event === "promote")
    return "A quarantined memory is never promoted; a person restores it.";
  if (from === "quarantined" && event === "write") return "Quarantined memories never become inferred.";
  if (from === "verified" && event === "write")
    return "Verified memories never become inferred; demote or supersede it.";
  if (from === "none") return `There is no memory to ${event}.`;
  if (event === "assert") return "Own words take the place of an inferred memory only; restore or re-affirm this one.";
  return `There is no transition "${event}" from ${from}.`;
}

function stillObserved(observation: Observation): Refusal {
  return refuse(
    "observation",
    `An inferred memory is observed for 7 days before it can be promoted; this one until ${secondOf(observation.ends)}.`,
  );
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export function secondOf(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}
