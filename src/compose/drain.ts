// A drainer put together from the adapters, with its time box, and where its faults are told. Entrances give it the
// readers of the hosts' records.

import { parseConfig } from "../config/config.ts";
import { readUserConfig } from "../config/io/files.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import type { Places } from "../disk/places.ts";
import { readers } from "../hosts/index.ts";
import type { ReadTurn } from "../hosts/turn.ts";
import { type Drainer, drain } from "../listen/drain.ts";
import type { InboxEntry } from "../listen/inbox.ts";
import { takeInbox } from "../listen/io/inbox.ts";
import { openTranscripts } from "../listen/io/transcripts.ts";
import { noteSession } from "../observer/io/queue.ts";
import { appendNotice } from "../recall/io/notices.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { Fault } from "../text/errors.ts";
import { forLog } from "../text/sanitise.ts";

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
    take: (now) => takeInbox(places.state, now),
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

/** Of a command's drain, which is a convenience. */
const COMMAND_MS = 1000;

/**
 * Before a command that reads, so that it shows what was said a minute ago. What goes wrong is told at the next session
 * start, never by the command that was asked for.
 */
export async function drainInbox(
  places: Places,
  request: () => Promise<Pick<DrainRequest, "open" | "act">>,
): Promise<void> {
  try {
    const { open, act } = await request();
    const { turns } = await readers();
    const drained = await drain(openDrainer(places, { open, act, readers: turns, milliseconds: COMMAND_MS }));
    if (drained.fault !== undefined) throw drained.fault;
  } catch (error) {
    tellDrainFault(places.state, error);
  }
}
