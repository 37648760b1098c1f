// holdfast connect | disconnect, and their old names install and uninstall: one diff, one question, one report per agent (AGT-30).

import { HOSTS } from "../../hosts/index.ts";
import {
  type EditPlan,
  type Installer,
  type Installers,
  type InstallResult,
  install,
  type OwnMemory,
  type ShownEdit,
  uninstall,
} from "../../install/install.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { partyOf } from "../../trust/channels.ts";
import { EXIT, ended, isDeclined } from "../exit.ts";
import type { Output } from "../output.ts";
import { type Command, type Commands, DRY, type Ended, type Invocation, YES } from "../spec.ts";
import { diffLines, showLines } from "../tell.ts";

interface Planned {
  readonly installer: Installer;
  readonly plan: EditPlan;
}

/** One agent whose settings can't be read stops none of the others; it is named, and the exit code tells. */
interface Prepared {
  readonly planned: readonly Planned[];
  readonly refused: readonly InstallResult[];
  /** Every line of every change, for who asks. */
  readonly details: () => Promise<void>;
}

const AGENTS = HOSTS.map(({ name }) => name).join(", ");

const CONNECT: Command = {
  usage: "holdfast connect [--agent NAME] [--[no-]replace-auto-memory] [--dry-run]",
  options: {
    agent: { type: "string", value: "NAME", help: `${AGENTS} (default: those found)` },
    "replace-auto-memory": { type: "boolean", help: "Claude's own memory gives way to the store" },
    "no-replace-auto-memory": { type: "boolean", help: "Claude has its own memory again" },
    "dry-run": DRY,
    yes: YES,
  },
  names: [0, 0],
  examples: ["holdfast connect --dry-run", "holdfast connect --agent claude"],
  looksWith: "dry-run",
  run,
};

const DISCONNECT: Command = {
  usage: "holdfast disconnect [--agent NAME] [--purge]",
  options: {
    agent: { type: "string", value: "NAME", help: `${AGENTS} (default: all)` },
    purge: { type: "boolean", help: "Also remove cache, state, config and device key; never the store" },
    "dry-run": DRY,
    yes: YES,
  },
  names: [0, 0],
  examples: ["holdfast disconnect", "holdfast disconnect --purge"],
  looksWith: "dry-run",
  run,
};

export const commands: Commands = {
  connect: CONNECT,
  disconnect: DISCONNECT,
  install: CONNECT,
  uninstall: DISCONNECT,
};

async function run(call: Invocation): Promise<Ended> {
  const { bench, verb, options } = call;
  const installers = await bench.installers();
  const { agent } = options;
  if (typeof agent === "string" && !installers.all.some((installer) => installer.agent === agent)) {
    const known = installers.all.map((installer) => installer.agent).join(", ");
    return refuse("usage", `--agent takes ${known}; found "${agent}".`, `holdfast ${verb} --help`);
  }
  const isConnecting = verb === "connect" || verb === "install";
  const chosen = choose(installers, agent, isConnecting);
  if (chosen.length === 0) {
    return refuse("agent-missing", "No agent to connect was found.", "holdfast connect --agent claude");
  }
  const own = ownMemoryIn(options, chosen);
  if (own?.kind === "refusal") return own;
  return isConnecting ? connect(call, chosen, own?.kind) : disconnect(call, installers, chosen);
}

function ownMemoryIn(
  options: Invocation["options"],
  chosen: readonly Installer[],
): { readonly kind: OwnMemory } | Refusal | undefined {
  const replace = options["replace-auto-memory"] === true;
  const leave = options["no-replace-auto-memory"] === true;
  if (!replace && !leave) return undefined;
  const hint = "holdfast connect --help";
  if (replace && leave)
    return refuse("usage", "Ask for --replace-auto-memory or for its opposite, not for both.", hint);
  if (!chosen.some(({ hasOwnMemory }) => hasOwnMemory)) {
    return refuse("usage", "--replace-auto-memory is for Claude Code, which is not among the agents asked for.", hint);
  }
  return { kind: replace ? "replaced" : "left" };
}

