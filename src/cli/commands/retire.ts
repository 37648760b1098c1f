// holdfast retire | archive
import { planArchive } from "../../store/archive.ts";
import { planEach } from "../../store/batch.ts";
import { resolve } from "../../store/resolve.ts";
import { planRetire, planSupersede, supersedeAll } from "../../store/retire.ts";
import { refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { runBatch } from "../batch-command.ts";
import { ended } from "../ended.ts";
import type { Invocation } from "../spec.ts";

export async function run(call: Invocation): Promise<number> {
  const { bench, names, options, verb } = call;
  const refused = forbidden(verb, bench.act.channel);
  if (refused !== undefined) return ended(refused, call.out, bench);
  const stores = bench.stores();
  if (verb === "archive") {
    const items = planEach(stores, names, (memory) => planArchive(memory, bench.act));
    return runBatch(call, items, { question: "Move to the archive?", done: "archived" });
  }
  if (typeof options["by"] === "string") return supersede(call, options["by"]);
  const back = options["back"] === true;
  const items = planEach(stores, names, (memory) => planRetire(memory, bench.act, back));
  const question = back ? "Use it again?" : "Retire? It is kept, but no agent is given it.";
  return runBatch(call, items, {
    question,
    done: back ? "back in use" : "retired",
    change: back ? "retired -> active" : "active -> retired",
  });
}

async function supersede(call: Invocation, by: string): Promise<number> {
  const { bench, names } = call;
  const stores = bench.stores();
  const found = resolve(stores, by);
  if (found.kind === "refusal") return ended(found, call.out, bench);
  if (found.kind === "found-broken")
    return ended(refuse("unreadable", `${by} can't be read as a memory.`, `holdfast check ${by}`), call.out, bench);
  const items = planEach(stores, names, (memory, open) =>
    open.store.info.storeId === found.open.store.info.storeId
      ? planSupersede(open, [memory], found.memory, bench.act)
      : refuse("not-allowed", "Both memories must be in the same store."),
  );
  const words = { question: "Replace it?", done: "superseded", change: `superseded by ${by}` };
  return runBatch(call, items, words, () => supersedeAll(found.open, items, found.memory, bench.act));
}
