// Draining the inbox before a command that reads, so that it shows what was said a minute ago. A convenience: it has one
// second, and what goes wrong is told at the next session start, never by the command that was asked for.

import type { Places } from "../disk/places.ts";
import { readers } from "../hosts/index.ts";
import { drain } from "../listen/drain.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { openDrainer, tellDrainFault } from "./drain.ts";

const MILLISECONDS = 1000;

export interface InboxRequest {
  readonly open: OpenStore;
  readonly act: Act;
}

export async function drainInbox(places: Places, request: () => Promise<InboxRequest>): Promise<void> {
  try {
    const { open, act } = await request();
    const { turns } = await readers();
    const drained = await drain(openDrainer(places, { open, act, readers: turns, milliseconds: MILLISECONDS }));
    if (drained.fault !== undefined) throw drained.fault;
  } catch (error) {
    tellDrainFault(places.state, error);
  }
}
