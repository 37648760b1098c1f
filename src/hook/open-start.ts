// What a session start needs beside the stores: the scanners, notices, receipts, and what the session was shown before.
import type { Suspects } from "../app/withheld.ts";
import type { SessionStartEvent } from "../core/intent.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { takeNotices } from "../state/notices.ts";
import { appendReceipt } from "../state/receipts.ts";
import { dropOldSessions, forgetShown, noteShown } from "../state/sessions.ts";
import type { HookCall } from "./call.ts";
import { type OpenedForHook, openForHook } from "./open.ts";

export interface OpenedForStart extends OpenedForHook {
  /** The scanners are loaded only when they are asked for. */
  suspects(): Promise<Suspects>;
  takeNotices(): readonly string[];
  keep(receipt: Receipt, given: readonly string[]): void;
}

export function openForStart(event: SessionStartEvent, call: HookCall): OpenedForStart | undefined {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return undefined;
  const { places, config, stores, keys } = opened;
  return {
    ...opened,
    suspects: async () => (await import("./open-checks.ts")).hookSuspects(config, stores, keys),
    takeNotices: () => takeNotices(places.state).map((notice) => notice.text),
    keep: (receipt, given) => {
      appendReceipt(places.state, receipt);
      if (event.source !== "resume") forgetShown(places.state, event.session);
      noteShown(places.state, event.session, given);
      dropOldSessions(places.state, call.now);
    },
  };
}
