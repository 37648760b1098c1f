// A turn or a session ends, or its context is about to be cut.
import type { Intent, TurnEvent } from "../core/intent.ts";
import type { HookCall } from "./call.ts";

export function onTurn(_event: TurnEvent, _call: HookCall): Intent {
  return { kind: "nothing" };
}
