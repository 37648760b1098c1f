// The correction of a slip, not a transition (TRU-9): a person reverses the latest change of a memory, exact
// bytes, only if nothing touched it since. Undoing an undo brings the change back.
import { decodeText } from "../memory/document.ts";
import { declaredTier } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { PLACES, type Tier } from "../trust/tiers.ts";
import { documentIn, type Memory, stemOf } from "./catalogue.ts";
import type { Act, OpenStore, Plan, Step } from "./context.ts";
import { type Change, changeTo, type Scope, type StoredFile } from "./memory-store.ts";
import { findingLines, gate, planOf } from "./plan-transition.ts";
import { reverseRaw } from "./raw-plan.ts";
import type { FileVersion, HistoryRecord } from "./records.ts";

const LOOK_BACK = 50;

export interface UndoPlan {
  readonly kind: "undo-plan";
  readonly plan: Plan;
  readonly undone: readonly HistoryRecord[];
}

/** Without an id: the latest change of this machine in this store. */
export function planUndo(open: OpenStore, id: MemoryId | undefined, act: Act): UndoPlan | Refusal {
  const refused = forbidden("undo", act.channel);
  if (refused !== undefined) return refused;
  const forgotten = wasForgotten(open, id);
  if (forgotten !== undefined) return forgotten;
  const records = id === undefined ? open.history.newest(LOOK_BACK) : open.history.ofMemory(id);
  const latest = records.find((record) => happened(open, record) !== "never");
  if (latest === undefined) return nothingLeft();
  const group = groupOf(open, latest);
  if (isRefusal(group)) return group;
  const steps: Step[] = [];
  for (const record of group) {
    const step = reverse(open, record, act);
    if (isRefusal(step)) return step;
    steps.push(step);
  }
  if (steps.length === 0) return nothingLeft();
  return { kind: "undo-plan", plan: planOf("undo", steps), undone: group };
}

/** Without an id: nobody means the change before the last. */
function wasForgotten(open: OpenStore, id: MemoryId | undefined): Refusal | undefined {
  if (id === undefined) {
    if (open.ledger.last()?.action !== "forget") return undefined;
    const message = "Your last change was a forget, and that can't be undone.";
    return refuse("transition-refused", message, "holdfast undo NAME   (for an earlier change of another memory)");
  }
  const isGone = open.history.ofMemory(id).length === 0 && open.tombstones.all().some((stone) => stone.id === id);
  return isGone ? refuse("transition-refused", `${id} was forgotten, and that can't be undone.`) : undefined;
}

/** The latest change of the memory a person named, and of no other. */
export function planUndoOf(open: OpenStore, memory: Memory, act: Act): UndoPlan | Refusal {
  if (memory.id !== undefined) return planUndo(open, memory.id, act);
  const message = `${stemOf(memory)} has no id, so no change of it was recorded here.`;
  return forbidden("undo", act.channel) ?? refuse("nothing-to-undo", message, `holdfast show ${stemOf(memory)}`);
}

/** All that the same command did, newest first; of one that was killed midway, what it came to. */
function groupOf(open: OpenStore, latest: HistoryRecord): readonly HistoryRecord[] | Refusal {
  const members = [...new Set(latest.members ?? [latest.id])];
  const records = members.map((id) => open.history.ofMemory(id).filter((record) => record.group === latest.group));
  const reached = records.findLastIndex((found) => found.length > 0);
  // Records are written in the plan's order: one that is missing before another fell out of the history since.
  const lost = members.find((_, index) => index < reached && records[index]?.length === 0);
  if (lost !== undefined) {
    const message = `${lost}, which the same command changed, was changed too often since.`;
    return refuse("changed-meanwhile", message, `holdfast show ${lost}`);
  }
  return records
    .toReversed()
    .flat()
    .filter((record) => happened(open, record) !== "never");
}

function nothingLeft(): Refusal {
  return refuse("nothing-to-undo", "No change of this machine is left to undo here.", "holdfast list");
}

