// holdfast edit
import { setAuthorKey, textForEditor, withBody } from "../../memory/compose.ts";
import { parseDocument } from "../../memory/document.ts";
import { textField } from "../../memory/fields.ts";
import type { AuthorKey } from "../../memory/keys.ts";
import type { Memory } from "../../store/catalogue.ts";
import { planEdit } from "../../store/confirm.ts";
import type { OpenStore } from "../../store/context.ts";
import { leftStanding } from "../../store/guess.ts";
import { resolve } from "../../store/resolve.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { AUTHOR, authorOptions, givenText } from "../author-options.ts";
import { EXIT, noMemory } from "../exit.ts";
import { isUnvouched, UNVOUCHED } from "../presence.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { alarms, remark, showDiff } from "../tell.ts";
import { unlessPlanTyped } from "../typed-yes.ts";

export const commands: Commands = {
  edit: {
    usage: "holdfast edit NAME [options]",
    about: [
      "Without options $VISUAL or $EDITOR opens. An edited inferred memory becomes your own words.",
      "A name and a description that were taken from the text follow it; your own stay.",
    ],
    options: { ...AUTHOR, global: { type: "boolean", help: "Let it apply everywhere" } },
    names: [1, 1],
    takesMemories: true,
    scans: true,
    examples: ["holdfast edit feedback_use_pnpm", 'holdfast edit 01J9ZQ --description "Use pnpm, not npm"'],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names } = call;
  const found = resolve(bench.stores(), names[0] ?? "");
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") return noMemory(names[0] ?? "");
  if (found.memory.tier === "quarantined") return save(call, found.open, found.memory, found.memory.document.text);
  const edited = await editedText(call, found.memory);
  return isRefusal(edited) ? edited : save(call, found.open, found.memory, edited);
}

async function save(call: Invocation, open: OpenStore, memory: Memory, edited: string): Promise<Ended> {
  const { bench, out, options } = call;
  const plan = planEdit(open, memory, edited, bench.editorAct, Object.keys(options));
  if (plan.kind === "refusal") return plan;
  if (plan.kind === "unchanged") {
    out.note(`Nothing was changed: ${plan.message}.`);
    return EXIT.done;
  }
  const change = plan.steps[0]?.change;
  if (change !== undefined && "text" in change) {
    await showDiff(out, memory.stored.file, memory.document.text, change.text);
    tellStanding(call, memory, change.text);
  }
  alarms(out, plan.warnings);
  if (plan.steps[0]?.reason === "own-words")
    out.note("  It becomes your own words, verified, in place of the inferred ones.");
  const stopped = await unlessPlanTyped(call, open, plan);
  if (stopped !== undefined) return stopped;
  const result = await write(open, plan, bench.editorAct);
  if (result.kind === "refusal") return result;
  const step = plan.steps[0];
  const isWaiting = isUnvouched(open, step?.id);
  const tier = isWaiting ? "unattested" : step?.to;
  if (out.options.json) out.json({ outcome: "edited", id: step?.id, file: step?.change.file, tier });
  out.note(`${out.paint("green", "saved")}  ${step?.change.file.replace(/\.md$/, "") ?? ""}`);
  if (isWaiting) out.note(UNVOUCHED);
  return EXIT.done;
}

/** A name of the author's own may still say what the old text said. */
function tellStanding({ out, options }: Invocation, { document }: Memory, text: string): void {
  const after = parseDocument(text);
  const left = after.kind === "document" ? leftStanding(document, after) : [];
  for (const key of left.filter((each) => options[each] === undefined))
    remark(out, `The ${key} stays: ${textField(document, key) ?? ""}  (--${key} changes it)`);
}

/** From the options when any is given, else from the person's editor. */
async function editedText(call: Invocation, memory: Memory): Promise<string | Refusal> {
  const author = authorOptions(call);
  if (isRefusal(author)) return author;
  const body = await givenText(call);
  if (isRefusal(body)) return body;
  const keys = { ...author, ...(call.options["global"] === true && { project: null }) };
  if (Object.keys(keys).length === 0 && body === undefined)
    return call.bench.editText(textForEditor(memory.document), ".md");
  const changed = Object.entries(keys).reduce(
    (doc, [key, value]) => setAuthorKey(doc, key as AuthorKey, value),
    memory.document,
  );
  if (body === undefined) return changed.text;
  const replaced = withBody(changed, body.endsWith("\n") ? body : `${body}\n`);
  return replaced.kind === "document"
    ? replaced.text
    : refuse("checks-failed", "The text can't be the body of a memory.");
}
