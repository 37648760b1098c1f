// A session begins, or goes on after a clear or a compaction.
import { child, parentOf } from "../../disk/paths.ts";
import { unfinishedForgets } from "../../forget/io/journal.ts";
import type { Intent, SessionStartEvent } from "../../hosts/event.ts";
import { inboxWaiting } from "../../listen/io/inbox.ts";
import { observerWaiting } from "../../observer/io/queue.ts";
import { countRevoked } from "../../people/changes.ts";
import { readSeen } from "../../people/io/known-signers.ts";
import { doubtsIn } from "../../recall/doubts.ts";
import { openFeedback } from "../../recall/io/feedback.ts";
import { DEVELOPER_TEXT } from "../../recall/io/index/developer-text.ts";
import { type NearFrom, nearBy } from "../../recall/io/index/near.ts";
import { meaningAt, TABLE_FILE } from "../../recall/io/meaning/table.ts";
import { takeNotices } from "../../recall/io/notices.ts";
import { appendReceipt, latestReceipts } from "../../recall/io/receipts.ts";
import { claimShown, dropOldSessions, isKnown } from "../../recall/io/sessions.ts";
import { workIn } from "../../recall/io/work.ts";
import type { IndexedStore } from "../../recall/judged.ts";
import type { ClaimIds } from "../../recall/receipts.ts";
import { type SessionStart, sessionStart } from "../../recall/session-start.ts";
import { usefulIn } from "../../recall/usage.ts";
import { holdsMoreThan } from "../../store/io/file-names.ts";
import { isKnownStore } from "../../store/io/kept-file.ts";
import { storeKey } from "../../store/io/open-store.ts";
import { proposalsWaiting, syncLine } from "../../sync/health.ts";
import { readMirrors } from "../../sync/io/mirrors.ts";
import { readSyncRecord, takeSyncStart } from "../../sync/io/record.ts";
import { unlessFault } from "../../text/errors.ts";
import { once } from "../../text/values.ts";
import { terminalHere } from "../../trust/io/person/terminal.ts";
import { openBranches } from "../branches.ts";
import { NO_DEVICE } from "../here.ts";
import { keptIn, keptLines } from "../kept.ts";
import { readAlreadyBy } from "../read-already.ts";
import type { HookCall } from "./call.ts";
import { leftBehind, outdatedLines } from "./package.ts";
import { claimOf, withIndexes } from "./session.ts";
import { type OpenedForHook, openForHook } from "./stores.ts";
import { startSync, startWorker } from "./worker.ts";

/** The table lies beside the hook. */
const NEAR: NearFrom = nearBy(
  once(() => meaningAt(child(parentOf(process.argv[1] ?? ""), TABLE_FILE))),
  { most: 50 },
);

export async function onSessionStart(event: SessionStartEvent, call: HookCall): Promise<Intent> {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return leftBehind(event, call);
  const { config, project, isOutdated } = opened;
  const { state } = opened.places;
  const { session, source } = event;
  const { indexed, judge } = withIndexes(opened, { background: DEVELOPER_TEXT, near: NEAR });
  // The session was told before and goes on: its context still has it.
  const isTold = source === "resume" && isKnown(state, session);
  const claim: ClaimIds = (ids) => {
    const own = { ...claimOf(event, call), moment: "start", ids } as const;
    const forgets = event.hasPrompts ? "starts" : "all";
    return claimShown(state, session, source === "resume" ? own : { ...own, forgets });
  };
  const health = source === "startup" ? syncTold(opened, call.now) : [];
  const outside = source === "startup" ? toldOutside(opened, call.now) : [];
  const left = source === "startup" ? unfinishedForgets(state) : [];
  const unfinished = left.map(({ message, remedy }) => `${message}: run \`${remedy}\`.`);
  const { intent, receipt } = await sessionStart(indexed, {
    session,
    host: call.host,
    source,
    ...(project && { project: project.id }),
    now: call.now,
    config,
    judge,
    branches: project && openBranches(state, project.root),
    seen: seenIn(opened),
    work: project && workIn(project.root),
    useful: usefulIn(latestReceipts(state), project?.id),
    readAlready: readAlreadyBy(call, { env: call.env, settings: call.settings, cwd: event.cwd, project }),
    claim: isTold ? undefined : claim,
    isOutdated,
    doubts: doubtsIn(openFeedback(state).all()),
    notices: [
      ...takeNotices(state).map(({ text }) => text),
      ...opened.tightenedBy,
      ...opened.leftOut,
      ...outside,
      ...health,
      ...(source === "startup" ? outdatedLines() : []),
      ...unfinished,
    ],
  });
  if (receipt !== undefined && !isTold) {
    appendReceipt(state, receipt);
    dropOldSessions(state, call.now);
  }
  startWork(opened, indexed, call);
  return isTold && intent.kind === "context" ? { ...intent, text: "" } : intent;
}

