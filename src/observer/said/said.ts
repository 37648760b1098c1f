// What of a session may be shown to a model (OBS-7): what a user and an assistant said, numbered. Private spans, our own
// blocks, the host's wrappings and invisible characters are gone; secrets are masked by whoever calls this, turn by turn.

import type { ReadTurn, ReadWork, Turn } from "../../hosts/turn.ts";
import { isWrapped, withoutCaptured } from "../../listen/cues/prose.ts";
import { stripBody } from "../../text/sanitise.ts";

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

// What a user marked as private is gone before anything else looks (OBS-7): in any case, nested, with blanks or attributes
// in the tag, in the escaped and the wide spelling of the brackets. Without its end it goes on, through the turns that
// follow, until somebody closes it; an end without a beginning takes all that stands before it.
const TAG = /(?:<|＜|&lt;)\s*(?<end>[/／]?)\s*private(?![\p{L}\p{N}_-])[^<>＜＞]*?(?:>|＞|&gt;|$)/giu;

export interface Public {
  readonly text: string;
  /** How many spans are open at the end; given to the next turn. */
  readonly open: number;
}

export function withoutPrivate(text: string, openBefore = 0): Public {
  let out = "";
  let from = 0;
  let open = openBefore;
  for (const match of text.matchAll(TAG)) {
    const end = match.index + match[0].length;
    if (match.groups?.["end"] === "") {
      if (open === 0) out += text.slice(from, match.index);
      open++;
    } else if (open === 0) out = "";
    else open--;
    from = end;
  }
  if (open === 0) out += text.slice(from);
  return { text: out, open };
}

/** A tool was called after so many turns, and this came of it. */
export interface Deed {
  readonly afterTurn: number;
  readonly call: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface SessionRecord {
  readonly turns: readonly Turn[];
  readonly deeds: readonly Deed[];
}

/**
 * A host's record as the observer reads it: what was said, in order, and what was done between (OBS-8). A deed stands
 * after the turns that were said before its result came; the call it belongs to may lie before this piece of the record.
 */
export function readRecord(lines: readonly string[], readTurn: ReadTurn, readWork: ReadWork): SessionRecord {
  const turns: Turn[] = [];
  const deeds: Deed[] = [];
  const calls = new Map<string, string>();
  for (const line of lines) {
    const turn = readTurn(line);
    if (turn !== undefined) turns.push(turn);
    for (const work of readWork(line)) {
      if (work.kind === "call") calls.set(work.id, work.what);
      else {
        const { id, text, failed } = work;
        deeds.push({ afterTurn: turns.length, call: calls.get(id) ?? "", text, failed });
      }
    }
  }
  return { turns, deeds };
}
