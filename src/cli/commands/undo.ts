// holdfast undo

import { isMemoryId } from "../../memory/ids.ts";
import type { OpenStore } from "../../store/context.ts";
import { resolveOrRaw } from "../../store/raw-plan.ts";
import { planUndo, planUndoOf, type UndoPlan } from "../../store/undo.ts";
import { write } from "../../store/write.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { EXIT, isDeclined, noMemory } from "../exit.ts";
import { type Commands, DRY, type Ended, type Invocation, YES } from "../spec.ts";
import { clip } from "../tell.ts";
import { shownOf, unlessTyped } from "../typed-yes.ts";

export const commands: Commands = {
  undo: {
    usage: "holdfast undo [NAME]",
    about: [
      "Exact bytes, and only if nothing touched the memory since. Undoing an undo brings the change back.",
      "A `forget` can't be undone, nor what was moved to the archive.",
    ],
    options: { yes: YES, "dry-run": DRY },
    names: [0, 1],
    takesMemories: true,
    scans: true,
    examples: ["holdfast undo", "holdfast undo feedback_use_pnpm"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const target = targetOf(call);
  if (target.kind === "refusal") return target;
  const { open, undo } = target;
  for (const record of undo.undone) {
    const file = record.after?.file ?? record.before?.file ?? record.id;
    out.note(`  ${clip(file, 42).padEnd(42)}  ${record.action} of ${record.at}`);
  }
  if (options["dry-run"] === true) {
    if (out.options.json) out.json({ undone: undo.undone });
    return EXIT.done;
  }
  const shown = await shownOf(call, open, undo.plan);
  if (shown.length === 0 && (await isDeclined(call, "Undo this?"))) return EXIT.findings;
  const stopped = shown.length === 0 ? undefined : await unlessTyped(call, shown);
  if (stopped !== undefined) return stopped;
  const result = await write(open, undo.plan, bench.act);
  if (result.kind === "refusal") return result;
  if (out.options.json) out.json({ undone: undo.undone });
  out.note(`${out.paint("green", "undone")}  exact bytes as before`);
  return EXIT.done;
}

interface Undoing {
  readonly kind: "undoing";
  readonly open: OpenStore;
  readonly undo: UndoPlan;
}

function targetOf({ bench, names }: Invocation): Undoing | Refusal {
  const [name] = names;
  const stores = bench.stores();
  if (name === undefined) return latest(stores.map((open) => [open, planUndo(open, undefined, bench.act)] as const));
  const found = resolveOrRaw(stores, name);
  if (found.kind === "found") return undoing(found.open, planUndoOf(found.open, found.memory, bench.act));
  if (found.kind === "found-raw") return undoing(found.open, planUndo(found.open, found.raw.id, bench.act));
  // A memory whose creation was undone has no file any more; its whole id still names its history.
  const id = name.toUpperCase();
  if (isMemoryId(id)) return latest(stores.map((open) => [open, planUndo(open, id, bench.act)] as const));
  return found.kind === "refusal" ? found : noMemory(name);
}

function undoing(open: OpenStore, undo: UndoPlan | Refusal): Undoing | Refusal {
  return undo.kind === "refusal" ? undo : { kind: "undoing", open, undo };
}

/** The newest change over all stores; a refusal only when every store refuses. */
function latest(planned: readonly (readonly [OpenStore, UndoPlan | Refusal])[]): Undoing | Refusal {
  let best: Undoing | undefined;
  let refusal: Refusal | undefined;
  for (const [open, undo] of planned) {
    if (undo.kind === "refusal") refusal ??= undo;
    else if (best === undefined || groupOf(undo) > groupOf(best.undo)) best = { kind: "undoing", open, undo };
  }
  return best ?? refusal ?? refuse("nothing-to-undo", "There is nothing to undo.", "holdfast list");
}

function groupOf(undo: UndoPlan): string {
  return undo.undone[0]?.group ?? "";
}
