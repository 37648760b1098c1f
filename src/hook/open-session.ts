// What every moment of a session but its start needs beside the stores: what it was shown before, and where to note more.
import type { Receipt } from "../core/ports/receipts.ts";
import { appendReceipt } from "../state/receipts.ts";
import { noteShown, shownIn } from "../state/sessions.ts";
import { knownBranches } from "../wiring/known-branches.ts";
import type { OpenedForHook } from "./open.ts";
import { type WithIndexes, withIndexes } from "./open-index.ts";

export interface OpenedInSession extends WithIndexes {
  readonly shown: ReadonlySet<string>;
  /** As the start of the session found out (SYN-30). */
  readonly branches: readonly string[];
  keep(receipt: Receipt, given: readonly string[]): void;
}

export function inSession(opened: OpenedForHook, session: string): OpenedInSession {
  const { config, places, stores } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...withIndexes({ ...opened, stores: served }),
    branches: knownBranches(places.state, opened.project?.root),
    shown: shownIn(places.state, session),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      noteShown(places.state, session, given);
    },
  };
}
