// holdfast recover: what went or was changed, whoever did it, and the way back.

import type { Item, Planned } from "../../store/batch.ts";
import { knownDevices, titleOf } from "../../store/devices.ts";
import { type Loss, lossesIn } from "../../store/lost.ts";
import type { Since } from "../../store/records.ts";
import { planRecover } from "../../store/recover.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { parseDate } from "../../trust/lifecycle.ts";
import { dayOf } from "../../trust/transitions.ts";
import { runBatch } from "../batch-command.ts";
import { EXIT } from "../exit.ts";
import { type Commands, DRY, type Ended, type Invocation, YES } from "../spec.ts";
import { clip, count } from "../tell.ts";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = 50;

export const commands: Commands = {
  recover: {
    usage: "holdfast recover [NUMBER...] [--since DATE|COMMIT]",
    about: [
      "Lists what your store had and has no more: memories that went, were retired or demoted, words that others were written over.",
      "Without numbers it asks which come back. Words that are still signed are verified again; all else is inferred, or a proposal.",
      "What you had forgotten does not come back. --json only lists.",
    ],
    options: {
      since: {
        type: "string",
        value: "WHEN",
        help: `YYYY-MM-DD, or a commit of the store (default ${DAYS} days back)`,
      },
      yes: YES,
      "dry-run": DRY,
    },
    names: [0, 1000],
    scans: true,
    examples: [
      "holdfast recover",
      "holdfast recover --since 2026-05-01",
      "holdfast recover 1 3",
      "holdfast recover --json",
    ],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names, options } = call;
  const since = sinceOf(options["since"], bench.act.now);
  if (isRefusal(since)) return since;
  const open = bench.storeOf("personal");
  const past = await bench.replaced(open.store.info.root, since);
  if (past === undefined) return noHistory(since);
  const isPerson = partyOf(bench.channel) === "person";
  // What is quarantined is not for agents, its name neither, nor any text that was checked by nobody lately (TRU-20).
  const losses = lossesIn(open, past).filter(
    ({ was, kind }) => isPerson || (was !== "quarantined" && kind !== "demoted"),
  );
  if (out.options.json) {
    out.json(losses.map((loss, at) => recordOf(loss, at, isPerson)));
    return EXIT.done;
  }
  if (losses.length === 0) {
    out.line(`Nothing went or was changed since ${sinceWords(since)}.`);
    return EXIT.done;
  }
  if (names.length === 0) show(losses, isPerson, call);
  if (names.length === 0 && !isPerson) return EXIT.done;
  const asked =
    names.length > 0 ? names.join(" ") : await bench.word("Which come back? Numbers, all, or Enter for none:");
  const chosen = chosenFrom(losses, asked);
  if (isRefusal(chosen)) return chosen;
  if (chosen.length === 0) return EXIT.done;
  const items = chosen.map((loss): Item<Planned> => {
    const plan = planRecover(open, loss, bench.act);
    return { name: nameOf(loss), result: plan.kind === "plan" ? { kind: "raw-target", open, plan } : plan };
  });
  return runBatch(call, items, { question: "Bring back?", done: "back" });
}

function sinceOf(value: string | boolean | undefined, now: Date): Since | Refusal {
  if (typeof value !== "string") return { at: new Date(now.getTime() - DAYS * DAY_MS) };
  const at = parseDate(value);
  if (at !== undefined) return { at };
  if (/^[0-9a-f]{7,64}$/.test(value)) return { commit: value };
  return refuse("usage", "--since is a day, YYYY-MM-DD, or a commit of the store.", "holdfast recover --help");
}

function sinceWords({ at, commit }: Since): string {
  return at === undefined ? `${commit}` : dayOf(at);
}

function noHistory({ commit }: Since): Refusal {
  if (commit !== undefined)
    return refuse("git", `The store's history has no commit ${commit}, or it can't be read.`, "holdfast recover");
  return refuse(
    "git",
    "Your store has no history in git yet: a sync makes it.",
    "holdfast undo   (for your last change)",
  );
}

function show(losses: readonly Loss[], isPerson: boolean, { bench, out }: Invocation): void {
  const titles = new Map(knownDevices(bench.storeOf("personal")).map((each) => [each.device, titleOf(each)]));
  const named = (device: string): string => titles.get(device) ?? device;
  for (const [at, loss] of losses.slice(0, SHOWN).entries()) {
    const { kind, was, comes, document } = loss;
    out.line(`${String(at + 1).padStart(3)}  ${clip(nameOf(loss), 44).padEnd(44)}  ${kind}, was ${was}`);
    if (isPerson) out.line(`     ${clip(document.body.replace(/\s+/g, " ").trim(), out.columns - 6)}`);
    out.line(`     ${out.paint("dim", clip(`${whoWords(loss, named)}; comes back as ${comes}`, out.columns - 6))}`);
  }
  if (losses.length > SHOWN) out.note(`  and ${losses.length - SHOWN} older (--json has all)`);
  out.note(`${count(losses.length, "loss", "losses")}.`);
}

/** A commit's name is the committer's own word; a statement is signed. */
function whoWords({ by, said }: Loss, named: (device: string) => string): string {
  const when = by === null ? "since the last commit" : `${by.at}, under the name ${named(by.name)}`;
  return said === null ? `${when}; nobody signed it` : `${when}; ${said.action} signed by ${named(said.device)}`;
}

function chosenFrom(losses: readonly Loss[], asked: string): readonly Loss[] | Refusal {
  const words = asked.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 1 && words[0] === "all") return losses;
  const chosen = words.map((word) => (/^[1-9]\d{0,5}$/.test(word) ? losses[Number(word) - 1] : undefined));
  const wrong = words.find((_, at) => chosen[at] === undefined);
  if (wrong === undefined) return [...new Set(chosen.flatMap((loss) => loss ?? []))];
  return refuse(
    "usage",
    `"${clip(wrong, 20)}" is no number of the list, which has ${losses.length}.`,
    "holdfast recover",
  );
}

function nameOf({ file }: Loss): string {
  return file.replace(/\.md$/, "");
}

function recordOf(loss: Loss, at: number, isPerson: boolean): Record<string, unknown> {
  const { id, kind, was, comes, signed, by, said, document } = loss;
  const text = isPerson ? { text: document.body } : {};
  return { number: at + 1, id, name: nameOf(loss), kind, was, comes, signed, by, said, ...text };
}
