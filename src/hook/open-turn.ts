// The inbox of the person's own store. Nothing is left where nothing could be drained: no store, no transcript, a pause.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import type { TurnEvent } from "../core/intent.ts";
import { activePause } from "../core/pause.ts";
import { placesFrom } from "../disk/places.ts";
import { projectIdentity } from "../git/project-identity.ts";
import { appendInbox } from "../state/inbox.ts";
import { readPauses } from "../state/pause.ts";
import type { HookCall } from "./call.ts";
import { standsBack } from "./open-via.ts";

export function leaveForLater({ kind, session, cwd, transcript }: TurnEvent, call: HookCall): void {
  const { env, host, now } = call;
  const places = placesFrom(env, homedir());
  if (transcript === undefined || !existsSync(places.store) || standsBack(call, places)) return;
  const pauses = readPauses(places.state);
  if (pauses.length > 0 && activePause(pauses, projectIdentity(cwd)?.id, now) !== undefined) return;
  appendInbox(places.state, { at: now.toISOString(), session, host, cwd, kind, transcript });
}
