// What a session start needs beside the stores: notices, receipts, and what the session was shown before.

import type { SessionStartEvent } from "../../hosts/event.ts";
import { inboxWaiting } from "../../listen/io/inbox.ts";
import { observerWaiting } from "../../observer/io/queue.ts";
import { readSeen } from "../../people/io/known-signers.ts";
import type { Branches } from "../../recall/branches.ts";
import { openFeedback } from "../../recall/io/feedback.ts";
import { DEVELOPER_TEXT } from "../../recall/io/index/developer-text.ts";
import { takeNotices } from "../../recall/io/notices.ts";
import { appendReceipt } from "../../recall/io/receipts.ts";
import { claimShown, dropOldSessions, isKnown } from "../../recall/io/sessions.ts";
import type { IndexedStore } from "../../recall/judged.ts";
import type { ClaimIds, Receipt } from "../../recall/receipts.ts";
import type { SessionStart } from "../../recall/session-start.ts";
import type { Feedback } from "../../store/feedback.ts";
import { storeKey } from "../../store/io/open-store.ts";
import { proposalsWaiting, syncLine } from "../../sync/health.ts";
import { readSyncRecord, takeSyncStart } from "../../sync/io/record.ts";
import { openBranches } from "../branches.ts";
import type { HookCall } from "./call.ts";
import { type WithIndexes, withIndexes } from "./index.ts";
import { claimOf } from "./session.ts";
import { type OpenedForHook, openForHook } from "./stores.ts";
import { startSync, startWorker } from "./worker.ts";

export interface OpenedForStart extends WithIndexes {
  /** Undefined outside a project. */
  readonly branches: Branches | undefined;
  /** What a person had seen of the shared store, where there is one and they looked. */
  seen(): SessionStart["seen"];
  feedback(): readonly Feedback[];
  takeNotices(): readonly string[];
  /** What is wrong with sync, or waits because of it; mostly nothing. */
  health(): readonly string[];
  readonly claim: ClaimIds;
  keep(receipt: Receipt): void;
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
    branches: opened.project === undefined ? undefined : openBranches(state, opened.project.root),
    isTold: event.source === "resume" && isKnown(state, event.session),
    startWork: () => {
      const observes = opened.config.observer && observerWaiting(state) > 0;
      const behind = indexed.indexed.some((each) => isBehind(each, call.now));
      if (inboxWaiting(state, call.now) || observes || behind) startWorker(call, opened.config);
      if (maySync(opened) && takeSyncStart(state, call.now)) startSync(call);
    },
    seen: () => {
      const shared = opened.stores.find(({ info }) => info.scope === "shared");
      const store = shared === undefined ? undefined : readSeen(state, storeKey(shared.info));
      return store && { store, own: opened.keys.own?.device };
    },
    feedback: () => openFeedback(state).all(),
    takeNotices: () => takeNotices(state).map((notice) => notice.text),
    health: () => (event.source === "startup" ? syncTold(opened, call.now) : []),
    claim: (ids) => {
      const own = { ...claimOf(event, call), moment: "start", ids } as const;
      const forgets = event.hasPrompts ? "starts" : "all";
      return claimShown(state, event.session, event.source === "resume" ? own : { ...own, forgets });
    },
    keep: (receipt) => {
      appendReceipt(state, receipt);
      dropOldSessions(state, call.now);
    },
  };
}

/** The worker brings up the index of the person's own store; what a project's store is like is not its business. */
function isBehind({ store, index }: IndexedStore, now: Date): boolean {
  if (store.info.scope !== "personal" || index === undefined) return false;
  return index.refresh({ depth: "places", most: 0 }) === "behind" || index.isDue(now);
}

/** Where a person has synced before, by the user's word and the project's; silence was asked about already. */
function maySync({ config, places, stores }: OpenedForHook): boolean {
  if (!config["sync-at-start"] || !stores.some(({ info }) => info.scope === "personal")) return false;
  return readSyncRecord(places.state)?.remote !== undefined;
}

function syncTold({ config, places, stores }: OpenedForHook, now: Date): readonly string[] {
  const record = config["sync-at-start"] ? readSyncRecord(places.state) : undefined;
  if (record === undefined) return [];
  const store = config["review-prompt"] ? stores.find(({ info }) => info.scope === "personal") : undefined;
  return [syncLine(record, proposalsWaiting(record, store), now)].filter((line) => line !== undefined);
}
