// A turn or a session ends, or its context is about to be cut: one line for the inbox of the person's own store, and no
// answer (AGT-3). Nothing is left where nothing could be drained: no store, no transcript, a pause.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { projectIdentity } from "../../disk/git/project-identity.ts";
import { placesFrom } from "../../disk/places.ts";
import type { TurnEvent } from "../../hosts/event.ts";
import { appendInbox } from "../../listen/io/inbox.ts";
import { isSilent, standsBack } from "../silence.ts";
import type { HookCall } from "./call.ts";

export function onTurn({ kind, session, cwd, transcript }: TurnEvent, call: HookCall): void {
  const { env, host, now } = call;
  const places = placesFrom(env, homedir());
  if (transcript === undefined || !existsSync(places.store) || standsBack(call, places)) return;
  if (isSilent(places.state, () => projectIdentity(cwd)?.id, now)) return;
  appendInbox(places.state, { at: now.toISOString(), session, host, cwd, kind, transcript });
}
