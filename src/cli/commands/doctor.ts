// holdfast doctor

import type { OpenStore } from "../../app/context.ts";
import { examine, type Health, type Probe, type StoreHealth } from "../../app/doctor.ts";
import { write } from "../../app/write.ts";
import { refuse } from "../../core/errors.ts";
import { forTerminalLine } from "../../core/text/sanitise.ts";
import { permission } from "../../core/trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import type { Style } from "../output.ts";
import type { Invocation } from "../spec.ts";
import { clip } from "../tell.ts";
import { wrap } from "../wrap.ts";

const STYLE: Readonly<Record<Health, Style>> = { ok: "green", warning: "yellow", error: "red" };

export async function run(call: Invocation): Promise<number> {
  const { bench, out, options } = call;
  if (options["fix"] === true && permission("doctor", bench.act.channel) !== "full") {
    return ended(
      refuse("needs-person", "`holdfast doctor --fix` changes memories; that is a person's act."),
      out,
      bench,
    );
  }
  const mended: string[] = [];
  if (options["fix"] === true) for (const open of bench.stores()) mended.push(...(await mend(open, call)));
  const probes = [...(await surroundings(call)), ...storeProbes(call)];
  if (out.options.json) out.json({ probes, mended });
  else print(call, probes, mended);
  if (probes.some((probe) => probe.health === "error")) return EXIT.refused;
  return probes.some((probe) => probe.health === "warning") ? EXIT.findings : EXIT.done;
}

function storeProbes({ bench }: Invocation): readonly Probe[] {
  if (!bench.hasStore())
    return [
      { name: "store", health: "error", message: `no store at ${bench.locations.store}`, remedy: "holdfast init" },
    ];
  return bench.stores().flatMap((open) => examine(open, bench.act).probes);
}

async function mend(open: OpenStore, { bench }: Invocation): Promise<readonly string[]> {
  const health: StoreHealth = examine(open, bench.act);
  // Taking the lock finishes half-done moves and removes leftovers.
  if (health.needsSweep) await open.store.withLock(() => undefined);
  const mended: string[] = health.needsSweep ? ["leftovers and half-done moves"] : [];
  for (const { label, plan } of health.mends) {
    const result = await write(open, plan, bench.act);
    mended.push(result.kind === "written" ? label : `${label}: ${result.message}`);
  }
  return mended;
}

async function surroundings({ bench }: Invocation): Promise<readonly Probe[]> {
  const { all } = await bench.installers();
  const agents = all.map((installer): Probe => {
    const { present, evidence } = installer.found();
    if (!present) return { name: installer.agent, health: "ok", message: `not on this machine (${evidence})` };
    if (installer.isInstalled()) return { name: installer.agent, health: "ok", message: "connected" };
    return {
      name: installer.agent,
      health: "warning",
      message: "found, not connected",
      remedy: `holdfast install --agent ${installer.agent}`,
    };
  });
  const { warnings } = bench.config();
  const config: Probe =
    warnings.length === 0
      ? { name: "config", health: "ok", message: "no complaints" }
      : {
          name: "config",
          health: "warning",
          message: warnings.map((warning) => warning.message).join("; "),
          remedy: "holdfast config list",
        };
  const problems = bench.projectProblems();
  const project: readonly Probe[] =
    problems.length === 0 ? [] : [{ name: "project", health: "warning", message: problems.join(" ") }];
  return [
    { name: "runtime", health: "ok", message: `holdfast ${bench.version} on Node ${bench.nodeVersion}` },
    ...agents,
    config,
    ...project,
  ];
}

function print({ out }: Invocation, probes: readonly Probe[], mended: readonly string[]): void {
  for (const probe of probes) {
    const [first = "", ...more] = wrap(forTerminalLine(probe.message), out.columns - 24);
    out.line(`${out.paint(STYLE[probe.health], probe.health.padEnd(8))} ${probe.name.padEnd(14)} ${first}`);
    for (const line of more) out.line(`${"".padEnd(24)}${line}`);
    for (const line of wrap(probe.remedy ?? "", out.columns - 24)) {
      if (line !== "") out.line(`${"".padEnd(24)}${out.paint("cyan", line)}`);
    }
  }
  for (const label of mended) out.line(`${out.paint("green", "mended")}   ${clip(label, out.columns - 9)}`);
}
