// Somebody else speaks through an entry than the agent it was made for (AGT-8): told once, at the next start, and by doctor.
import { homedir } from "node:os";
import { placesFrom } from "../../disk/places.ts";
import type { Heard } from "../../hosts/heard.ts";
import type { Host } from "../../hosts/host.ts";
import { callIn, EVERY_FORM } from "../../hosts/unknown.ts";
import { isFirst } from "../../recall/io/notices.ts";
import type { HookCall } from "./call.ts";
import { tellLater } from "./fault.ts";

/** Whatever is about to act, in whatever form it is said. A host starts a hook where the session works. */
export function unknownCall(stdin: string): Heard | undefined {
  const event = callIn(stdin, process.cwd());
  return event && { event, wire: EVERY_FORM, speaker: { name: "unknown" } };
}

export function tellHeard({ name, title }: Host, speaker: NonNullable<Heard["speaker"]>, env: HookCall["env"]): void {
  const state = (): string => placesFrom(env, homedir()).state;
  try {
    if (!isFirst(state(), `heard-${name}-${speaker.name}`)) return;
  } catch {
    return; // where nothing can be kept, it would be told at every call
  }
  tellLater(state, wordsFor(title, name, speaker.title));
}

function wordsFor(entry: string, name: string, speaker: string | undefined): string {
  if (speaker !== undefined) return `${speaker} runs ${entry}'s entry as well, and is answered in its own form.`;
  return (
    `A program that Holdfast does not know runs ${entry}'s entry; its guard answers in every form it has. ` +
    `\`holdfast doctor --host ${name} --probe\` shows what the entry says.`
  );
}
