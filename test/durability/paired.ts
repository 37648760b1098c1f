// A sync of one machine on which the other's word counts, as after a pairing: the same run that the command makes.
import { type SyncOutcome, sync } from "../../src/app/sync/run.ts";
import { placesFrom } from "../../src/disk/places.ts";
import { openGitRepository } from "../../src/git/repository.ts";
import { openForgetJournal } from "../../src/state/forget-journal.ts";
import { openTrustedSigners } from "../../src/state/trusted-signers.ts";
import { deviceKeys, deviceOf } from "../../src/store/device-key.ts";
import { openStoreFiles } from "../../src/store/whole.ts";
import { openStoreWith } from "../../src/wiring/open-store.ts";
import { openTraces } from "../../src/wiring/traces.ts";
import { actOf, chance } from "../support/acts.ts";
import { value } from "../support/git-store.ts";
import type { World } from "./world.ts";

export async function pairedSync(world: World, peer: World): Promise<SyncOutcome> {
  const [places, theirs] = [world, peer].map(({ env, home }) => placesFrom(env, home));
  if (places === undefined || theirs === undefined) throw new Error("no places");
  const keys = deviceKeys(places.data);
  const device = deviceOf(places.data);
  const now = new Date();
  const { own: other } = deviceKeys(theirs.data);
  if (other !== undefined)
    openTrustedSigners(places.data).add("personal", { ...other, name: "", at: now.toISOString().slice(0, 10) });
  const store = {
    root: places.store,
    scope: "personal",
    lock: "auto",
    device: device.id,
    keys,
    now: () => now,
  } as const;
  const open = openStoreWith(places, store);
  const git = value(await openGitRepository(places.store, world.env));
  const forgetting = { traces: openTraces(places), journal: openForgetJournal(places.state) };
  const act = { ...actOf("terminal", now, chance(9)), device };
  const files = openStoreFiles(open.store.info);
  return sync({ open, files, git, act, left: () => 20_000, renew: () => undefined, forgetting }, "both");
}
