// A prompt in which a cue was caught: one line for the person, and one for the inbox, so that it waits in the review from
// now on and not only from the end of the turn (ARR-4). Only where the host keeps a record that can be read: what is told is
// what will be found there.
import type { PromptEvent } from "../../hosts/event.ts";
import { appendInbox } from "../../listen/io/inbox.ts";
import { freshCues, notedLine } from "../../listen/noted.ts";
import type { HookCall } from "./call.ts";
import type { OpenedForHook } from "./stores.ts";

export async function noted(event: PromptEvent, opened: OpenedForHook, call: HookCall): Promise<string | undefined> {
  const { kind, session, cwd, transcript, prompt } = event;
  const own = opened.stores.find(({ info }) => info.scope === "personal");
  if (transcript === undefined || own === undefined) return undefined;
  const cues = freshCues(prompt, own, opened.project?.id);
  if (cues.length === 0) return undefined;
  const { mask } = (await import("./checks.ts")).memoryChecks(opened);
  const line = notedLine(cues.filter(({ quote }) => mask(quote) === quote));
  const { host, now } = call;
  if (line !== undefined)
    appendInbox(opened.places.state, { at: now.toISOString(), session, host, cwd, kind, transcript });
  return line;
}
