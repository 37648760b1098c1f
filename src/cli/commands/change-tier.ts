// holdfast promote | demote | restore | reaffirm

import type { MemoryDocument } from "../../memory/document.ts";
import { planEach, planFound } from "../../store/batch.ts";
import { writtenBy } from "../../store/by-origin.ts";
import { type Memory, stemOf } from "../../store/catalogue.ts";
import { planTierChange, type TierVerb } from "../../store/change-tier.ts";
import { editedDocument } from "../../store/edit.ts";
import { resolve } from "../../store/resolve.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { runBatch, type Wording } from "../batch-command.ts";
import { showDiff } from "../diff.ts";
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
  const reason = typeof options["reason"] === "string" ? { reason: options["reason"] } : {};
  if (options["edit"] === true) return restoreDraft(call, WORDS.restore);
  if (verb === "demote" && typeof options["origin"] === "string") return byOrigin(call, options["origin"], reason);
  if (names.length === 0)
    return ended(refuse("usage", `${verb} needs a name.`, `holdfast ${verb} --help`), call.out, bench);
  const items = planEach(bench.stores(), names, (memory) => planTierChange(memory, { verb, ...reason }, bench.act));
  return runBatch(call, items, WORDS[verb]);
}

/** What one session, machine or import wrote, as one batch (FOR-3). */
async function byOrigin(call: Invocation, origin: string, reason: { readonly reason?: string }): Promise<number> {
  const { bench, names, out } = call;
  if (names.length > 0) {
    const message = "--origin names the memories by where they came from; found names as well.";
    return ended(refuse("usage", message, "holdfast demote --origin SESSION"), out, bench);
  }
  const written = writtenBy(bench.stores(), origin, bench.act);
  if (written.kind === "refusal") return ended(written, out, bench);
  const why = { reason: reason.reason ?? `came from ${written.what} ${written.origin}` };
  const items = written.found.map((found) =>
    planFound(stemOf(found.memory), found, (memory) => planTierChange(memory, { verb: "demote", ...why }, bench.act)),
  );
  const going = items.filter(({ result }) => result.kind === "target").length;
  const question = `Demote what ${written.what} ${written.origin} wrote (${going})?`;
  return runBatch(call, items, { ...WORDS.demote, question, more: ["  (holdfast undo takes the last one back)"] });
}

/** `restore --edit` opens a draft; the original is replaced only on confirmation, and only if it is still as it was. */
async function restoreDraft(call: Invocation, words: Wording): Promise<number> {
  const { bench, names, out } = call;
  const [name = "", ...more] = names;
  if (more.length > 0) {
    return ended(refuse("usage", "--edit takes one name at a time.", "holdfast restore --edit NAME"), out, bench);
  }
  const found = resolve(bench.stores(), name);
  const document = found.kind === "found" ? edited(call, found.memory) : undefined;
  if (document?.kind === "refusal") return ended(document, out, bench);
  if (document !== undefined && found.kind === "found")
    await showDiff(out, found.memory.stored.file, found.memory.document.text, document.text);
  const draft = document === undefined ? {} : { document };
  return runBatch(
    call,
    [planFound(name, found, (memory) => planTierChange(memory, { verb: "restore", ...draft }, bench.act))],
    words,
  );
}

function edited({ bench }: Invocation, memory: Memory): MemoryDocument | Refusal {
  const text = bench.editText(memory.document.text, ".md");
  return typeof text === "string" ? editedDocument(memory, text) : text;
}
