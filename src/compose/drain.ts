// A drainer put together from the adapters, with its time box, and where its faults are told.
import { readUserConfig } from "../config/io/files.ts";
import { projectIdentity } from "../disk/git/project-identity.ts";
import type { Places } from "../disk/places.ts";
import { readers } from "../hosts/index.ts";
import { type Drainer, drain } from "../listen/drain.ts";
import type { InboxEntry } from "../listen/inbox.ts";
import { takeInbox } from "../listen/io/inbox.ts";
import { openTranscripts } from "../listen/io/transcripts.ts";
import { noteSession } from "../observer/io/queue.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { Fault } from "../text/errors.ts";
import { ownSettings } from "./here.ts";
import { faultWords, tellLater } from "./hook/fault.ts";

export interface DrainRequest {
  readonly open: OpenStore;
  readonly act: Act;
  /** Well under the lease of the inbox. */
  readonly milliseconds: number;
}

export async function openDrainer(places: Places, { open, act, milliseconds }: DrainRequest): Promise<Drainer> {
  const { turns } = await readers();
  const end = performance.now() + milliseconds;
  return {
    open,
    act,
    readers: turns,
    take: (now) => takeInbox(places.state, now),
    transcripts: openTranscripts(places.state, act.now),
    projectOf: (cwd) => projectIdentity(cwd)?.id,
    ...(observes(places) ? { note: (entry: InboxEntry) => noteSession(places.state, entry) } : {}),
    over: () => performance.now() > end,
  };
}

/** The user's own word: entries come from every project, and each session is asked about by its own. */
function observes(places: Places): boolean {
  return ownSettings(places, readUserConfig(places.config)).config.observer;
}

/** The next session start tells it: whoever drains has nobody to tell, or was asked for something else. */
export function tellDrainFault(stateDir: string, error: unknown): void {
  if (error instanceof Fault && error.code === "no-store") return;
  tellLater(() => stateDir, `Holdfast could not read what you told your agents: ${faultWords(error)}`);
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
  milliseconds: number = COMMAND_MS,
): Promise<void> {
  try {
    const { open, act } = await request();
    const drained = await drain(await openDrainer(places, { open, act, milliseconds }));
    if (drained.fault !== undefined) throw drained.fault;
  } catch (error) {
    tellDrainFault(places.state, error);
  }
}
