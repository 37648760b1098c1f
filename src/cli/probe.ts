// holdfast doctor --host NAME --probe: what an agent's installed entry answers (AGT-34).
import { knownBranches } from "../compose/branches.ts";
import { probeHost } from "../compose/probe.ts";
import type { Judged } from "../install/probed.ts";
import { isRuleProblem, parseRule } from "../memory/rule.ts";
import { rulesAmong } from "../rules/known.ts";
import { nameOf, readCatalogue } from "../store/catalogue.ts";
import { isRefusal, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { EXIT } from "./exit.ts";
import { beside } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";

const STYLE = { ok: "green", warning: "yellow", error: "red" } as const;

export async function probeEntry(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const { host: name } = options;
  if (typeof name !== "string" || options["probe"] !== true)
    return refuse("usage", "--host and --probe belong together.", "holdfast doctor --host claude --probe");
  const { project, here } = bench;
  const memories = bench.hasStore() ? bench.stores().flatMap(({ store }) => readCatalogue(store).memories) : [];
  const branches = knownBranches(here.places.state, project?.root);
  const forbidden = forbiddenBy(rulesAmong(memories, { now: bench.act.now, project: project?.id, branches }));
  const cwd = project?.root ?? here.places.store;
  const [kept] = memories.filter(({ tier }) => tier === "verified");
  const prompt = `What do we know about ${kept === undefined ? "this" : nameOf(kept)}?`;
  const rows = await probeHost({ name, places: here.places, cwd, prompt, forbidden });
  if (isRefusal(rows)) return rows;
  if (out.options.json) out.json({ host: name, probes: rows });
  else {
    for (const row of rows) print(call, row);
    if (forbidden === undefined)
      out.line(`${"".padEnd(9)}rule     no rule of yours forbids a plain command here: none was tried`);
  }
  if (rows.some(({ health }) => health === "error")) return EXIT.refused;
  return rows.some(({ health }) => health === "warning") ? EXIT.findings : EXIT.done;
}

function print({ out }: Invocation, { asks, what, event, health, answer, exit }: Judged): void {
  const label = `${out.paint(STYLE[health], health.padEnd(8))} ${asks.padEnd(8)} ${what.padEnd(8)} ${event.padEnd(21)} `;
  const ended = exit === null || exit === 0 ? "" : `, exit ${exit}`;
  for (const line of beside(label, 49, forTerminalLine(`${answer}${ended}`), out.columns)) out.line(line);
}

/** A command that means itself, of a rule that holds here without an exception. */
function forbiddenBy(rules: ReturnType<typeof rulesAmong>): string | undefined {
  for (const { lines, textOnly } of rules) {
    const rule = textOnly === undefined ? parseRule(lines) : undefined;
    if (rule === undefined || isRuleProblem(rule) || rule.unless.length > 0) continue;
    for (const { effect, clause } of rule.stops) {
      if (effect === "deny" && clause.on === "command" && clause.words.every((word) => /^[\w@./:-]+$/.test(word)))
        return clause.words.join(" ");
    }
  }
  return undefined;
}
