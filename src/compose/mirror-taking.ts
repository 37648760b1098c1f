// An organisation's stores, taken into a home that nobody has written to yet (HUB-9).
import { randomBytes } from "node:crypto";
import { writeUserConfig } from "../config/io/files.ts";
import { makeId } from "../memory/ids.ts";
import { initStore } from "../store/io/open-store.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { hereFrom, type Whereabouts } from "./here.ts";
import type { Joining, MirrorRun } from "./joining.ts";
import type { Home } from "./mirror-home.ts";
import { actsOf } from "./stores.ts";

export const BUDGET_MS = 60_000;

export interface Taken {
  readonly runs: readonly MirrorRun[];
  /** With the policies that came with them. */
  readonly here: Whereabouts;
}

export async function taken(joining: Joining, { here }: Home): Promise<Taken | Refusal> {
  const { env, places } = here;
  // This device is nobody's at the hub; and nothing is to be at work here when the home goes.
  writeUserConfig(places.config, '{ "sync-at-start": false }\n');
  initStore(places.store, { scope: "personal", storeId: makeId(Date.now(), randomBytes(10)) });
  const { act } = await actsOf(here, "sync");
  const { joinAll } = await import("./joining.ts");
  const runs = await joinAll(joining, { here, act: act(), way: "pull-only", budgetMs: BUDGET_MS });
  const failed = runs.map(({ outcome }) => outcome).find((outcome) => outcome.kind !== "synced");
  if (failed === undefined) return { runs, here: hereFrom({ env }) };
  return isRefusal(failed) ? failed : refuse("git", `git: ${failed.message}.`, "holdfast doctor");
}
