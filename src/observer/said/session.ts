// A host's record as the observer reads it: what was said, in order, and what was done between (OBS-8). A deed stands
// after the turns that were said before its result came; the call it belongs to may lie before this piece of the record.
import type { ReadTurn, ReadWork, Turn } from "../../hosts/turn.ts";
import type { Deed } from "./outcome.ts";

export interface SessionRecord {
  readonly turns: readonly Turn[];
  readonly deeds: readonly Deed[];
}

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
