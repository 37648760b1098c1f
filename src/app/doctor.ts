// Looks for what is wrong in a store and says how to mend it. Mending is a person's act, one plan per finding; the
// more restrictive of two contradicting facts stands (STO-5).
import { isRefusal, type Refusal } from "../core/errors.ts";
import { setToolKeys } from "../core/memory/document.ts";
import { declaredTier } from "../core/memory/fields.ts";
import { makeId } from "../core/memory/ids.ts";
import type { Plan } from "../core/plan.ts";
import { permission } from "../core/trust/authority.ts";
import { stateKeys } from "../core/trust/state-keys.ts";
import { secondOf } from "../core/trust/transitions.ts";
import { type Catalogue, type Memory, readCatalogue } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { blockedBy, changeTo, gate, identityKeys, planTransition, stateOf } from "./plan-transition.ts";

export type Health = "ok" | "warning" | "error";

export interface Probe {
  readonly name: string;
  readonly health: Health;
  readonly message: string;
  /** What mends it: a command, or what to do by hand. */
  readonly remedy?: string;
}

/** What `--fix` would do, with the probe that asked for it. */
export interface Mend {
  readonly label: string;
  readonly plan: Plan;
}

export interface StoreHealth {
  readonly probes: readonly Probe[];
  readonly mends: readonly Mend[];
  /** Leftovers and half-done moves are mended by taking the lock. */
  readonly needsSweep: boolean;
}

export function examine(open: OpenStore, act: Act): StoreHealth {
  const catalogue = readCatalogue(open.store);
  const disagreeing = catalogue.memories.filter(disagrees);
  const failing = catalogue.memories.filter((memory) => !disagrees(memory) && failsChecks(memory));
  const nameless = catalogue.memories.filter(
    (memory) => memory.id === undefined && !disagrees(memory) && !failing.includes(memory),
  );
  const mends = [
    ...[...disagreeing, ...nameless].flatMap((memory) => mendOf(memory, mendPlan(memory, act))),
    ...failing.flatMap((memory) => mendOf(memory, demotion(memory, act))),
  ];
  const full = permission("doctor", act.channel) === "full";
  const probes = [
    counts(open, catalogue),
    tierProbe(disagreeing),
    idProbe(nameless),
    checkProbe(failing),
    twinProbe(catalogue),
    moveProbe(catalogue),
    leftoverProbe(catalogue),
    unreadableProbe(catalogue),
    strangerProbe(catalogue),
  ];
  return {
    probes: full ? probes : probes.map(withoutQuarantine),
    mends,
    needsSweep: interrupted(catalogue).length > 0 || catalogue.listing.leftovers.length > 0,
  };
}

/** An agent is told that something is wrong in quarantine/, not what it is called. */
function withoutQuarantine(probe: Probe): Probe {
  return { ...probe, message: probe.message.replace(/quarantine\/[^\s,]+/g, "quarantine/...") };
}

/** A name in both directories is a move that did not end; recovery finishes those and nothing else. */
function interrupted({ shadowed, memories }: Catalogue): readonly Memory[] {
  const held = new Set(memories.filter(({ stored }) => stored.place === "quarantine").map(({ stored }) => stored.file));
  return shadowed.filter(({ stored }) => held.has(stored.file));
}

function disagrees(memory: Memory): boolean {
  const declared = declaredTier(memory.document);
  return declared !== undefined && (declared === "quarantined") !== (memory.stored.place === "quarantine");
}

function failsChecks({ stored, document }: Memory): boolean {
  return stored.place === "memories" && gate(document.text, "memories", stored.file).kind === "blocked";
}

/** Checks are authoritative: what was accepted before and fails hard now is demoted, whatever its tier (TRU-6). */
function demotion(memory: Memory, act: Act): Plan | Refusal {
  return planTransition(
    memory,
    { verb: "doctor", event: "check-failed", action: "demote", reason: "a check failed" },
    act,
  );
}

function mendOf(memory: Memory, plan: Plan | Refusal): readonly Mend[] {
  return isRefusal(plan) ? [] : [{ label: `${memory.stored.place}/${memory.stored.file}`, plan }];
}

