// What every moment of a session but its start needs beside the stores: what it was shown before, and where to note more.

import type { HostEvent } from "../../hosts/event.ts";
import { appendReceipt } from "../../recall/io/receipts.ts";
import { claimShown, shownIn, type Telling } from "../../recall/io/sessions.ts";
import type { ClaimIds, Receipt } from "../../recall/receipts.ts";
import { knownBranches } from "../branches.ts";
import type { HookCall } from "./call.ts";
import { type WithIndexes, withIndexes } from "./index.ts";
import type { OpenedForHook } from "./stores.ts";

export interface OpenedInSession extends WithIndexes {
  readonly shown: ReadonlySet<string>;
  /** As the start of the session found out (SYN-30). */
  readonly branches: readonly string[];
  readonly claim: ClaimIds;
  keep(receipt: Receipt): void;
}

export function inSession(opened: OpenedForHook, event: HostEvent, call: HookCall): OpenedInSession {
  const { config, places, stores } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...withIndexes({ ...opened, stores: served }),
    branches: knownBranches(places.state, opened.project?.root),
    shown: shownIn(places.state, event.session),
    claim: (ids) => claimShown(places.state, event.session, { ...claimOf(event, call), moment: "later", ids }),
    keep: (receipt) => appendReceipt(places.state, receipt),
  };
}

/** Whose claim it is, and since when: as the host says, else since this process began. */
export function claimOf({ at }: HostEvent, { began }: HookCall): Pick<Telling, "by" | "at"> {
  return { by: `${process.pid}-${began}`, at: at ?? began };
}
