// A drainer put together from the adapters, with its time box, and where its faults are told. Entrances give it the
// readers of the hosts' records.
import type { Act, OpenStore } from "../app/context.ts";
import type { Drainer } from "../app/drain.ts";
import { parseConfig } from "../core/config.ts";
import { Fault } from "../core/errors.ts";
import type { InboxEntry } from "../core/ports/inbox.ts";
import { forLog } from "../core/text/sanitise.ts";
import type { ReadTurn } from "../core/turn.ts";
import type { Places } from "../disk/places.ts";
import { projectIdentity } from "../git/project-identity.ts";
import { readUserConfig } from "../state/config-files.ts";
import { takeInbox } from "../state/inbox.ts";
import { appendNotice } from "../state/notices.ts";
import { noteSession } from "../state/observer-queue.ts";
import { openTranscripts } from "../state/transcripts.ts";

export interface DrainRequest {
  readonly open: OpenStore;
  readonly act: Act;
  readonly readers: Readonly<Record<string, ReadTurn>>;
  /** Well under the lease of the inbox. */
  readonly milliseconds: number;
}

export function openDrainer(places: Places, { open, act, readers, milliseconds }: DrainRequest): Drainer {
  const end = performance.now() + milliseconds;
  return {
    open,
    act,
    readers,
    inbox: { take: (now) => takeInbox(places.state, now) },
    transcripts: openTranscripts(places.state, act.now),
    projectOf: (cwd) => projectIdentity(cwd)?.id,
    ...(observes(places) ? { note: (entry: InboxEntry) => noteSession(places.state, entry) } : {}),
    over: () => performance.now() > end,
  };
}

/** The user's own word: entries come from every project, and each session is asked about by its own. */
function observes(places: Places): boolean {
  return parseConfig(readUserConfig(places.config), "user").values.observer === true;
}

/** The next session start tells it: whoever drains has nobody to tell, or was asked for something else. */
export function tellDrainFault(stateDir: string, error: unknown): void {
  if (error instanceof Fault && error.code === "no-store") return;
  const what =
    error instanceof Fault ? `${error.message} ${error.hint ?? ""}` : "an inner fault; run `holdfast doctor`";
  try {
    appendNotice(stateDir, `Holdfast could not read what you told your agents: ${forLog(what)}`, new Date());
  } catch {
    // There is nowhere left to say it.
  }
}
