// holdfast confirm: shows text, evidence and age, says what a yes will do, and asks (TRU-3).
import { textField } from "../../memory/fields.ts";
import { writerOf } from "../../review/wording.ts";
import { planFound, unreadable } from "../../store/batch.ts";
import type { Memory } from "../../store/catalogue.ts";
import { type Confirmation, howToConfirm, identified, planConfirm, writtenInto } from "../../store/confirm.ts";
import { targetOf } from "../../store/propose.ts";
import { resolve } from "../../store/resolve.ts";
import { isRefusal } from "../../text/errors.ts";
import { ago } from "../../trust/lifecycle.ts";
import { secondOf } from "../../trust/transitions.ts";
import { runBatch, type Wording } from "../batch-command.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, field, tierWord } from "../tell.ts";
import { showHead, showProposal, showRule, showTags, wrapped } from "../words.ts";

export const commands: Commands = {
  confirm: {
    usage: "holdfast confirm NAME",
    options: {},
    names: [1, 1],
    takesMemories: true,
    scans: true,
    drains: true,
    examples: ["holdfast confirm feedback_use_pnpm"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, names } = call;
  const [name = ""] = names;
  const found = resolve(bench.stores(), name);
  if (found.kind === "refusal") return found;
  if (found.kind === "found-broken") return unreadable(found);
  const { memory, open } = found;
  await present(call, memory, targetOf(open, memory));
  const within = { open, personal: bench.storeOf("personal"), project: bench.project?.id };
  const how = howToConfirm(memory, bench.act.now);
  const known = identified(within, memory, bench.act);
  if (isRefusal(known)) return known;
  const target = { ...found, memory: known.memory, open: writtenInto(within, memory, bench.act.now) };
  const item = planFound(name, target, () => planConfirm(within, known.memory, bench.act));
  const { result } = item;
  const whole = result.kind === "target" ? { ...item, result: { ...result, first: known.first } } : item;
  return runBatch(call, [whole], wording(how));
}

async function present({ out, bench }: Invocation, memory: Memory, target: Memory | undefined): Promise<void> {
  const { document } = memory;
  out.note(`${out.paint("bold", clip(textField(document, "name") ?? "", out.columns))}`);
  showHead(out, memory, out.columns);
  field(out, "tier", tierWord(memory.tier, out));
  const when = ago(textField(document, "created-at"), bench.act.now);
  field(out, "written by", `${writerOf(memory)}${when}`);
  showTags(out, memory);
  showRule(out, memory);
  const evidence = textField(document, "evidence");
  if (evidence !== undefined) wrapped(out, "evidence", evidence);
  if (target !== undefined && memory.tier !== "quarantined") await showProposal(out, memory, target);
}

function wording(how: Confirmation): Wording {
  switch (how.way) {
    case "own-words":
      return {
        question: "Make it your own words now?",
        done: "confirmed",
        more: [
          how.observationEnds === undefined
            ? "  You said it yourself, in a session."
            : `  It is observed until ${secondOf(how.observationEnds)}; after that it can be promoted as it is.`,
          "  A yes makes it your own memory now, in the same file.",
        ],
      };
    case "own-words-of-shared":
      return {
        question: "Make it your own words?",
        done: "confirmed",
        more: [
          "  It comes with the repository, so it is inferred whatever its file says.",
          "  A yes writes it as your own memory of this project, which replaces it for",
          "  you. The shared file stays as it is.",
        ],
      };
    case "accept":
      return { question: "Take up this proposal?", done: "accepted", change: "taken up; replaces what it is about" };
    case "promote":
      return { question: "Make it verified?", done: "promoted" };
    case "restore":
      return { question: "Use it again, as verified?", done: "restored" };
    case "reaffirm":
      return { question: "Say that it still holds?", done: "re-affirmed" };
  }
}
