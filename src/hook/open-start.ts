// What a session start needs beside the stores: notices, receipts, and what the session was shown before.
import type { IndexedStore } from "../app/judged.ts";
import type { SessionStartEvent } from "../core/intent.ts";
import type { Feedback } from "../core/ports/feedback.ts";
import type { Receipt } from "../core/ports/receipts.ts";
import { DEVELOPER_TEXT } from "../search/developer-text.ts";
import { openFeedback } from "../state/feedback.ts";
import { inboxWaiting } from "../state/inbox.ts";
import { takeNotices } from "../state/notices.ts";
import { observerWaiting } from "../state/observer-queue.ts";
import { appendReceipt } from "../state/receipts.ts";
import { dropOldSessions, forgetShown, isKnown, noteShown } from "../state/sessions.ts";
import type { HookCall } from "./call.ts";
import { openForHook } from "./open.ts";
import { type WithIndexes, withIndexes } from "./open-index.ts";
import { startWorker } from "./open-worker.ts";

export interface OpenedForStart extends WithIndexes {
  feedback(): readonly Feedback[];
  takeNotices(): readonly string[];
  keep(receipt: Receipt, given: readonly string[]): void;
  /** The session was told before and goes on: its context still has it. */
  readonly isTold: boolean;
  /** Starts what nobody waits for, where there is something to do. */
  startWork(): void;
}

export function openForStart(event: SessionStartEvent, call: HookCall): OpenedForStart | undefined {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return undefined;
  const { state } = opened.places;
  const indexed = withIndexes(opened, DEVELOPER_TEXT);
  return {
    ...indexed,
    isTold: event.source === "resume" && isKnown(state, event.session),
    startWork: () => {
      const observes = opened.config.observer && observerWaiting(state) > 0;
      if (inboxWaiting(state, call.now) || observes || indexed.indexed.some(isBehind)) startWorker(call, opened.config);
    },
    feedback: () => openFeedback(state).all(),
    takeNotices: () => takeNotices(state).map((notice) => notice.text),
    keep: (receipt, given) => {
      appendReceipt(state, receipt);
      if (event.source !== "resume") forgetShown(state, event.session);
      noteShown(state, event.session, given);
      dropOldSessions(state, call.now);
    },
  };
}

/** The worker brings up the index of the person's own store; what a project's store is like is not its business. */
function isBehind({ store, index }: IndexedStore): boolean {
  return store.info.scope === "personal" && index?.refresh({ depth: "places", most: 0 }) === "behind";
}
