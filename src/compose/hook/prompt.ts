// A prompt: what the store knows about it and the session was not given yet, or nothing (CTX-2, CTX-3).
import type { Intent, PromptEvent } from "../../hosts/event.ts";
import { isFirst } from "../../recall/io/notices.ts";
import { promptContext } from "../../recall/recall.ts";
import type { HookCall } from "./call.ts";
import { inSession } from "./session.ts";
import { openForHook } from "./stores.ts";

const FIRST = "Holdfast gave the agent something you keep. `holdfast why` tells what and why.";

export async function onPrompt(event: PromptEvent, call: HookCall): Promise<Intent> {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined || opened.config["max-inject"] === 0) return { kind: "nothing" };
  const { indexed, about, keep } = inSession(opened, event, call);
  const { intent, receipt } = await promptContext(indexed, { ...about, prompt: event.prompt });
  if (receipt === undefined || intent.kind !== "context") return intent;
  keep(receipt);
  // Nothing was ever injected before (AGT-12); asked once, when something is.
  return isFirst(opened.places.state, "injection") ? { ...intent, userMessage: FIRST } : intent;
}
