// A prompt: what the store knows about it and the session was not given yet, or nothing (CTX-2, CTX-3); and for the person
// what was caught in their own words (ARR-4).
import type { Intent, PromptEvent } from "../../hosts/event.ts";
import { mayHoldCue } from "../../listen/cues/hint.ts";
import { isFirst } from "../../recall/io/notices.ts";
import type { IndexedStore } from "../../recall/judged.ts";
import { promptContext } from "../../recall/recall.ts";
import { unlessFault } from "../../text/errors.ts";
import type { HookCall } from "./call.ts";
import { leaveNotice } from "./fault.ts";
import { inSession, type Moment } from "./session.ts";
import { type OpenedForHook, openForHook } from "./stores.ts";

/** Well under a second. */
const MOST_BUILT = 300;
const FIRST = "Holdfast gave the agent something you keep. `holdfast why` tells what and why.";

export async function onPrompt(event: PromptEvent, call: HookCall): Promise<Intent> {
  const opened = openForHook(event.cwd, call);
  if (opened === undefined) return { kind: "nothing" };
  const intent = opened.config["max-inject"] === 0 ? NOTHING : await recalled(event, opened, call);
  const told = mayHoldCue(event.prompt) ? await notedIn(event, opened, call) : undefined;
  if (told === undefined || intent.kind === "deny" || intent.kind === "rewrite") return intent;
  const before = intent.kind === "context" ? intent : { kind: "context" as const, event: event.kind, text: "" };
  return { ...before, userMessage: [before.userMessage, told].filter((line) => line !== undefined).join("\n") };
}

const NOTHING: Intent = { kind: "nothing" };

async function recalled(event: PromptEvent, opened: OpenedForHook, call: HookCall): Promise<Intent> {
  const { indexed, about, keep } = await wholeSession(event, opened, call);
  const { intent, receipt } = await promptContext(indexed, { ...about, prompt: event.prompt });
  if (receipt === undefined || intent.kind !== "context") return intent;
  keep(receipt);
  // Nothing was ever injected before (AGT-12); asked once, when something is.
  return isFirst(opened.places.state, "injection") ? { ...intent, userMessage: FIRST } : intent;
}

/**
 * The cache was emptied since the session began, or the program renewed: a small store is built while the prompt waits, once,
 * and of a large one the next prompts are answered.
 */
async function wholeSession(event: PromptEvent, opened: OpenedForHook, call: HookCall): Promise<Moment> {
  const moment = inSession(opened, event, call);
  if (moment.indexed.every(isWhole)) return moment;
  const { DEVELOPER_TEXT } = await import("../../recall/io/index/developer-text.ts");
  const built = inSession(opened, event, call, { background: DEVELOPER_TEXT });
  for (const { index } of built.indexed) {
    unlessFault(
      () => index?.refresh({ depth: "places", most: MOST_BUILT }),
      () => undefined,
    );
  }
  const own = built.indexed.find(({ store }) => store.info.scope === "personal");
  if (own !== undefined && !isWhole(own)) (await import("./worker.ts")).startWorker(call, opened.config);
  return built;
}

/** One that can't be opened is not mended by building. */
function isWhole({ index }: IndexedStore): boolean {
  return unlessFault(
    () => index?.isWhole() ?? true,
    () => true,
  );
}

/** What goes wrong here takes nothing from the agent. */
async function notedIn(event: PromptEvent, opened: OpenedForHook, call: HookCall): Promise<string | undefined> {
  try {
    return await (await import("./noted.ts")).noted(event, opened, call);
  } catch (error) {
    leaveNotice(error);
    return undefined;
  }
}
