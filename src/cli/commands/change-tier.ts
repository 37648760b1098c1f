// holdfast promote | demote | restore | reaffirm
import { textForEditor } from "../../memory/compose.ts";
import type { MemoryDocument } from "../../memory/document.ts";
import { planEach, planFound } from "../../store/batch.ts";
import { writtenBy } from "../../store/by-origin.ts";
import { type Memory, stemOf } from "../../store/catalogue.ts";
import { editedDocument } from "../../store/confirm.ts";
import type { Act, Plan, Unchanged } from "../../store/context.ts";
import { planTierChange, type TierVerb } from "../../store/plan-transition.ts";
import { type FoundRaw, planRestoreRaw, rawNamed } from "../../store/raw-plan.ts";
import { resolve } from "../../store/resolve.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { runBatch, type Wording } from "../batch-command.ts";
import { type Commands, DRY, type Ended, type Invocation, MANY, YES } from "../spec.ts";
import { showDiff } from "../tell.ts";

const WORDS: Readonly<Record<TierVerb, Wording>> = {
  promote: { question: "Make it verified?", done: "promoted" },
  demote: {
    question: "Put it into quarantine? No agent is given it any more.",
    done: "demoted",
    more: ["  (holdfast undo takes it back)"],
  },
  restore: { question: "Use it again, as verified?", done: "restored" },
  reaffirm: { question: "Say that it still holds?", done: "re-affirmed" },
};

export const commands: Commands = {
  promote: {
    usage: "holdfast promote NAME...",
    options: { "dry-run": DRY },
    names: MANY,
    takesMemories: true,
    scans: true,
    examples: ["holdfast promote project_api_is_versioned"],
    run,
  },
  demote: {
    usage: "holdfast demote NAME... [--reason TEXT] | demote --origin SESSION|DEVICE|IMPORT",
    about: ["--origin takes out everything that one agent's session, one machine or one import wrote."],
    options: {
      origin: { type: "string", value: "ID", help: "All that this session, device or import wrote" },
      reason: { type: "string", value: "TEXT", help: "Why, kept in the memory" },
      yes: YES,
      "dry-run": DRY,
    },
    names: [0, 1000],
    takesMemories: true,
    scans: true,
    examples: [
      'holdfast off feedback_use_pnpm --reason "we moved to npm"',
      "holdfast demote --origin 5e1fd9a2 --dry-run",
    ],
    run,
  },
  restore: {
    usage: "holdfast restore NAME... [--edit]",
    options: {
      edit: { type: "boolean", help: "Edit a draft first; the original stays until you confirm" },
      "dry-run": DRY,
    },
    names: MANY,
    takesMemories: true,
    scans: true,
    examples: ["holdfast restore feedback_use_pnpm", "holdfast restore --edit feedback_use_pnpm"],
    run,
  },
  reaffirm: {
    usage: "holdfast reaffirm NAME...",
    options: { "dry-run": DRY },
    names: MANY,
    takesMemories: true,
    scans: true,
    examples: ["holdfast reaffirm feedback_use_pnpm"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names, options } = call;
  const verb = call.verb as TierVerb;
  const reason = typeof options["reason"] === "string" ? { reason: options["reason"] } : {};
  if (options["edit"] === true) return restoreDraft(call, WORDS.restore);
  if (verb === "demote" && typeof options["origin"] === "string") return byOrigin(call, options["origin"], reason);
  if (names.length === 0) return refuse("usage", `${verb} needs a name.`, `holdfast ${verb} --help`);
  const plan = (memory: Memory): ReturnType<typeof planTierChange> =>
    planTierChange(memory, { verb, ...reason }, bench.act);
  const items = planEach(bench.stores(), names, plan, (raw) => planRaw(verb, raw, bench.act));
  return runBatch(call, items, WORDS[verb]);
}

/** Bytes that are no memory can come back once they are one, and that is all that can be done to them. */
function planRaw(verb: TierVerb, found: FoundRaw, act: Act): Plan | Unchanged | Refusal {
  if (verb === "restore") return planRestoreRaw(found, act);
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  if (verb === "demote") return { kind: "unchanged", message: "quarantined already, as bytes" };
  const message = `${found.raw.file} is in quarantine, as bytes that were no memory.`;
  return refuse("transition-refused", message, `holdfast on ${found.raw.id}`);
}

/** What one session, machine or import wrote, as one batch (FOR-3). */
async function byOrigin(call: Invocation, origin: string, reason: { readonly reason?: string }): Promise<Ended> {
  const { bench, names } = call;
  if (names.length > 0) {
    const message = "--origin names the memories by where they came from; found names as well.";
    return refuse("usage", message, "holdfast off --origin SESSION");
  }
  const written = writtenBy(bench.stores(), origin, bench.act);
  if (written.kind === "refusal") return written;
  const why = { reason: reason.reason ?? `came from ${written.what} ${written.origin}` };
  const items = written.found.map((found) =>
    planFound(stemOf(found.memory), found, (memory) => planTierChange(memory, { verb: "demote", ...why }, bench.act)),
  );
  const going = items.filter(({ result }) => result.kind === "target").length;
  const question = `Demote what ${written.what} ${written.origin} wrote (${going})?`;
  return runBatch(call, items, { ...WORDS.demote, question, more: ["  (holdfast undo takes the last one back)"] });
}

/** `restore --edit` opens a draft; the original is replaced only on confirmation, and only if it is still as it was. */
async function restoreDraft(call: Invocation, words: Wording): Promise<Ended> {
  const { bench, names, out } = call;
  const [name = "", ...more] = names;
  if (more.length > 0) {
    return refuse("usage", "--edit takes one name at a time.", "holdfast on --edit NAME");
  }
  const found = resolve(bench.stores(), name);
  if (found.kind === "refusal" && found.code === "not-found" && rawNamed(bench.stores(), name) !== undefined) {
    const message = `${name} is kept as bytes, which come back as they are or not at all.`;
    return refuse("usage", message, `holdfast on ${name}`);
  }
  const document = found.kind === "found" ? edited(call, found.memory) : undefined;
  if (document?.kind === "refusal") return document;
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
  const text = bench.editText(textForEditor(memory.document), ".md");
  return typeof text === "string" ? editedDocument(memory, text) : text;
}
