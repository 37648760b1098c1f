// What a memory is called, where it stands, and whether it passes its checks.
import { fingerprintOf } from "../../attest/devices.ts";
import { failedRules } from "../../checks/failure.ts";
import type { CheckSettings } from "../../checks/settings.ts";
import { setToolKeys } from "../../memory/compose.ts";
import { stateKeys, type ToolKeys } from "../../memory/fields.ts";
import { demotes, isFault } from "../../memory/findings.ts";
import { makeId } from "../../memory/ids.ts";
import { hasRule, problemOf } from "../../rules/known.ts";
import { type Memory, stateOf } from "../../store/catalogue.ts";
import type { Act, OpenStore, Plan } from "../../store/context.ts";
import { changeTo } from "../../store/memory-store.ts";
import { blockedBy, gate, identityKeys } from "../../store/plan-transition.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { secondOf } from "../../trust/transitions.ts";
import { demotionFor, disagrees, findingsOf, isDemotedBy, isFailing, type Seen } from "../enforce.ts";
import { FIX, type Mended, type Probe, type ProbeFinding, rowFor, type StoreView } from "./probe.ts";

// The tier decides the directory; where they disagree the more restrictive of the two stands (STO-5).
export const tiers: Probe<StoreView> = {
  name: "tiers",
  examine: ({ open, catalogue, nameOf }) => [
    ...otherKeyRows(open, catalogue.memories),
    rowFor("tiers", catalogue.memories.filter(disagrees).map(nameOf), {
      good: "tier and directory agree",
      bad: "tier and directory disagree",
      health: "error",
      remedy: FIX,
    }),
  ],
  mend: (view, act) => mendEach(view, view.catalogue.memories.filter(disagrees), settled, act),
};

/** After switching signing on or off that is so, and one re-affirmation mends it. Where nobody did, somebody put a key in place. */
function otherKeyRows({ devices }: OpenStore, memories: readonly Memory[]): readonly ProbeFinding[] {
  const keys = memories.flatMap(({ tier, id }) =>
    tier === "unattested" && id !== undefined ? (devices.signedWith(id) ?? []) : [],
  );
  const others = keys.filter(
    (key) =>
      devices
        .circle()
        .keys.get(devices.own?.device ?? "")
        ?.has(key) !== true,
  );
  const [first] = others;
  if (first === undefined) return [];
  const subject = others.length === 1 ? "1 memory was" : `${others.length} memories were`;
  const message = `${subject} signed on this device by a key that does not count any more (${fingerprintOf(first)}); if you did not change the key, something else did`;
  return [{ name: "signing", health: "warning", message, remedy: "holdfast config get signing, then holdfast review" }];
}

// A rule that can't be read is off, and its memory serves all the same (RUL-7): here it is told.
export const rules: Probe<StoreView> = {
  name: "rules",
  examine: ({ catalogue, nameOf }) => {
    const carrying = catalogue.memories.filter((memory) => memory.tier === "verified" && hasRule(memory));
    const off = carrying.filter((memory) => problemOf(memory) !== undefined);
    if (carrying.length === 0) return [];
    const remedy = "holdfast rules, then holdfast edit";
    const words = { good: "every rule can be read", bad: "a rule that can't be read, so it is off" } as const;
    return [rowFor("rules", off.map(nameOf), { ...words, health: "warning", remedy })];
  },
};

// A file written by hand has no id until something touches it; mending gives it one and changes nothing else.
export const ids: Probe<StoreView> = {
  name: "ids",
  examine: ({ catalogue, checks, nameOf }) => [
    rowFor("ids", nameless({ catalogue, checks }).map(nameOf), {
      good: "every memory has an id",
      bad: "no id yet",
      health: "warning",
      remedy: FIX,
    }),
  ],
  mend: (view, act) => mendEach(view, nameless(view), settled, act),
};

/** Those that another probe mends get their id with it. */
function nameless({ catalogue, checks }: Pick<StoreView, "catalogue" | "checks">): readonly Memory[] {
  return catalogue.memories.filter(
    (memory) => memory.id === undefined && !disagrees(memory) && !failsChecks(memory, checks),
  );
}

