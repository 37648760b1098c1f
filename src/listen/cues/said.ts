// What a user said in a session's record that is to be kept: each turn with its cues. The inbox and the import of old
// sessions both read it here, so that the same words become the same memory whichever came first.

import type { ReadTurn, Turn } from "../../hosts/turn.ts";
import { type Kind, type MemoryType, typeOfKind } from "../../memory/kinds.ts";
import type { Cue } from "./cue.ts";
import { cuesIn } from "./find.ts";

/** One session, honest or not, fills a review queue with no more than this. */
export const MOST_PER_SESSION = 20;

export interface SaidTurn {
  readonly turn: Turn;
  readonly cues: readonly Cue[];
}

export function* userTurns(lines: Iterable<string>, read: ReadTurn): Generator<SaidTurn, undefined> {
  for (const line of lines) {
    const turn = read(line);
    if (turn?.speaker === "user") yield { turn, cues: cuesIn(turn.text) };
  }
}

/** The author's part of the memory that a cue becomes. */
export function memoryOfCue({ sentence, memoryKind }: Cue): {
  readonly text: string;
  readonly kind: Kind;
  readonly type: MemoryType;
} {
  return { text: sentence, kind: memoryKind, type: typeOfKind(memoryKind) };
}
