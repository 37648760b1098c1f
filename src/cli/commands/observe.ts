// holdfast observe on | off | status | run | log

import type { ObserverBench } from "../../compose/workbench.ts";
import { effectiveConfig, parseConfig, setConfigValue } from "../../config/config.ts";
import { expectedCost } from "../../observer/report.ts";
import { observerSettings } from "../../observer/said/settings.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { forbidden } from "../../trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import { afterRun, auditLine, beforeOn, status } from "../observe-wording.ts";
import { startProgress } from "../progress.ts";
import type { Invocation } from "../spec.ts";

const WORDS = ["on", "off", "status", "run", "log"] as const;
const LOGGED = 20;

export async function run(call: Invocation): Promise<number> {
  const { bench, out, names } = call;
  const refused = forbidden("observe", bench.act.channel);
  if (refused !== undefined) return ended(refused, out, bench);
  const word = WORDS.find((each) => each === (names[0] ?? "status"));
  const observer = await bench.observer();
  const result = await act(call, observer, word);
  return typeof result === "number" ? result : ended(result, out, bench);
}

async function act(
  call: Invocation,
  observer: ObserverBench,
  word: (typeof WORDS)[number] | undefined,
): Promise<number | Refusal> {
  const { bench, out } = call;
  switch (word) {
    case "on":
      return on(call, observer);
    case "off": {
      const refused = set(call, { observer: "false" });
      if (refused === undefined) out.note(`${out.paint("green", "off")}  No model is asked any more.`);
      return refused ?? EXIT.done;
    }
    case "status": {
      const report = observer.report(bench.act.now);
      if (out.options.json) out.json(report);
      else for (const line of status(report, out)) out.line(line);
      return EXIT.done;
    }
    case "run":
      return distilNow(call, observer);
    case "log": {
      const entries = observer.audited(LOGGED);
      if (out.options.json) out.json({ entries });
      else if (entries.length === 0) out.note("No model was asked yet.");
      else for (const entry of entries) out.line(auditLine(entry, out));
      return EXIT.done;
    }
    case undefined:
      return refuse("usage", `observe takes ${WORDS.join(", ")}; found "${call.names[0]}".`, "holdfast observe --help");
  }
}

async function on(call: Invocation, observer: ObserverBench): Promise<number | Refusal> {
  const { bench, out, options } = call;
  const wanted = wantedFrom(options, observer);
  if (isRefusal(wanted)) return wanted;
  const changed = changedText(bench.configText.read(), wanted);
  if (typeof changed !== "string") return changed;
  const settings = observerSettings(effectiveConfig(parseConfig(changed, "user")).config);
  for (const line of beforeOn(settings, expectedCost(settings), observer.lacks(settings), out)) out.note(line);
  if (options["yes"] !== true && !(await bench.ask("Switch the observer on?", "no"))) {
    out.note("Nothing was changed.");
    return EXIT.findings;
  }
  bench.configText.write(changed);
  observer.reset();
  if (out.options.json) out.json({ observer: true, path: bench.configText.path });
  out.note(`${out.paint("green", "on")}  Sessions that end from now on are read. Look: holdfast observe status`);
  return EXIT.done;
}

/** By key, as words of a command line. */
function wantedFrom(options: Invocation["options"], observer: ObserverBench): Record<string, string> | Refusal {
  const named = {
    ...(typeof options["provider"] === "string" ? { "observer-provider": options["provider"] } : {}),
    ...(typeof options["model"] === "string" ? { "observer-model": options["model"] } : {}),
  };
  const provider = named["observer-provider"] ?? observer.config()["observer-provider"];
  if (provider !== "claude") return { observer: "true", ...named };
  const program = observer.config()["observer-program"] || observer.findClaude();
  if (program !== undefined) return { observer: "true", ...named, "observer-program": program };
  return refuse(
    "agent-missing",
    "Your own claude program is asked, and there is none on the PATH.",
    "holdfast observe on --provider anthropic",
  );
}

function changedText(text: string | undefined, values: Readonly<Record<string, string>>): string | Refusal {
  let changed = text;
  for (const [key, value] of Object.entries(values)) {
    const next = setConfigValue(changed, key, value);
    if ("kind" in next) return next;
    changed = next.text;
  }
  return changed ?? "{}\n";
}

function set({ bench }: Invocation, values: Readonly<Record<string, string>>): Refusal | undefined {
  const changed = changedText(bench.configText.read(), values);
  if (typeof changed !== "string") return changed;
  bench.configText.write(changed);
  return undefined;
}

async function distilNow({ bench, out }: Invocation, observer: ObserverBench): Promise<number | Refusal> {
  const { on: isOn, waiting } = observer.report(bench.act.now);
  if (!isOn) return refuse("not-allowed", "The observer is off, so no model is asked.", "holdfast observe on");
  const lacking = observer.lacks(observerSettings(observer.config()));
  if (lacking !== undefined) return refuse("bad-config", lacking, "holdfast observe status");
  // A person asks: what stopped it before may be mended.
  observer.reset();
  const progress = startProgress(out, { title: "reading sessions", total: waiting });
  try {
    const distilled = await observer.run((done) => progress.step(done));
    if (distilled === "busy") {
      return refuse("locked", "The observer is at work already.", "holdfast observe status");
    }
    if (distilled.fault !== undefined) throw distilled.fault;
    const { sessions, added, proposed, left, held } = distilled;
    if (out.options.json) out.json({ sessions, added, proposed, left, ...(held === undefined ? {} : { held }) });
    progress.end();
    out.note(afterRun(distilled));
    if (held !== undefined) out.note(held);
    return left === 0 ? EXIT.done : EXIT.findings;
  } finally {
    progress.end();
  }
}
