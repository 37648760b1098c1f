// holdfast confirm: shows text, evidence and age, says what a yes will do, and asks (TRU-3).
import { planFound } from "../../app/batch.ts";
import type { Memory } from "../../app/catalogue.ts";
import { type Confirmation, howToConfirm, planConfirm } from "../../app/confirm.ts";
import { resolve } from "../../app/resolve.ts";
import { textField } from "../../core/memory/fields.ts";
import { forTerminal } from "../../core/text/sanitise.ts";
import { forbidden } from "../../core/trust/authority.ts";
import { daysSince } from "../../core/trust/lifecycle.ts";
import { secondOf } from "../../core/trust/transitions.ts";
import { runBatch, type Wording } from "../batch-command.ts";
import { ended } from "../ended.ts";
import type { Invocation } from "../spec.ts";
import { clip, field, tierWord } from "../tell.ts";

export async function run(call: Invocation): Promise<number> {
  const { bench, names, out } = call;
  const refused = forbidden("confirm", bench.act.channel);
  if (refused !== undefined) return ended(refused, out, bench);
  const [name = ""] = names;
  const found = resolve(bench.stores(), name);
  if (found.kind === "refusal") return ended(found, out, bench);
  const how = found.kind === "found" ? howToConfirm(found.memory, bench.act.now) : undefined;
  if (found.kind === "found") present(call, found.memory);
  const target = how?.way === "own-words-of-shared" ? { ...found, open: bench.storeOf("personal") } : found;
  const item = planFound(name, target, (memory, open) => planConfirm(open, memory, bench.act, bench.project?.id));
  return runBatch(call, [item], how === undefined ? { question: "Confirm?", done: "confirmed" } : wording(how));
}

function present({ out, bench }: Invocation, memory: Memory): void {
  const { document } = memory;
  const age = daysSince(textField(document, "created-at"), bench.act.now);
  out.note(`${out.paint("bold", clip(textField(document, "name") ?? "", out.columns))}`);
  field(out, "tier", tierWord(memory.tier, out));
  const when = age === undefined ? "" : age < 1 ? ", today" : age === 1 ? ", yesterday" : `, ${age} days ago`;
  field(out, "written by", `${textField(document, "source") ?? "unknown"}${when}`);
  const evidence = textField(document, "evidence");
  if (evidence !== undefined) field(out, "evidence", clip(evidence, out.columns - 13));
  out.note();
  for (const line of forTerminal(document.body).trim().split("\n")) out.note(line === "" ? "" : `  ${line}`);
  out.note();
}

function wording(how: Confirmation): Wording {
  switch (how.way) {
    case "own-words":
      return {
        question: "Make it your own words now?",
        done: "confirmed",
        more: [
          `  It is observed until ${secondOf(how.observationEnds)}; after that it can be promoted as it is.`,
          "  A yes writes it as your own memory, which replaces the inferred one.",
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
    case "promote":
      return { question: "Promote to verified?", done: "promoted" };
    case "restore":
      return { question: "Restore as verified?", done: "restored" };
    case "reaffirm":
      return { question: "Say that it still holds?", done: "re-affirmed" };
  }
}
