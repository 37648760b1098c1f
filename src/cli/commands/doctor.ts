// holdfast doctor
import { examine, type Health, type Mended, mend, type ProbeFinding } from "../../health/doctor/index.ts";
import { refuse } from "../../text/errors.ts";
import { forTerminalLine } from "../../text/sanitise.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT } from "../exit.ts";
import { beside, type Style, wrap } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";

const STYLE: Readonly<Record<Health, Style>> = { ok: "green", warning: "yellow", error: "red" };

export const commands: Commands = {
  doctor: {
    usage: "holdfast doctor [--fix]",
    about: ["Exits 0 healthy, 1 with warnings, 2 with errors."],
    options: { fix: { type: "boolean", help: "Mend what is safe to mend" } },
    names: [0, 0],
    scans: true,
    examples: ["holdfast doctor", "holdfast doctor --fix"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  const context = await bench.doctor();
  if (options["fix"] === true && permission("doctor", context.channel) !== "full") {
    return refuse("needs-person", "`holdfast doctor --fix` changes memories; that is a person's act.");
  }
  const tried = options["fix"] === true ? await mend(context) : [];
  const probes = examine(context);
  if (out.options.json) out.json({ probes, ...outcomes(tried) });
  else print(call, probes, tried);
  if (probes.some((probe) => probe.health === "error")) return EXIT.refused;
  return probes.some((probe) => probe.health === "warning") ? EXIT.findings : EXIT.done;
}

function outcomes(tried: readonly Mended[]): { readonly mended: readonly string[]; readonly failed?: unknown } {
  const failed = tried.filter(({ problem }) => problem !== undefined);
  const mended = tried.filter(({ problem }) => problem === undefined).map(({ label }) => label);
  return { mended, ...(failed.length === 0 ? {} : { failed }) };
}

function print({ out }: Invocation, probes: readonly ProbeFinding[], tried: readonly Mended[]): void {
  for (const probe of probes) {
    const label = `${out.paint(STYLE[probe.health], probe.health.padEnd(8))} ${probe.name.padEnd(14)} `;
    for (const line of beside(label, 24, forTerminalLine(probe.message), out.columns)) out.line(line);
    for (const line of wrap(probe.remedy ?? "", out.columns - 24)) {
      if (line !== "") out.line(`${"".padEnd(24)}${out.paint("cyan", line)}`);
    }
  }
  for (const { label, problem } of tried) {
    const text = problem === undefined ? label : `${label}: ${problem}`;
    const word = problem === undefined ? out.paint("green", "mended") : out.paint("red", "failed");
    for (const line of beside(`${word}   `, 9, forTerminalLine(text), out.columns)) out.line(line);
  }
}
