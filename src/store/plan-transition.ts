// One place turns a trust event into a plan: asks the machine, renders the new state into managed keys only
// (TRU-9), passes the text through the gate, and keeps the file name (STO-6).
import { type Gated, type GateInput, gateForQuarantine, gateForStore } from "../checks/gate.ts";
import { setToolKeys } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { stateKeys, type ToolKeys, trustStateOf } from "../memory/fields.ts";
import { blocks, type Finding } from "../memory/findings.ts";
import { type MemoryId, makeId } from "../memory/ids.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { Verb } from "../trust/authority.ts";
import type { Place } from "../trust/tiers.ts";
import { placeOf } from "../trust/tiers.ts";
import { type EventName, secondOf, type TrustState, transition } from "../trust/transitions.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { Act } from "./context.ts";
import type { Action } from "./ledger/port.ts";
import type { Plan, Step } from "./plan.ts";

export interface Ask {
  readonly verb: Verb;
  readonly event: EventName;
  readonly action: Action;
  readonly reason?: string;
  /** The text to use instead of the stored one: an edit that was confirmed. */
  readonly document?: MemoryDocument;
}

export function planTransition(memory: Memory, ask: Ask, act: Act): Plan | Refusal {
  const before = stateOf(memory);
  const base = ask.document ?? memory.document;
  const checksPass = ask.event !== "restore" || blockers(restored(base), memory, act).length === 0;
  const moved = transition(
    before,
    {
      name: ask.event,
      channel: act.channel,
      device: act.device.id,
      checksPass,
      ...(ask.reason === undefined ? {} : { reason: ask.reason }),
    },
    act.now,
  );
  if (isRefusal(moved)) {
    const blocked = moved.code === "checks-failed" && ask.event === "restore";
    return blocked ? blockedBy(blockers(restored(base), memory, act), memory) : explained(moved, memory);
  }
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const after = setToolKeys(base, { ...stateKeys(moved.state), ...identityKeys(memory, id) });
  const place = moved.state.tier === "none" ? memory.stored.place : placeOf(moved.state.tier);
  const gated = gate({ text: after.text, place, file: memory.stored.file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const step: Step = {
    id,
    action: ask.action,
    reason: ask.event === "check-failed" ? "check-failed" : "asked",
    from: before.tier,
    to: moved.state.tier,
    change: changeTo(memory, place, gated.text),
    ...(gated.masked === true ? { masked: true as const } : {}),
  };
  return {
    kind: "plan",
    verb: ask.verb,
    steps: [step],
    warnings: gated.warnings,
    droppedClaims: [],
    ...(ask.event === "check-failed" ? { byCheck: true as const } : {}),
  };
}

/** The state the machine is asked about: the more restrictive of what the file says and where it stands. */
export function stateOf(memory: Memory): TrustState {
  const declared = trustStateOf(memory.document);
  return memory.tier === "quarantined" ? { ...declared, tier: "quarantined" } : declared;
}

/** A file written by hand gets its id and date the first time a transition touches it. */
export function identityKeys(memory: Memory, id: MemoryId): ToolKeys {
  const created = trustStateOf(memory.document).createdAt;
  return {
    ...(memory.id === undefined ? { id } : {}),
    ...(created === undefined ? { "created-at": secondOf(new Date(memory.stored.mtimeMs)) } : {}),
  };
}

export function changeTo(
  memory: Memory,
  place: Place,
  text: Extract<Gated, { kind: "passed" }>["text"],
): Step["change"] {
  const { file, place: from, sha256: base } = memory.stored;
  return from === place
    ? { kind: "rewrite", place, file, base, text }
    : { kind: "move", file, from, to: place, base, text };
}

export function gate(input: GateInput & { readonly place: Place }, { checks }: Pick<Act, "checks">): Gated {
  return input.place === "quarantine" ? gateForQuarantine(input, checks) : gateForStore(input, checks);
}

/** The text a restore would leave behind, to be checked before anything else happens. */
function restored(document: MemoryDocument): MemoryDocument {
  return setToolKeys(document, stateKeys({ tier: "verified", lastVerified: "2000-01-01" }));
}

function blockers(document: MemoryDocument, { stored, scope }: Memory, act: Act): readonly Finding[] {
  const gated = gate({ text: document.text, place: "memories", file: stored.file, scope }, act);
  return gated.kind === "blocked" ? gated.findings : [];
}

function explained(refusal: Refusal, memory: Memory): Refusal {
  const stem = stemOf(memory);
  if (refusal.code === "observation") {
    return { ...refusal, hint: `holdfast confirm ${stem}   (makes it your own words now)` };
  }
  if (refusal.code === "transition-refused") return { ...refusal, hint: `holdfast confirm ${stem}` };
  return refusal;
}

export function blockedBy(findings: readonly Finding[], memory: Memory): Refusal {
  const stem = stemOf(memory);
  const fix = memory.stored.place === "quarantine" ? `holdfast restore --edit ${stem}` : `holdfast edit ${stem}`;
  const lines = findingLines(findings);
  const count = lines.length === 1 ? "a check" : `${lines.length} checks`;
  return refuse("checks-failed", `${stem} fails ${count}; nothing was changed.`, fix, lines);
}

/** What stands in the way; advice is left to `holdfast check`. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  return findings.filter(blocks).map(({ check, rule, line, hint }) => `${check}/${rule} line ${line}: ${hint}`);
}
