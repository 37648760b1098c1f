// A turn or a session ends, or its context is about to be cut: one line for the inbox, and no answer (AGT-3).

import type { HookCall } from "../compose/hook/call.ts";
import { leaveForLater } from "../compose/hook/turn.ts";
import type { Intent, TurnEvent } from "../hosts/event.ts";

export function onTurn(event: TurnEvent, call: HookCall): Intent {
  leaveForLater(event, call);
  return { kind: "nothing" };
}
