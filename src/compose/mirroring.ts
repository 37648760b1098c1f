// A machine that lives for an hour (HUB-9): an organisation's store without a person. Everything of it lies in a home of its own, which
// goes when the command has ended: a mirror that nobody writes to, the agents that are here connected to it, and a store in
// which the agent notes. The token stays in this process. What counts as verified is what the pinned keys signed, which
// whoever wrote the job's configuration knows; a hub that names others makes nothing verified.
import type { Anchor } from "../attest/circle.ts";
import { install } from "../install/install.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { environmentWithout, runCommand } from "./beside.ts";
import type { Whereabouts } from "./here.ts";
import { openInstallers } from "./installers.ts";
import type { MirrorRun } from "./joining.ts";
import { type Homes, openHomes, type Stays } from "./mirror-home.ts";
import { type Sent, sendNotes } from "./mirror-notes.ts";
import { type Source, sourceOf, uncounted, type Wanted } from "./mirror-source.ts";
import { taken } from "./mirror-taking.ts";
import { mirrorsAt } from "./mirrors.ts";

export interface Mirroring {
  readonly runs: readonly MirrorRun[];
  /** Agents that were found here, and are connected. */
  readonly agents: readonly string[];
  /** Ends with the command's own code. */
  run(argv: readonly string[], without: readonly string[]): Promise<number>;
  /** What the agent noted meanwhile, sent as proposals. */
  send(): Promise<Sent | Refusal>;
  /** Whether nothing of it is left. */
  end(): boolean;
}

export async function openMirroring(wanted: Wanted, stays: Stays): Promise<Mirroring | Refusal> {
  const source = await sourceOf(wanted, new Date());
  if (isRefusal(source)) return source;
  const homes = openHomes(stays);
  try {
    const made = await mirroring(homes, source);
    if (isRefusal(made)) homes.end();
    return made;
  } catch (error) {
    homes.end();
    throw error;
  }
}

async function mirroring(homes: Homes, source: Source): Promise<Mirroring | Refusal> {
  const home = homes.make();
  if (isRefusal(home)) return home;
  const { stores, signer } = source;
  const readOnly = stores.map((each) => ({ ...each, role: "reader" as const }));
  const mirrors = await taken({ ...source, stores: readOnly }, home);
  if (isRefusal(mirrors)) return mirrors;
  const { runs, here } = mirrors;
  const { countsThere, openMirror } = await import("./joining.ts");
  const counts = (by: Anchor): boolean =>
    mirrorsAt(here.places).every((at) => countsThere(openMirror(here, at, { now: new Date() }), by));
  if (signer !== undefined && !counts(signer)) return uncounted(signer);
  return {
    runs,
    agents: await connected(here),
    run: (argv, without) => runCommand(argv, environmentWithout(homes.environment(), without)),
    send: () => sendNotes(here, source, homes),
    end: homes.end,
  };
}

async function connected({ places }: Whereabouts): Promise<readonly string[]> {
  const { all } = await openInstallers(places, new Date());
  const names: string[] = [];
  for (const installer of all.filter((each) => each.found().present)) {
    const plan = installer.planInstall();
    if (plan.kind !== "edit-plan") continue;
    const { outcome } = await install(installer, plan);
    if (outcome === "done") names.push(installer.title);
  }
  return names;
}
