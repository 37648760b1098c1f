// holdfast promote | demote | restore | reaffirm
import { planEach } from "../../app/batch.ts";
import { planTierChange, type TierVerb } from "../../app/change-tier.ts";
import { withManagedKeysOf } from "../../app/edit.ts";
import { resolve } from "../../app/resolve.ts";
import { type Refusal, refuse } from "../../core/errors.ts";
import type { MemoryDocument } from "../../core/memory/document.ts";
import { forbidden } from "../../core/trust/authority.ts";
import { runBatch, type Wording } from "../batch-command.ts";
import { ended } from "../ended.ts";
import type { Invocation } from "../spec.ts";

const WORDS: Readonly<Record<TierVerb, Wording>> = {
  promote: { question: "Promote to verified?", done: "promoted" },
  demote: {
    question: "Demote? The agent will no longer be given it.",
    done: "demoted",
    more: ["  (holdfast undo takes it back)"],
  },
  restore: { question: "Restore as verified?", done: "restored" },
  reaffirm: { question: "Say that it still holds?", done: "re-affirmed" },
};

export async function run(call: Invocation): Promise<number> {
  const { bench, names, options } = call;
  const verb = call.verb as TierVerb;
  const refused = forbidden(verb, bench.act.channel);
  if (refused !== undefined) return ended(refused, call.out, bench);
  const draft = options["edit"] === true ? await draftOf(call) : undefined;
  if (draft?.kind === "refusal") return ended(draft, call.out, bench);
  const reason = typeof options["reason"] === "string" ? { reason: options["reason"] } : {};
  const document = draft === undefined ? {} : { document: draft };
  const items = planEach(bench.stores(), names, (memory) =>
    planTierChange(memory, { verb, ...reason, ...document }, bench.act),
  );
  return runBatch(call, items, WORDS[verb]);
}

/** `restore --edit` opens a draft; the original is replaced only on confirmation (TRU-7). */
async function draftOf({ bench, names }: Invocation): Promise<MemoryDocument | Refusal> {
  const [name = "", ...more] = names;
  if (more.length > 0) return refuse("usage", "--edit takes one name at a time.", "holdfast restore --edit NAME");
  const found = resolve(bench.stores(), name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken")
    return refuse("unreadable", `${name} can't be read as a memory.`, `holdfast check ${name}`);
  const edited = bench.editText(found.memory.document.text, ".md");
  return typeof edited === "string" ? withManagedKeysOf(found.memory, edited) : edited;
}
