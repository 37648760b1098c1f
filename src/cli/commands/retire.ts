// holdfast retire | archive

import { planEach, supersedeAll } from "../../store/batch.ts";
import { resolve } from "../../store/resolve.ts";
import { planArchive, planRetire, planSupersede } from "../../store/retire.ts";
import { refuse } from "../../text/errors.ts";
import { runBatch } from "../batch-command.ts";
import { noMemory } from "../exit.ts";
import { type Commands, DRY, type Ended, type Invocation, MANY, YES } from "../spec.ts";

export const commands: Commands = {
  retire: {
    usage: "holdfast retire NAME... [--by ID | --back]",
    options: {
      by: { type: "string", value: "ID", help: "The verified memory that replaces it" },
      back: { type: "boolean", help: "Use it again" },
      yes: YES,
      "dry-run": DRY,
    },
    names: MANY,
    takesMemories: true,
    scans: true,
    examples: [
      "holdfast retire project_old_ci",
      "holdfast retire project_old_ci --by 01J9ZQ",
      "holdfast retire --back project_old_ci",
    ],
    run,
  },
  archive: {
    usage: "holdfast archive NAME...",
    options: { yes: YES, "dry-run": DRY },
    names: MANY,
    takesMemories: true,
    examples: ["holdfast archive feedback_old_rule"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names, options, verb } = call;
  const stores = bench.stores();
  if (verb === "archive") {
    const items = planEach(stores, names, (memory) => planArchive(memory, bench.act));
    return runBatch(call, items, { question: "Move to the archive?", done: "archived" });
  }
  if (typeof options["by"] === "string") return supersede(call, options["by"]);
  const back = options["back"] === true;
  const items = planEach(stores, names, (memory) => planRetire(memory, bench.act, back));
  const question = back ? "Use it again?" : "Retire? It is kept, but no agent is given it.";
  return runBatch(call, items, { question, done: back ? "back in use" : "retired" });
}

async function supersede(call: Invocation, by: string): Promise<Ended> {
  const { bench, names } = call;
  const stores = bench.stores();
  const found = resolve(stores, by);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") return noMemory(by);
  const items = planEach(stores, names, (memory, open) =>
    open.store.info.storeId === found.open.store.info.storeId
      ? planSupersede(open, [memory], found.memory, bench.act)
      : refuse("not-allowed", "Both memories must be in the same store."),
  );
  const words = { question: "Replace it?", done: "superseded", change: `superseded by ${by}` };
  return runBatch(call, items, words, () => supersedeAll(found.open, items, found.memory, bench.act));
}