/** A record is written before its change: a crash in between leaves one whose change never happened. */
function happened(open: OpenStore, record: HistoryRecord): "yes" | "never" | "touched-since" {
  if (record.after === undefined) return record.before !== undefined && sameNow(open, record.before) ? "never" : "yes";
  if (sameNow(open, record.after)) return "yes";
  const undoneByCrash =
    record.before === undefined ? open.store.read(record.after) === undefined : sameNow(open, record.before);
  return undoneByCrash ? "never" : "touched-since";
}

function sameNow(open: OpenStore, version: FileVersion): boolean {
  return current(open, version)?.sha256 === version.sha256;
}

function current(open: OpenStore, version: FileVersion): StoredFile | undefined {
  const read = open.store.read(version);
  return read?.kind === "file" ? read : undefined;
}

function reverse(open: OpenStore, record: HistoryRecord, act: Act): Step | Refusal {
  const { before, after } = record;
  const stem = (after?.file ?? before?.file ?? record.id).replace(/\.md$/, "");
  if (record.byCheck === true) {
    return refuse(
      "transition-refused",
      "A demotion by a check can't be undone.",
      `holdfast on ${stem}   (when the checks pass)`,
    );
  }
  if (record.action === "archive") {
    return refuse(
      "transition-refused",
      "An archived memory is not brought back by undo.",
      "Move its file from archive/ back to quarantine/.",
    );
  }
  if (happened(open, record) === "touched-since") {
    return refuse(
      "changed-meanwhile",
      `${after?.file ?? before?.file ?? record.id} was changed since, outside of this history.`,
      `holdfast show ${stem}`,
    );
  }
  if (record.raw !== undefined) return reverseRaw(open, record, act);
  const bytes = before === undefined ? undefined : open.history.bytes(record.id, before.sha256);
  if (before !== undefined && bytes === undefined) {
    return refuse("nothing-to-undo", "The earlier text is no longer in the local history.", `holdfast edit ${stem}`);
  }
  const change = reversal(before, after, bytes, open.store.info.scope, act);
  if (change.kind === "refusal") return change;
  if (change.kind === "create" && taken(open, change.file)) {
    return refuse("changed-meanwhile", `${change.file} is another memory by now.`, `holdfast show ${stem}`);
  }
  const to = bytes === undefined ? ("none" as const) : tierOf(bytes);
  const from = after === undefined ? ("none" as const) : tierOf(current(open, after)?.bytes);
  return { id: record.id, action: "undo", reason: "asked", from, to, change };
}

function reversal(
  before: FileVersion | undefined,
  after: FileVersion | undefined,
  bytes: Uint8Array | undefined,
  scope: Scope,
  act: Act,
): Change | Refusal {
  if (before === undefined || bytes === undefined) {
    if (after === undefined) return refuse("nothing-to-undo", "That change left nothing behind.", "holdfast list");
    return { kind: "remove", place: after.place, file: after.file, base: after.sha256 };
  }
  const text = decodeText(bytes);
  if (typeof text !== "string") return refuse("unreadable", "The earlier text can't be read.");
  // Reversing a demotion brings a text back into memories/, so all checks run on it first.
  const gated = gate({ text, place: before.place, file: before.file, scope }, act);
  if (gated.kind === "blocked") {
    return refuse(
      "checks-failed",
      "The earlier text fails its checks now; nothing was changed.",
      `holdfast on --edit ${before.file.replace(/\.md$/, "")}`,
      findingLines(gated.findings),
    );
  }
  if (after === undefined) return { kind: "create", place: before.place, file: before.file, text: gated.text };
  return changeTo(after, before.place, gated.text);
}

/** A command that was killed between its steps, or a later one, may have given the name away. */
function taken(open: OpenStore, file: string): boolean {
  return PLACES.some((place) => open.store.read({ place, file }) !== undefined);
}

function tierOf(bytes: Uint8Array | undefined): Tier {
  const document = bytes && documentIn(bytes);
  return (document && declaredTier(document)) ?? "inferred";
}
