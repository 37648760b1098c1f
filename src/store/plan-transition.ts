// One place turns a trust event into a plan: asks the machine, renders the new state into managed keys only
// (TRU-9), passes the text through the gate, and keeps the file name (STO-6).
import { type Gated, type GateInput, gateForQuarantine, gateForStore } from "../checks/gate.ts";
import { setToolKeys } from "../memory/compose.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { kindField, stateKeys, type ToolKeys, textField, trustStateOf } from "../memory/fields.ts";
import { blocks, type Finding } from "../memory/findings.ts";
import { type MemoryId, makeId } from "../memory/ids.ts";
import { TOOL_KEYS, type ToolKey } from "../memory/keys.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden, type Verb } from "../trust/authority.ts";
import { partyOf, sourceOf } from "../trust/channels.ts";
import { type Place, placeOf } from "../trust/tiers.ts";
import { type EventName, secondOf, type TrustState, transition } from "../trust/transitions.ts";
import { type Memory, stateOf, stemOf } from "./catalogue.ts";
import type { Act, Plan, Step, Unchanged } from "./context.ts";
import { changeTo, type Scope } from "./memory-store.ts";
import type { Action } from "./records.ts";

export interface Ask {
  readonly verb: Verb;
  readonly event: EventName;
  readonly action: Action;
  readonly reason?: string;
  /** The text to use instead of the stored one: an edit that was confirmed. */
  readonly document?: MemoryDocument;
}

