// holdfast off | on: out of use and back, a memory or all of Holdfast (SUR-6). What became of the memory decides what a yes
// does: one in use is retired, one in quarantine archived; and back. Reasons choose another way out.
import { statusOf } from "../../memory/fields.ts";
import { planEach } from "../../store/batch.ts";
import { type Memory, stemOf } from "../../store/catalogue.ts";
import type { Plan, Unchanged } from "../../store/context.ts";
import { planRestoreRaw } from "../../store/raw-plan.ts";
import { planOff, planOn } from "../../store/retire.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { runBatch } from "../batch-command.ts";
import { type Commands, DRY, type Ended, type Invocation, startAs, YES } from "../spec.ts";
import { tierName } from "../tell.ts";

export const commands: Commands = {
  off: {
    usage: "holdfast off NAME... [--wrong | --reason TEXT | --by NAME] | off [--project] [--for 2h]",
    about: [
      "It is kept, and no agent is given it: `holdfast on` brings it back, `holdfast forget` removes it for good.",
      "--wrong puts it into quarantine. One that is there already goes to the archive.",
      "Without a name all of Holdfast is silent.",
    ],
    options: {
      wrong: { type: "boolean", help: "It is wrong: into quarantine" },
      reason: { type: "string", value: "TEXT", help: "The same, with why, kept in the memory" },
      by: { type: "string", value: "NAME", help: "The verified memory that replaces it" },
      origin: { type: "string", value: "ID", help: "All that this session, device or import wrote: into quarantine" },
      project: { type: "boolean", help: "Silent only in this project" },
      for: { type: "string", value: "TIME", help: "Silent for 30m, 2h, 3d (default: until `holdfast on`)" },
      yes: YES,
      "dry-run": DRY,
    },
    names: [0, 1000],
    takesMemories: true,
    scans: true,
    examples: [
      "holdfast off pnpm",
      'holdfast off pnpm --reason "we moved to npm"',
      "holdfast off feedback_use_yarn --by feedback_use_pnpm",
      "holdfast off --for 2h",
    ],
    run: off,
  },
  on: {
    usage: "holdfast on NAME... [--edit] | on [--project]",
    about: ["Out of quarantine it comes back verified, if all checks pass. Without a name Holdfast speaks again."],
    options: {
      edit: { type: "boolean", help: "Out of quarantine: edit a draft first; the original stays until you confirm" },
      project: { type: "boolean", help: "Only in this project" },
      yes: YES,
      "dry-run": DRY,
    },
    names: [0, 1000],
    takesMemories: true,
    scans: true,
    examples: ["holdfast on pnpm", "holdfast on --edit pnpm", "holdfast on"],
    run: on,
  },
};

const SILENCE = ["project", "for"];
const MEMORY = ["wrong", "reason", "by", "edit"];

async function off(call: Invocation): Promise<Ended> {
  const { bench, names, options } = call;
  const mixed = unmixed(call);
  if (mixed !== undefined) return mixed;
  const reasons = ["wrong", "reason", "origin"].filter((each) => options[each] !== undefined);
  if (reasons.length > 0 && options["by"] !== undefined)
    return refuse("usage", `--by and --${reasons[0]} are two ways out.`, "holdfast off --help");
  if (reasons.length > 0) return startAs(call, "demote");
  if (names.length === 0) return startAs(call, "pause");
  if (options["by"] !== undefined) return startAs(call, "retire");
  const items = planEach(
    bench.stores(),
    names,
    (memory) => planOff(memory, bench.act),
    ({ raw }) => ({
      kind: "unchanged",
      message: `${raw.file} is in quarantine, as bytes`,
    }),
  );
  const isKept = items.every(({ result }) => result.kind !== "target" || result.memory.tier !== "quarantined");
  const question = isKept ? "Take it out of use? It is kept." : "Move to the archive?";
  return runBatch(call, items, { question, done: isKept ? "out of use" : "archived" });
}

async function on(call: Invocation): Promise<Ended> {
  const { bench, names, options } = call;
  const mixed = unmixed(call);
  if (mixed !== undefined) return mixed;
  if (options["edit"] === true) return startAs(call, "restore");
  if (names.length === 0) return startAs({ ...call, options: { ...options, off: true } }, "pause");
  const items = planEach(
    bench.stores(),
    names,
    (memory) => planBack(memory, call),
    (raw) => planRestoreRaw(raw, bench.act),
  );
  return runBatch(call, items, { question: "Use it again?", done: "in use again" });
}

function planBack(memory: Memory, { bench }: Invocation): Plan | Unchanged | Refusal {
  if (memory.tier === "quarantined" || statusOf(memory.document) === "retired") return planOn(memory, bench.act);
  if (memory.tier === "verified") return { kind: "unchanged", message: "in use already" };
  // Only a person's word makes it count, and that has its own verb.
  return { kind: "unchanged", message: `in use already, ${tierName(memory.tier)}: holdfast confirm ${stemOf(memory)}` };
}

/** What is said of a memory and what is said of all of Holdfast are not for one run. */
function unmixed({ verb, names, options }: Invocation): Refusal | undefined {
  const given = (all: readonly string[]): string | undefined => all.find((each) => options[each] !== undefined);
  const silence = names.length === 0 ? undefined : given(SILENCE);
  if (silence !== undefined)
    return refuse("usage", `--${silence} is for all of Holdfast; found a name as well.`, `holdfast ${verb} --help`);
  const memory = names.length > 0 ? undefined : given(MEMORY);
  return memory === undefined
    ? undefined
    : refuse("usage", `--${memory} needs the name of a memory.`, `holdfast ${verb} --help`);
}
