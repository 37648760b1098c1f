// What a prompt needs beside the stores: receipts, and what the session was shown before.
import type { PromptEvent } from "../core/intent.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { appendReceipt } from "../state/receipts.ts";
import { noteShown, shownIn } from "../state/sessions.ts";
import { isFirst } from "../state/signs.ts";
import type { HookCall } from "./call.ts";
import { openForHook } from "./open.ts";
import { type WithIndexes, withIndexes } from "./open-index.ts";

export interface OpenedForPrompt extends WithIndexes {
  readonly shown: ReadonlySet<string>;
  /** `first` where nothing was ever injected before (AGT-12). */
  keep(receipt: Receipt, given: readonly string[]): "first" | "kept";
}

export function openForPrompt(event: PromptEvent, call: HookCall): OpenedForPrompt | undefined {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return undefined;
  const { config, places, stores } = opened;
  const served = stores.filter(({ info }) => info.scope === "personal" || config["serve-project-memories"]);
  return {
    ...withIndexes({ ...opened, stores: served }),
    shown: shownIn(places.state, event.session),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      noteShown(places.state, event.session, given);
      return isFirst(places.state, "injection") ? "first" : "kept";
    },
  };
}
