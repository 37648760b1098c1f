// A turn or a session ends, or its context is about to be cut: one line for the inbox, and no answer (AGT-3).
import type { Intent, TurnEvent } from "../core/intent.ts";
import type { HookCall } from "./call.ts";
import { leaveForLater } from "./open-turn.ts";

export function onTurn(event: TurnEvent, call: HookCall): Intent {
  leaveForLater(event, call);
  return { kind: "nothing" };
}
