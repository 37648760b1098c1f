// The inbox of the person's own store. Nothing is left where nothing could be drained: no store, no transcript, a pause.
import { existsSync } from "node:fs";
import type { TurnEvent } from "../../hosts/event.ts";
import { appendInbox } from "../../listen/io/inbox.ts";
import { hereFrom } from "../here.ts";
import type { HookCall } from "./call.ts";
import { standsBack } from "./via.ts";

export function leaveForLater({ kind, session, cwd, transcript }: TurnEvent, call: HookCall): void {
  const { host, now } = call;
  const here = hereFrom({ env: call.env, cwd });
  const { places } = here;
  if (transcript === undefined || !existsSync(places.store) || standsBack(call, places) || here.isSilent(now)) return;
  appendInbox(places.state, { at: now.toISOString(), session, host, cwd, kind, transcript });
}
