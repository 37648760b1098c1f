// A prompt: what the store knows about it and the session was not given yet, or nothing (CTX-2, CTX-3).

import type { HookCall } from "../compose/hook/call.ts";
import { openForPrompt } from "../compose/hook/prompt.ts";
import type { Intent, PromptEvent } from "../hosts/event.ts";
import { promptContext } from "../recall/recall.ts";

export async function onPrompt(event: PromptEvent, call: HookCall): Promise<Intent> {
  const opened = openForPrompt(event, call);
  if (opened === undefined || opened.config["max-inject"] === 0) return { kind: "nothing" };
  const { intent, receipt } = await promptContext(opened.indexed, {
    session: event.session,
    host: call.host,
    prompt: event.prompt,
    ...(opened.project === undefined ? {} : { project: opened.project.id }),
    branches: opened.branches,
    now: call.now,
    config: opened.config,
    shown: opened.shown,
    claim: opened.claim,
    judge: opened.judge,
    isOutdated: opened.isOutdated,
  });
  if (receipt === undefined || intent.kind !== "context") return intent;
  opened.keep(receipt);
  return opened.isFirst() ? { ...intent, userMessage: FIRST } : intent;
}

const FIRST = "Holdfast gave the agent something you keep. `holdfast why` tells what and why.";
