// What a person did becomes a commit at the end of the command (SYN-10a); what syncs left is packed then, if it is due.

import type { Act, OpenStore } from "../store/context.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import { commit } from "../sync/run.ts";
import { failedFrom } from "../text/errors.ts";
import { besideThis } from "./beside.ts";
import { openForgotten } from "./forgetting.ts";
import type { Whereabouts } from "./here.ts";
import { packLater } from "./packing.ts";
import { linesFor, repositoryOf } from "./syncing.ts";

/** Gives what the person must hear of it. What git can't do is told by `doctor` and by the next sync. */
export async function commitChange({ places }: Whereabouts, open: OpenStore, act: Act): Promise<readonly string[]> {
  const git = await repositoryOf(open).catch(failedFrom);
  if ("kind" in git) return [];
  const ports = {
    open,
    files: openStoreFiles(open.store.info, open.kept),
    git,
    act,
    left: () => 0,
    renew: () => undefined,
    forgetting: openForgotten(places, open.store.info),
  };
  const outcome = await commit(ports);
  packLater(besideThis("worker.cjs"), open.store.info.root);
  return linesFor(outcome, undefined);
}
