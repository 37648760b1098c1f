// The worker: a process that a hook starts and leaves alone, so that no session waits for it (AGT-3). It drains the
// inbox once, builds what the search index lacks, and ends with 0, whatever happened; it reads no input and writes no
// output. Where the observer is on it starts itself once more, as `observe`, with a limit (OBS-10): cues come first, and
// need no model. As `sync` it is the run that a session start left behind (SYN-15), and does nothing else; as
// `pack` it gathers what syncs left in the repository (SYN-18).

import { leaveDigest } from "../compose/digest.ts";
import { PACK, packLater, packNow } from "../compose/packing.ts";
import { openForSync, syncMirrorsAt } from "../compose/syncing.ts";
import { bringIndexUp, leaveNotice, observerIsDue, openForObserver, openForWorker } from "../compose/worker.ts";
import { drain } from "../listen/drain.ts";
import { distil } from "../observer/distil.ts";
import { sync } from "../sync/run.ts";
import { OBSERVER_LIMIT, signalGroup, supervise } from "./supervise.ts";

const OBSERVE = "observe";
const SYNC = "sync";
/** The network's share is 3 s; joining and writing what came may take longer, and ends here. */
const SYNC_LIMIT_MS = 60_000;
/** Before anybody ends it: what is being asked then fails, and its session waits. */
const ENOUGH_MS = 110_000;

async function main(): Promise<void> {
  const drainer = await openForWorker(process.env);
  const drained = drainer === undefined ? undefined : await drain(drainer);
  if (drained?.fault !== undefined) leaveNotice(drained.fault);
  // What is wrong with the store was told above, or is by whoever opens it next.
  if (drained?.fault === undefined) {
    bringIndexUp(process.env);
    leaveDigest(process.env);
  }
  const [node, worker = ""] = process.argv;
  if (node !== undefined && observerIsDue(process.env)) await supervise(node, [worker, OBSERVE], OBSERVER_LIMIT);
}

async function observe(): Promise<void> {
  const over = new AbortController();
  const timers = [
    setTimeout(() => over.abort(), ENOUGH_MS),
    // Its supervisor may have been killed; then it sees to its own end.
    setTimeout(() => signalGroup(process.pid, "SIGKILL"), OBSERVER_LIMIT.milliseconds + 2 * OBSERVER_LIMIT.grace),
  ];
  process.once("SIGTERM", () => over.abort());
  const opened = await openForObserver(process.env, over.signal);
  try {
    const distilled = opened === undefined ? undefined : await distil(opened.distiller, "due");
    if (distilled?.fault !== undefined) leaveNotice(distilled.fault);
  } finally {
    opened?.close();
    for (const timer of timers) clearTimeout(timer);
  }
}

async function syncOnce(): Promise<void> {
  // A git that is under way is told first (disk/git/run.ts); what is cut off, the next run finishes.
  setTimeout(() => process.kill(process.pid, "SIGTERM"), SYNC_LIMIT_MS).unref();
  await syncOwn();
  await syncMirrorsAt(process.env);
}

async function syncOwn(): Promise<void> {
  const opened = await openForSync(process.env);
  if (opened === undefined) return;
  try {
    opened.note(await sync(opened.ports, "both"));
  } catch (error) {
    opened.fault(error);
  }
  packLater(process.argv[1] ?? "", opened.ports.open.store.info.root);
}

/** Whoever finds something wrong with the repository tells it: the next sync, or `doctor`. */
function pack(): Promise<void> {
  return packNow(process.argv[3] ?? "").catch(() => undefined);
}

const WORK: Readonly<Record<string, () => Promise<void>>> = { [OBSERVE]: observe, [SYNC]: syncOnce, [PACK]: pack };
(WORK[process.argv[2] ?? ""] ?? main)().catch(leaveNotice);
