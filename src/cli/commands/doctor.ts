// holdfast doctor
import {
  comingBack,
  type DoctorContext,
  examine,
  type Health,
  type Mended,
  mend,
  outsideIn,
  type ProbeFinding,
  settle,
  wordsFor,
} from "../../health/doctor/index.ts";
import { HOSTS } from "../../hosts/index.ts";
import { parseDocument } from "../../memory/document.ts";
import { wordsToType } from "../../review/typed-word.ts";
import { refuse } from "../../text/errors.ts";
import { forTerminalLine } from "../../text/sanitise.ts";
import { permission } from "../../trust/authority.ts";
import { EXIT } from "../exit.ts";
import { beside, type Style, wrap } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { memoryShown, type Shown, unlessTyped } from "../typed-yes.ts";

const PROBED = HOSTS.flatMap(({ name, guests = [] }) => [name, ...guests.map((guest) => guest.name)]);

const STYLE: Readonly<Record<Health, Style>> = { ok: "green", warning: "yellow", error: "red" };

export const commands: Commands = {
  doctor: {
    usage: "holdfast doctor [--fix] [--all] [--host NAME --probe]",
    about: [
      "Exits 0 healthy, 1 with warnings, 2 with errors.",
      "`--probe` feeds an agent's own payloads through its installed entry, as the agent starts it, and prints what each was answered: a start, a prompt, tools that reach for the store, a command that a rule of yours forbids. It changes nothing.",
    ],
    options: {
      fix: { type: "boolean", help: "Mend what is safe to mend" },
      all: { type: "boolean", help: "Also what is in order" },
      host: { type: "string", value: "NAME", help: `--probe: ${PROBED.join(", ")}` },
      probe: { type: "boolean", help: "Try the entry of --host" },
    },
    names: [0, 0],
    scans: true,
    examples: ["holdfast doctor", "holdfast doctor --fix", "holdfast doctor --host cursor --probe"],
    run,
  },
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, out, options } = call;
  if (options["probe"] === true || options["host"] !== undefined) return (await import("../probe.ts")).probeEntry(call);
  const context = await bench.doctor();
  if (options["fix"] === true && permission("doctor", context.channel) !== "full") {
    return refuse("needs-person", "`holdfast doctor --fix` changes memories; that is a person's act.");
  }
  const tried = options["fix"] === true ? [...(await settled(call, context)), ...(await mend(context))] : [];
  const probes = examine(context);
  if (permission("doctor", context.channel) === "full") markLooked(context);
  if (out.options.json) out.json({ probes, ...outcomes(tried) });
  else print(call, probes, tried);
  if (probes.some((probe) => probe.health === "error")) return EXIT.refused;
  return probes.some((probe) => probe.health === "warning") ? EXIT.findings : EXIT.done;
}

/** What was changed behind our back is shown before it is touched. What comes back into use takes a typed word (TRU-26). */
async function settled(call: Invocation, context: DoctorContext): Promise<readonly Mended[]> {
  const { bench, out } = call;
  const done: Mended[] = [];
  const isGone = context.stores().some((seen) => seen.kind === "closed" && seen.remedy === "holdfast doctor --fix");
  if (isGone && (await unlessTyped(call, [GONE])) === undefined) {
    const files = context.surroundings.rebuildStore();
    if (files !== undefined) done.push({ label: `the store is back: ${files} files` });
  }
  const found = outsideIn(context);
  if (found.length === 0) return done;
  for (const each of found.flatMap(({ outside }) => outside))
    out.line(`changed outside Holdfast: ${forTerminalLine(wordsFor(each))}`);
  if (await bench.ask("Bring back what Holdfast left there? What stands there now is kept aside.", "no")) {
    const shown = await shownOf(comingBack(found));
    const stopped = shown.length === 0 ? undefined : await unlessTyped(call, shown);
    return stopped === undefined ? [...done, ...(await settle(context, found, "bring-back"))] : done;
  }
  if (await bench.ask("Keep it as it is, and say no more of it?", "no"))
    return [...done, ...(await settle(context, found, "keep"))];
  return done;
}

const GONE: Shown = {
  title: "The store is gone. Bring it back from the copies on this machine:",
  lines: ["All that stood there counts again, as Holdfast left it."],
  words: ["copies", "machine", "counts", "again"],
};

/** Memories in use by their words, everything else by its name. */
async function shownOf(files: ReturnType<typeof comingBack>): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  const others: string[] = [];
  for (const { path, bytes } of files) {
    const document = path.startsWith("memories/") ? parseDocument(new TextDecoder().decode(bytes)) : undefined;
    if (document?.kind === "document") shown.push(await memoryShown({ file: path, document }));
    else others.push(path);
  }
  if (others.length > 0) shown.push({ title: "Bring back:", lines: others, words: wordsToType(others.join("\n")) });
  return shown;
}

function markLooked(context: DoctorContext): void {
  for (const { store, outside } of outsideIn(context)) context.surroundings.markLooked(store.info, outside);
}

function outcomes(tried: readonly Mended[]): { readonly mended: readonly string[]; readonly failed?: unknown } {
  const failed = tried.filter(({ problem }) => problem !== undefined);
  const mended = tried.filter(({ problem }) => problem === undefined).map(({ label }) => label);
  return { mended, ...(failed.length === 0 ? {} : { failed }) };
}

function print({ out, options }: Invocation, probes: readonly ProbeFinding[], tried: readonly Mended[]): void {
  const wrong = probes.filter(({ health }) => health !== "ok");
  // What is in order and still has something to do is told as well.
  const shown = probes.filter(({ health, remedy }) => health !== "ok" || remedy !== undefined);
  for (const probe of options["all"] === true ? probes : shown) {
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
  const well = `${probes.length - wrong.length} of ${probes.length} checks are in order`;
  const label = wrong.length === 0 ? out.paint("green", "ok".padEnd(8)) : "".padEnd(8);
  if (options["all"] !== true) out.line(`${label} ${well} (--all lists them).`);
}
