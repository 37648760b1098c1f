// Runs the probes, in the order in which mending is safe: first who can reach the files, then what this machine
// needs to write at all, then each store. A probe that throws is an error of that probe and ends nothing else.

import { type Memory, readCatalogue } from "../../store/catalogue.ts";
import { Fault } from "../../text/errors.ts";
import { permission } from "../../trust/authority.ts";
import { config, deviceKey, modes, presence } from "./access.ts";
import { checks, ids, rules, tiers } from "./content.ts";
import { counts, files, leftovers, moves, strangers, twins, unread } from "./files.ts";
import { agents, forget, git, hub, ledger, policy, project, runtime, silence, sync } from "./machine.ts";
import { outside } from "./outside.ts";
import type { ClosedStore, DoctorContext, MachineView, Mended, Probe, ProbeFinding, StoreView } from "./probe.ts";

export { comingBack, outsideIn, settle, wordsFor } from "./outside.ts";
export type { DoctorContext, Health, Mended, ProbeFinding } from "./probe.ts";

export const MACHINE_PROBES: readonly Probe<MachineView>[] = [
  runtime,
  silence,
  agents,
  modes,
  config,
  project,
  deviceKey,
  presence,
  ledger,
  git,
  sync,
  hub,
  policy,
  forget,
];

export const STORE_PROBES: readonly Probe<StoreView>[] = [
  counts,
  moves,
  leftovers,
  twins,
  unread,
  tiers,
  ids,
  checks,
  rules,
  files,
  strangers,
  outside,
];

export function examine(context: DoctorContext): readonly ProbeFinding[] {
  const { views, closed } = look(context);
  const rows = [
    ...MACHINE_PROBES.flatMap((probe) => examined(probe, context)),
    ...closed.map(({ name, message, remedy }): ProbeFinding => ({ name, health: "error", message, remedy })),
    ...views.flatMap((view) => STORE_PROBES.flatMap((probe) => examined(probe, view))),
  ];
  return isFull(context) ? rows : rows.map(withoutQuarantine);
}

/** A person's act. What one probe mended may be what kept the next from looking, so each looks afresh. */
export async function mend(context: DoctorContext): Promise<readonly Mended[]> {
  const done: Mended[] = [];
  for (const probe of MACHINE_PROBES) done.push(...(await mended(probe, context, context)));
  let { views } = look(context);
  for (const probe of STORE_PROBES) {
    const before = done.length;
    for (const view of views) done.push(...(await mended(probe, view, context)));
    if (done.length > before) views = look(context).views;
  }
  return done;
}

function examined<View>(probe: Probe<View>, view: View): readonly ProbeFinding[] {
  try {
    return probe.examine(view);
  } catch (error) {
    return [{ name: probe.name, health: "error", ...failure(error) }];
  }
}

async function mended<View>(probe: Probe<View>, view: View, context: DoctorContext): Promise<readonly Mended[]> {
  if (probe.mend === undefined) return [];
  try {
    return await probe.mend(view, () => context.act());
  } catch (error) {
    return [{ label: probe.name, problem: failure(error).message }];
  }
}

function failure(error: unknown): { readonly message: string; readonly remedy?: string | undefined } {
  if (error instanceof Fault) return { message: error.message, remedy: error.hint };
  return { message: `this probe failed: ${error instanceof Error ? error.message : String(error)}` };
}

/** A store that opens and can't be listed is as closed as one that does not open. */
function look(context: DoctorContext): {
  readonly views: readonly StoreView[];
  readonly closed: readonly ClosedStore[];
} {
  const views: StoreView[] = [];
  const closed: ClosedStore[] = [];
  for (const seen of context.stores()) {
    if (seen.kind === "closed") closed.push(seen);
    else {
      try {
        views.push(viewOf(seen.open, context));
      } catch (error) {
        closed.push({ kind: "closed", name: `${seen.open.store.info.scope} store`, ...failure(error) });
      }
    }
  }
  return { views, closed };
}

function viewOf(open: StoreView["open"], context: DoctorContext): StoreView {
  const full = isFull(context);
  const catalogue = readCatalogue(open.store);
  const hidden = (memory: Memory): boolean =>
    !full && (memory.tier === "quarantined" || catalogue.shadowed.includes(memory));
  const nameOf = (memory: Memory): string =>
    hidden(memory) ? `${memory.stored.place}/...` : `${memory.stored.place}/${memory.stored.file}`;
  return { open, catalogue, checks: context.checks, nameOf };
}

function isFull(context: DoctorContext): boolean {
  return permission("doctor", context.channel) === "full";
}

/** Whatever a probe says, no name of a file in quarantine/ reaches an agent. */
function withoutQuarantine(row: ProbeFinding): ProbeFinding {
  // A file may be called after what is held.
  if (row.name === outside.name && row.health !== "ok") return { ...row, message: "files changed outside Holdfast" };
  return { ...row, message: row.message.replace(/quarantine\/[^\s,]+/g, "quarantine/...") };
}