/** What somebody else did to the store, and what was confirmed since the last start (STO-35); mostly nothing. */
function toldOutside({ stores, places, keys }: OpenedForHook, now: Date): readonly string[] {
  const store = stores.find(({ info }) => info.scope === "personal");
  if (store === undefined) return [];
  const device = keys.own?.device ?? NO_DEVICE.id;
  const kept = keptIn(places.state, store.info, device);
  if (!isKnownStore(places.state, storeKey(store.info)) && !holdsMoreThan(FEW, store.info)) kept.takeAll();
  return keptLines(places.state, store.info, kept, { now, device, terminal: terminalHere() });
}

/** What a person had seen of a shared store, where they looked. */
function seenIn({ shared, places, keys }: OpenedForHook): SessionStart["seen"] {
  return ({ root }) => {
    const found = shared.find(({ store }) => store.info.root === root);
    const store = found && readSeen(places.state, storeKey(found.store.info));
    if (found === undefined || store === undefined) return undefined;
    const revoked = unlessFault(
      () => countRevoked(store, found.devices.circle()),
      () => 0,
    );
    return { store, own: keys.own?.device, revoked };
  };
}

/** Starts what nobody waits for, where there is something to do. */
function startWork(opened: OpenedForHook, indexed: readonly IndexedStore[], call: HookCall): void {
  const { state } = opened.places;
  const observes = opened.config.observer && observerWaiting(state) > 0;
  const behind = indexed.some((each) => isBehind(each, call.now)) || isUnkept(opened);
  if (inboxWaiting(state, call.now) || observes || behind) startWorker(call, opened.config);
  if (maySync(opened) && takeSyncStart(state, call.now)) startSync(call);
}

/** So many are copied while the session waits, once; more are left to the worker. */
const FEW = 200;

/** Nothing is known of the person's own store yet. */
function isUnkept({ stores, places }: OpenedForHook): boolean {
  const store = stores.find(({ info }) => info.scope === "personal");
  return store !== undefined && !isKnownStore(places.state, storeKey(store.info)) && holdsMoreThan(FEW, store.info);
}

/** The worker brings up the index of the person's own store; what a project's store is like is not its business. */
function isBehind({ store, index }: IndexedStore, now: Date): boolean {
  if (store.info.scope !== "personal" || index === undefined) return false;
  return index.refresh({ depth: "places", most: 0 }) !== "current" || index.isDue(now);
}

/** Where a person has synced before, by the user's word and the project's; silence was asked about already. */
function maySync({ config, places, stores }: OpenedForHook): boolean {
  if (!config["sync-at-start"] || !stores.some(({ info }) => info.scope === "personal")) return false;
  return readSyncRecord(places.state)?.remote !== undefined || readMirrors(places.data).length > 0;
}

/** What is wrong with sync, or waits because of it; mostly nothing. */
function syncTold({ config, places, stores }: OpenedForHook, now: Date): readonly string[] {
  const record = config["sync-at-start"] ? readSyncRecord(places.state) : undefined;
  if (record === undefined) return [];
  const store = config["review-prompt"] ? stores.find(({ info }) => info.scope === "personal") : undefined;
  return [syncLine(record, proposalsWaiting(record, store), now)].filter((line) => line !== undefined);
}
