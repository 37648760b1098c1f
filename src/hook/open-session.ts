// What every moment of a session but its start needs beside the stores: what it was shown before, and where to note more.
import type { Receipt } from "../core/ports/receipts.ts";
import { appendReceipt } from "../state/receipts.ts";
import { noteShown, shownIn } from "../state/sessions.ts";
import type { OpenedForHook } from "./open.ts";
import { type WithIndexes, withIndexes } from "./open-index.ts";

export interface OpenedInSession extends WithIndexes {
  readonly shown: ReadonlySet<string>;
  keep(receipt: Receipt, given: readonly string[]): void;
}

export function inSession(opened: OpenedForHook, session: string): OpenedInSession {
  const { config, places, stores } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...withIndexes({ ...opened, stores: served }),
    shown: shownIn(places.state, session),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      noteShown(places.state, session, given);
    },
  };
}
