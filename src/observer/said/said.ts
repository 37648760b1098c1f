// What of a session may be shown to a model (OBS-7): what a user and an assistant said, numbered. Private spans, our own
// blocks, the host's wrappings and invisible characters are gone; secrets are masked by whoever calls this, turn by turn.

import type { Turn } from "../../hosts/turn.ts";
import { isWrapped, withoutCaptured } from "../../listen/cues/captured.ts";
import { stripBody } from "../../text/sanitise.ts";
import { withoutPrivate } from "./private.ts";

export interface Said {
  /** From 1, in the order of the session. */
  readonly turn: number;
  readonly speaker: Turn["speaker"];
  readonly text: string;
  readonly at?: string;
}

/** A longer turn is a pasted document; its beginning is enough to know what it is about. */
const LONGEST_TURN = 8 * 1024;

/**
 * `mask` takes secrets out; undefined means that it could not look, and then the turn is left out. `openBefore`: private
 * spans that an earlier part of the session left open.
 */
export function saidIn(
  turns: readonly Turn[],
  mask: (text: string) => string | undefined,
  openBefore = 0,
): readonly Said[] {
  const said: Said[] = [];
  let open = openBefore;
  for (const [index, { speaker, text, at }] of turns.entries()) {
    const clear = withoutPrivate(stripBody(text), open);
    open = clear.open;
    if (speaker === "user" && isWrapped(clear.text)) continue;
    const kept = mask(withoutCaptured(clear.text).trim().slice(0, LONGEST_TURN));
    if (kept === undefined || kept === "") continue;
    said.push({ turn: index + 1, speaker, text: kept, ...(at === undefined ? {} : { at }) });
  }
  return said;
}

/** How many private spans are open after these turns. */
export function openAfter(turns: readonly Turn[], openBefore: number): number {
  return turns.reduce((open, { text }) => withoutPrivate(stripBody(text), open).open, openBefore);
}

/** The newest turns that fit; what came before them is not sent. */
export function newestOf(said: readonly Said[], maxBytes: number): readonly Said[] {
  let left = maxBytes;
  const start = said.findLastIndex(({ text }) => {
    left -= new TextEncoder().encode(text).length + 64;
    return left < 0;
  });
  return said.slice(start + 1);
}
