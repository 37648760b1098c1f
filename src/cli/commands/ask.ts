// holdfast ask: a question answered from the memories alone, by the model that the observer uses (OBS-12).
import { ask, type Replied } from "../../observer/ask.ts";
import { observerSettings } from "../../observer/said/settings.ts";
import { search } from "../../recall/search.ts";
import { handleOf, nameOf } from "../../store/catalogue.ts";
import { suspectsBy } from "../../store/withheld.ts";
import { type Refusal, refuse } from "../../text/errors.ts";
import { forTerminal } from "../../text/sanitise.ts";
import { EXIT } from "../exit.ts";
import { noAnswer } from "../observe-wording.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, paragraph, tierWord } from "../tell.ts";

export const commands: Commands = {
  ask: {
    usage: "holdfast ask QUESTION",
    about: [
      "Looks first, as with a prompt: where nothing is known it says so, and no model is asked.",
      "The answer rests on memories that are named; the same lock, budgets and log as the observer.",
    ],
    options: {},
    names: [1, 1000],
    scans: true,
    drains: true,
    examples: ['holdfast ask "which port does the gateway listen on?"', 'holdfast ask "how do we deploy?" --json'],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, names } = call;
  const lacking = await notReady(call);
  if (lacking !== undefined) return lacking;
  const { act, project } = bench;
  const question = names.join(" ");
  const found = search(await bench.searched(), {
    text: question,
    interactive: false,
    ...(project === undefined ? {} : { project: project.id }),
    now: act.now,
    suspects: suspectsBy(act.checks),
  });
  const observer = await bench.observer();
  const stopped = new AbortController();
  process.once("SIGINT", () => stopped.abort());
  const model = observer.model((sentence) => out.note(sentence));
  const session = `ask-${act.now.toISOString()}`;
  return tell(call, await ask(question, found, { model, act, project: project?.id, session, signal: stopped.signal }));
}

async function notReady({ bench }: Invocation): Promise<Refusal | undefined> {
  const observer = await bench.observer();
  if (!observer.config().observer) {
    return refuse("not-allowed", "The observer is off, so no model is asked.", "holdfast observe on");
  }
  const lacking = observer.lacks(observerSettings(observer.config()));
  return lacking === undefined ? undefined : refuse("bad-config", lacking, "holdfast observe status");
}

function tell({ out }: Invocation, replied: Replied): Ended {
  switch (replied.kind) {
    case "no-answer":
      return noAnswer(replied.answer);
    case "unknown":
      if (out.options.json) out.json({ answer: null, why: replied.why });
      out.note(
        replied.why === "nothing-known"
          ? "Nothing is remembered about that; no model was asked."
          : "What is remembered about it does not answer that.",
      );
      return EXIT.findings;
    case "replied": {
      const { answer, memories, money } = replied;
      if (out.options.json) out.json({ answer, memories: memories.map((memory) => handleOf(memory)), money });
      else paragraph(out, forTerminal(answer).replace(/\s+/g, " "));
      out.note();
      for (const memory of memories) {
        out.note(`${tierWord(memory.tier, out, 12)} ${clip(nameOf(memory), out.columns - 14)}`);
        out.note(`${"".padEnd(12)} ${out.paint("dim", clip(handleOf(memory), out.columns - 14))}`);
      }
      return EXIT.done;
    }
  }
}
