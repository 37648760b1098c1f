// The copies that agents run, renewed with the program (AGT-1b). They are our own files, so a person is shown and not asked;
// what would change in an agent's own settings is theirs to look at first (AGT-30).
import type { Places } from "../disk/places.ts";
import { installHookCopy } from "../install/io/hook-copy.ts";
import { outdatedCopy } from "../install/io/hook-origin.ts";
import { isRefusal } from "../text/errors.ts";
import { builtFiles } from "./beside.ts";

/** What the person reads; nothing where all is as it should be. `isPerson` is asked only where something is to be done. */
export async function renewHook(
  places: Places,
  version: string,
  isPerson: () => boolean,
  bundles: string = builtFiles(),
): Promise<readonly string[]> {
  const had = outdatedCopy(places.data, bundles);
  if (had === undefined || !isPerson()) return [];
  installHookCopy(places.data, bundles, process.execPath);
  const before = had === "" ? "an earlier version" : had === version ? "another build" : had;
  return [
    `Agents ran the hook of ${before}; it is renewed to ${version}, in ${places.data}`,
    ...(await inSettings(places, bundles)),
  ];
}

async function inSettings(places: Places, bundles: string): Promise<readonly string[]> {
  const { openInstallers } = await import("./installers.ts");
  const { all } = await openInstallers(places, new Date(), bundles);
  return all.flatMap((installer) => {
    const plan = installer.hasTrace() ? installer.planInstall() : undefined;
    if (plan === undefined || isRefusal(plan) || plan.nothingToDo) return [];
    return [`In ${installer.title}'s settings something is new too: holdfast connect --agent ${installer.agent}`];
  });
}
