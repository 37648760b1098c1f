// Precision and recall of the cues over labelled turns. A turn with a cue is found when one of its cues has the kind; a
// cue of another kind, or in a turn without one, is wrong.
import type { CueKind } from "../../src/listen/cues/cue.ts";
import { cuesIn } from "../../src/listen/cues/find.ts";
import type { Labelled } from "./set.ts";

export interface Figure {
  readonly name: string;
  readonly positive: number;
  readonly negative: number;
  readonly found: number;
  readonly wrong: number;
}

export interface Miss {
  readonly label: Labelled;
  readonly got: readonly CueKind[];
}

export function measure(name: string, turns: readonly Labelled[], misses: Miss[] = []): Figure {
  let found = 0;
  let wrong = 0;
  for (const label of turns) {
    const got = cuesIn(label.text).map(({ kind }) => kind);
    const right = label.kind !== null && got.includes(label.kind);
    const surplus = got.some((kind) => kind !== label.kind);
    if (right) found++;
    if (surplus) wrong++;
    if (surplus || (label.kind !== null && !right)) misses.push({ label, got });
  }
  const positive = turns.filter(({ kind }) => kind !== null).length;
  return { name, positive, negative: turns.length - positive, found, wrong };
}

/** 1 where nothing was found at all: nothing found is wrong. */
export function precision({ found, wrong }: Figure): number {
  return found + wrong === 0 ? 1 : found / (found + wrong);
}

export function recall({ positive, found }: Figure): number {
  return positive === 0 ? 1 : found / positive;
}