function choose({ all }: Installers, agent: string | boolean | undefined, onlyPresent: boolean): readonly Installer[] {
  if (typeof agent === "string") return all.filter((installer) => installer.agent === agent);
  return all.filter((installer) => !onlyPresent || installer.found().present);
}

export async function connect(call: Invocation, chosen: readonly Installer[], own?: OwnMemory): Promise<Ended> {
  const { out, options } = call;
  const prepared = await prepare(call, chosen, "install", own);
  if (isRefusal(prepared)) return prepared;
  const { planned, refused, details } = prepared;
  if (options["dry-run"] === true) return dryRun(call, prepared);
  const changing = planned.some(({ plan }) => !plan.nothingToDo);
  const nothing = "No agent was connected. To do it later: holdfast connect";
  if (changing && (await isDeclined(call, "Apply this?", { nothing, details }))) return EXIT.findings;
  const results: InstallResult[] = [...refused];
  for (const { installer, plan } of planned) results.push(await install(installer, plan));
  const exit = report(call, results, { done: "connected", unchanged: "connected already" });
  for (const { installer } of planned) if (installer.advice !== undefined) out.note(installer.advice);
  return exit;
}

async function disconnect(call: Invocation, installers: Installers, chosen: readonly Installer[]): Promise<Ended> {
  const { out, bench, options } = call;
  const purge = options["purge"] === true;
  const unsafe = purge ? installers.purgeRefused() : undefined;
  if (unsafe !== undefined) return unsafe;
  const prepared = await prepare(call, chosen, "uninstall");
  if (isRefusal(prepared)) return prepared;
  const { planned, refused, details } = prepared;
  if (purge) {
    out.note("To be removed as well: state, config, device key and cache. The store stays.");
    for (const place of ["state", "config", "data", "cache"] as const) out.note(`  ${bench.here.places[place]}`);
  }
  if (options["dry-run"] === true) return dryRun(call, prepared);
  const changing = purge || planned.some(({ plan }) => !plan.nothingToDo);
  if (changing && (await isDeclined(call, "Apply this?", { details }))) return EXIT.findings;
  const results = [...refused, ...planned.map(({ installer, plan }) => uninstall(installer, plan))];
  const exit = report(call, results, { done: "disconnected", unchanged: "was not connected" });
  // An agent that is still connected needs the hook, and its record is the way back.
  const failed = results.some(({ outcome }) => outcome === "failed");
  const connected = installers.all.filter((installer) => installer.hasTrace()).map(({ title }) => title);
  if (!failed && connected.length === 0) installers.removeHookCopy();
  if (purge && failed) out.note("State, config, device key and cache were kept.");
  else if (purge && connected.length > 0) out.note(stillConnected(connected));
  else if (purge) {
    // First: a schedule without a program would fail once a day.
    const { unscheduled } = await import("../../compose/scheduling.ts");
    for (const line of unscheduled(bench.here.env)) out.note(line);
    installers.purge();
  }
  out.note(`Your memories stay in ${bench.here.places.store}.`);
  return exit;
}

function stillConnected(titles: readonly string[]): string {
  const are = titles.length === 1 ? "is" : "are";
  return `State, config, device key and cache were kept: ${titles.join(", ")} ${are} still connected.`;
}