// Checks are authoritative: what was accepted before and fails hard now is demoted, whatever its tier, and a secret that
// stands in quarantine is masked (TRU-6, SYN-14). A scanner that can't run demotes nothing; that is told in one row.
export const checks: Probe<StoreView> = {
  name: "checks",
  examine: (view) => [
    ...faultRows(view),
    rowFor(
      "checks",
      failing(view).map((seen) => `${view.nameOf(seen.memory)} (${failedRules(seen.findings).join(", ")})`),
      {
        good: "every memory passes",
        bad: "fails its checks",
        health: "error",
        remedy: "holdfast audit --check, then edit; holdfast doctor --fix demotes them",
      },
    ),
    ...unmaskedRows(view),
  ],
  mend: async (view, act) => [
    ...(await mendEach(
      view,
      failing(view).map(({ memory }) => memory),
      demoted(view.open),
      act,
    )),
    ...(await mendEach(view, unmasked(view), settled, act)),
  ],
};

function failsChecks(memory: Memory, settings: CheckSettings): boolean {
  return isDemotedBy(findingsOf(memory, settings), memory);
}

function failing({ open, catalogue, checks: settings }: StoreView): readonly Seen[] {
  return catalogue.memories
    .map((memory) => ({ open, memory, findings: findingsOf(memory, settings) }))
    .filter(isFailing);
}

function demoted(open: OpenStore): (memory: Memory, act: Act) => Plan | Refusal {
  return (memory, act) => demotionFor({ open, memory, findings: findingsOf(memory, act.checks) }, "doctor", act);
}

function unmasked({ catalogue, checks: settings }: StoreView): readonly Memory[] {
  const held = catalogue.memories.filter(({ stored }) => stored.place === "quarantine");
  return held.filter((memory) =>
    findingsOf(memory, settings).some((finding) => finding.check === "secrets" && demotes(finding)),
  );
}

function unmaskedRows(view: StoreView): readonly ProbeFinding[] {
  const found = unmasked(view).map(view.nameOf);
  if (found.length === 0) return [];
  return [rowFor("masks", found, { good: "", bad: "a secret stands in quarantine", health: "error", remedy: FIX })];
}

/** One look is enough: a scanner that fails for one memory fails for all. */
function faultRows({ catalogue, checks: settings }: StoreView): readonly ProbeFinding[] {
  const [first] = catalogue.memories;
  if (first === undefined || !findingsOf(first, settings).some(isFault)) return [];
  const message = "the secret scanner could not run; nothing is demoted for that, and nothing can be written";
  return [{ name: "scanner", health: "error", message, remedy: "install holdfast anew" }];
}

// How a probe mends a memory: a plan through the one pipeline.
// The plan that settles a file where it belongs: its id, its date, and for what is held the keys of quarantine.
export function settled(memory: Memory, act: Act): Plan | Refusal {
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const { tier } = stateOf(memory);
  const quarantined = tier === "quarantined";
  const after = setToolKeys(memory.document, {
    ...(quarantined ? heldKeys(memory, act) : {}),
    ...identityKeys(memory, id),
  });
  const place = quarantined ? "quarantine" : memory.stored.place;
  const gated = gate({ text: after.text, place, file: memory.stored.file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const action = quarantined ? "demote" : "edit";
  const change = changeTo(memory.stored, place, gated.text);
  const masked = gated.masked === true ? { masked: true as const } : {};
  return {
    kind: "plan",
    verb: "doctor",
    steps: [{ id, action, reason: "recovery", from: tier, to: tier, change, ...masked }],
    warnings: [],
    droppedClaims: [],
  };
}

function heldKeys(memory: Memory, act: Act): ToolKeys {
  const state = stateOf(memory);
  const hold = { at: secondOf(act.now), reason: "tier and directory disagreed", by: act.device.id };
  return stateKeys({ ...state, quarantine: state.quarantine ?? hold });
}

// One plan per memory, through the one pipeline; a result per item, never stopping midway (STO-23).
export async function mendEach(
  { open, nameOf }: StoreView,
  memories: readonly Memory[],
  planFor: (memory: Memory, act: Act) => Plan | Refusal,
  act: () => Act,
): Promise<readonly Mended[]> {
  const done: Mended[] = [];
  for (const memory of memories) {
    const label = nameOf(memory);
    const plan = planFor(memory, act());
    const result = isRefusal(plan) ? plan : await write(open, plan, act());
    done.push(isRefusal(result) ? { label, problem: result.message } : { label });
  }
  return done;
}
