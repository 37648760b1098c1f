// A tool is about to act.
import type { Intent, ToolEvent } from "../core/intent.ts";
import type { HookCall } from "./call.ts";

export function onTool(_event: ToolEvent, _call: HookCall): Intent {
  return { kind: "nothing" };
}