function mendPlan(memory: Memory, act: Act): Plan | Refusal {
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const state = stateOf(memory);
  const quarantined = state.tier === "quarantined";
  const held = quarantined
    ? stateKeys({
        ...state,
        quarantine: state.quarantine ?? {
          at: secondOf(act.now),
          reason: "tier and directory disagreed",
          by: act.device.id,
        },
      })
    : {};
  const after = setToolKeys(memory.document, { ...held, ...identityKeys(memory, id) });
  const place = quarantined ? "quarantine" : memory.stored.place;
  const gated = gate(after.text, place, memory.stored.file);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const step = {
    id,
    action: quarantined ? "demote" : "edit",
    reason: "recovery",
    from: state.tier,
    to: state.tier,
  } as const;
  return {
    kind: "plan",
    verb: "doctor",
    steps: [{ ...step, change: changeTo(memory, place, gated.text) }],
    warnings: [],
    droppedClaims: [],
  };
}

function counts(open: OpenStore, { memories }: Catalogue): Probe {
  const of = (tier: string): number => memories.filter((memory) => memory.tier === tier).length;
  const all = memories.length === 1 ? "1 memory" : `${memories.length} memories`;
  const message = `${all}: ${of("verified")} verified, ${of("inferred")} inferred, ${of("quarantined")} quarantined`;
  return { name: `${open.store.info.scope} store`, health: "ok", message };
}

function probe(
  name: string,
  found: readonly string[],
  good: string,
  bad: string,
  health: Health,
  remedy: string,
): Probe {
  if (found.length === 0) return { name, health: "ok", message: good };
  const shown = found.slice(0, 3).join(", ") + (found.length > 3 ? ` and ${found.length - 3} more` : "");
  return { name, health, message: `${bad}: ${shown}`, remedy };
}

const fileOf = ({ stored }: Memory): string => `${stored.place}/${stored.file}`;

function tierProbe(memories: readonly Memory[]): Probe {
  return probe(
    "tiers",
    memories.map(fileOf),
    "tier and directory agree",
    "tier and directory disagree",
    "error",
    "holdfast doctor --fix",
  );
}

function idProbe(memories: readonly Memory[]): Probe {
  return probe("ids", memories.map(fileOf), "every memory has an id", "no id yet", "warning", "holdfast doctor --fix");
}

function checkProbe(memories: readonly Memory[]): Probe {
  const remedy = "holdfast check, then edit; holdfast doctor --fix demotes them";
  return probe("checks", memories.map(fileOf), "every memory passes", "fails its checks", "error", remedy);
}

function twinProbe(catalogue: Catalogue): Probe {
  const seen = new Map<string, string>();
  const twins: string[] = [];
  const moving = interrupted(catalogue);
  for (const memory of [...catalogue.memories, ...catalogue.shadowed]) {
    if (moving.includes(memory)) continue;
    if (memory.id === undefined) continue;
    const other = seen.get(memory.id);
    if (other !== undefined) twins.push(`${other} = ${fileOf(memory)}`);
    seen.set(memory.id, fileOf(memory));
  }
  return probe(
    "twins",
    twins,
    "every id stands once",
    "one id in two files",
    "error",
    "Remove the copy you do not want.",
  );
}

function moveProbe(catalogue: Catalogue): Probe {
  return probe(
    "moves",
    interrupted(catalogue).map(fileOf),
    "no move is half done",
    "a move was interrupted",
    "warning",
    "holdfast doctor --fix",
  );
}

function leftoverProbe({ listing }: Catalogue): Probe {
  const names = listing.leftovers.map((spot) => `${spot.place}/${spot.file}`);
  return probe("leftovers", names, "no leftovers", "left by a killed writer", "warning", "holdfast doctor --fix");
}

function unreadableProbe({ broken }: Catalogue): Probe {
  const names = broken.map(({ spot }) => `${spot.place}/${spot.file}`);
  const remedy = "holdfast check; holdfast demote NAME takes one out";
  return probe("files", names, "every file reads as a memory", "not readable as a memory", "warning", remedy);
}

function strangerProbe({ listing }: Catalogue): Probe {
  const names = listing.strangers.map((spot) => `${spot.place}/${spot.file}`);
  const remedy = "Move them out of the store, or name them <type>_<words>.md.";
  return probe("strangers", names, "no other files", "never read", "warning", remedy);
}