async function prepare(
  call: Invocation,
  chosen: readonly Installer[],
  direction: "install" | "uninstall",
  own?: OwnMemory,
): Promise<Prepared | Refusal> {
  const { out } = call;
  const planned: Planned[] = [];
  const refused: InstallResult[] = [];
  for (const installer of chosen) {
    const plan = direction === "install" ? installer.planInstall(own) : installer.planUninstall();
    if (plan.kind === "refusal") {
      if (chosen.length === 1) return plan;
      refused.push({ agent: installer.agent, outcome: "failed", refusal: plan });
      out.note(`${out.paint("yellow", "left out")}  ${installer.agent}: ${plan.message}`);
      continue;
    }
    planned.push({ installer, plan });
  }
  const details = async (): Promise<void> => {
    for (const { installer, plan } of planned) for (const edit of plan.edits) await showEdit(call, installer, edit);
  };
  // Looking is all that a dry run is for.
  if (call.options["dry-run"] === true) await details();
  else for (const { plan } of planned) for (const edit of plan.edits) out.note(await editLine(call, edit));
  return { planned, refused, details };
}

async function showEdit(call: Invocation, { agent }: Installer, edit: ShownEdit): Promise<void> {
  const { out } = call;
  const after = textOf(edit.after);
  out.note(out.paint("bold", edit.path) + (edit.note === undefined ? "" : `  (${edit.note})`));
  if (after === undefined) out.note("  removed again, as it was before");
  else if (!isPerson(call)) out.note("  its lines are shown to a person only: others' secrets may stand beside them");
  else if (edit.ours === true) showOurs(out, agent, after);
  else showLines(out, await diffLines(edit.path, textOf(edit.before) ?? "", after));
}

/** Nothing of the user's is in it, so there is nothing to compare; --dry-run --json has its text. */
function showOurs(out: Output, agent: string, text: string): void {
  const lines = text.split("\n").length - 1;
  out.note(`  a file of ours, ${lines} lines, to read: holdfast connect --agent ${agent} --dry-run --json`);
}

/** A file and how much of it changes: the lines of one agent alone fill a screen. */
async function editLine(call: Invocation, edit: ShownEdit): Promise<string> {
  const { out } = call;
  const path = `  ${out.paint("bold", edit.path)}`;
  const note = edit.note === undefined ? "" : ` (${edit.note})`;
  const after = textOf(edit.after);
  if (after === undefined) return `${path}  removed again, as it was before${note}`;
  if (!isPerson(call)) return `${path}${note}`;
  const lines = await diffLines(edit.path, textOf(edit.before) ?? "", after);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return `${path}  ${out.paint("green", `+${count("+")}`)} ${out.paint("red", `-${count("-")}`)}${note}`;
}

function dryRun(call: Invocation, { planned, refused }: Prepared): number {
  const { out } = call;
  const told = (edit: ShownEdit): object => (isPerson(call) ? readable(edit) : { path: edit.path, note: edit.note });
  if (out.options.json)
    out.json(planned.map(({ installer, plan }) => ({ agent: installer.agent, edits: plan.edits.map(told) })));
  else out.note("Nothing was changed (--dry-run).");
  return refused.length === 0 ? EXIT.done : EXIT.findings;
}

/** An agent may look what would be edited; what stands in those files is not for it (TRU-22). */
function isPerson({ bench }: Invocation): boolean {
  return partyOf(bench.channel) === "person";
}

function readable({ path, before, after, note }: ShownEdit): Record<string, string | undefined> {
  return { path, before: textOf(before), after: textOf(after), note };
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function report(
  { out, bench }: Invocation,
  results: readonly InstallResult[],
  words: { readonly done: string; readonly unchanged: string },
): number {
  if (out.options.json) out.json(results);
  let exit: number = EXIT.done;
  for (const { agent, outcome, refusal } of results) {
    if (outcome === "done") out.note(`${out.paint("green", words.done)}  ${agent}`);
    else if (refusal !== undefined) exit = ended(refusal, out, bench, "reported");
  }
  // In one line: of ten agents a person has two or three.
  const same = results.filter(({ outcome }) => outcome === "unchanged").map(({ agent }) => agent);
  if (same.length > 0) out.note(`${out.paint("green", words.unchanged)}  ${same.join(", ")}`);
  return exit;
}