export function planTransition(memory: Memory, ask: Ask, act: Act): Plan | Refusal {
  const stopped = ask.document && unlessKind(ask.document, act);
  if (stopped !== undefined) return stopped;
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
  const isReworded = ask.document !== undefined && contentHash(ask.document) !== contentHash(memory.document);
  const isOthers = textField(memory.document, "source") !== sourceOf(act.channel);
  const writer = isReworded && isOthers ? writerKeys(memory.scope, act) : {};
  const after = setToolKeys(base, { ...stateKeys(moved.state), ...identityKeys(memory, id), ...writer });
  const place = moved.state.tier === "none" ? memory.stored.place : placeOf(moved.state.tier);
  const gated = gate({ text: after.text, place, file: memory.stored.file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const step: Step = {
    id,
    action: ask.action,
    reason: ask.event === "check-failed" ? "check-failed" : "asked",
    from: before.tier,
    to: moved.state.tier,
    change: changeTo(memory.stored, place, gated.text),
    ...(gated.masked === true ? { masked: true as const } : {}),
    ...(ask.event === "check-failed" && ask.reason !== undefined ? { failed: ask.reason } : {}),
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

/** A file written by hand gets its id and date the first time a transition touches it. */
export function identityKeys(memory: Memory, id: MemoryId): ToolKeys {
  const created = trustStateOf(memory.document).createdAt;
  return {
    ...(memory.id === undefined ? { id } : {}),
    ...(created === undefined ? { "created-at": secondOf(new Date(memory.stored.mtimeMs)) } : {}),
  };
}

/** What is there stays, and may be lowered or taken away; nothing new is written of a kind that is not let be (HUB-10). */
export function unlessKind(document: MemoryDocument, { kinds }: Pick<Act, "kinds">): Refusal | undefined {
  const kind = kindField(document) ?? "fact";
  if (kinds?.includes(kind) !== false) return undefined;
  const message = `Your organisation's policy lets no memory of the kind ${kind} be written.`;
  return refuse("not-allowed", message, "holdfast config explain kinds");
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
  const fix = memory.stored.place === "quarantine" ? `holdfast on --edit ${stem}` : `holdfast edit ${stem}`;
  const lines = findingLines(findings);
  const count = lines.length === 1 ? "a check" : `${lines.length} checks`;
  return refuse("checks-failed", `${stem} fails ${count}; nothing was changed.`, fix, lines);
}

/** What stands in the way; advice is left to `holdfast audit --check`. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  return findings.filter(blocks).map(({ check, rule, line, hint }) => `${check}/${rule} line ${line}: ${hint}`);
}

/** Changes keys of the tool alone: neither the tier nor the words. */
export function managedStep(memory: Memory, action: Action, keys: ToolKeys, act: Act): Step | Refusal {
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const after = setToolKeys(memory.document, { ...identityKeys(memory, id), ...keys });
  const { place, file } = memory.stored;
  const gated = gate({ text: after.text, place, file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const tier = stateOf(memory).tier;
  const change = changeTo(memory.stored, place, gated.text);
  const masked = gated.masked === true ? { masked: true as const } : {};
  return { id, action, reason: "asked", from: tier, to: tier, change, ...masked };
}

/** The tool's own keys, as the file has them. */
export function managedOf({ document }: Memory): ToolKeys {
  return Object.fromEntries(TOOL_KEYS.map((key) => [key, managedValue(document, key)])) as ToolKeys;
}

function managedValue(document: MemoryDocument, key: ToolKey): string | readonly string[] | null {
  const value = document.fields.get(key);
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String);
  return value instanceof Map ? null : String(value);
}

export function supersededSteps(replaced: readonly Memory[], by: MemoryId, act: Act): readonly Step[] | Refusal {
  const steps: Step[] = [];
  for (const each of replaced) {
    const step = managedStep(each, "supersede", { "superseded-by": [by] }, act);
    if (isRefusal(step)) return step;
    steps.push(step);
  }
  return steps;
}

/** All of them with one word, or none. */
export function planRetireAll(memories: readonly Memory[], act: Act): Plan | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const steps: Step[] = [];
  for (const memory of memories) {
    const step = managedStep(memory, "retire", { status: "retired" }, act);
    if (isRefusal(step)) return step;
    steps.push(step);
  }
  return planOf("retire", steps);
}

export function planOf(verb: Verb, steps: readonly Step[]): Plan {
  return { kind: "plan", verb, steps, warnings: [], droppedClaims: [] };
}

/** T2 for a person, T1 for everyone else; T4 at once for what was quarantined where it came from. */
export function bornAs(act: Act, quarantined?: { readonly reason: string; readonly at?: Date }): TrustState | Refusal {
  const name = partyOf(act.channel) === "person" ? "assert" : "write";
  const event = { name, channel: act.channel, device: act.device.id } as const;
  const moved = transition({ tier: "none" }, event, act.now);
  if (isRefusal(moved) || quarantined === undefined) return isRefusal(moved) ? moved : moved.state;
  const { reason, at = act.now } = quarantined;
  const when = new Date(Math.min(at.getTime(), act.now.getTime()));
  const put = transition(moved.state, { ...event, name: "check-failed", reason }, when);
  return isRefusal(put) ? put : put.state;
}

export function birthKeys(
  state: TrustState,
  scope: Scope,
  act: Act,
): Partial<Record<ToolKey, string | readonly string[]>> {
  const keys = Object.entries(stateKeys(state)).filter(
    (entry): entry is [ToolKey, string] => typeof entry[1] === "string",
  );
  return {
    ...Object.fromEntries(keys),
    "created-at": secondOf(act.now),
    ...writerKeys(scope, act),
  };
}

/** Whose words they are: of a new text, and of one that was changed. Words that were only confirmed stay whose they were. */
function writerKeys(scope: Scope, { channel, device }: Act): Partial<Record<ToolKey, string>> {
  const machine = scope !== "personal" ? device.id : `${device.id} (${device.nickname})`;
  return { source: sourceOf(channel), "source-machine": machine };
}

// promote, demote, restore, reaffirm: a person's acts on a stored memory.

export type TierVerb = "promote" | "demote" | "restore" | "reaffirm";

export interface TierChange {
  readonly verb: TierVerb;
  readonly reason?: string;
  /** The draft a person confirmed (`restore --edit`). */
  readonly document?: MemoryDocument;
}

export function planTierChange(memory: Memory, change: TierChange, act: Act): Plan | Unchanged | Refusal {
  const refused = forbidden(change.verb, act.channel);
  if (refused !== undefined) return refused;
  if (change.verb === "demote" && memory.stored.place === "quarantine") {
    return { kind: "unchanged", message: "quarantined already" };
  }
  const { verb, ...rest } = change;
  return planTransition(memory, { verb, event: verb, action: verb, ...rest }, act);
}
