// The shape of a labelled set: templates with fillers, and odd ones written one by one. A template belongs to one half as
// a whole, so that the held-out half has forms that nobody tuned for, not only other words in the same forms.
import { createHash } from "node:crypto";
import type { CueKind } from "../../src/listen/cues/cue.ts";

export interface CueSet {
  readonly lang: string;
  /** `{fact}` in a template stands for each of these in turn. */
  readonly fillers: Readonly<Record<string, readonly string[]>>;
  readonly positive: readonly (readonly [CueKind, string])[];
  readonly negative: readonly string[];
  /** Written one by one; `null` where there is no cue. */
  readonly odd: readonly (readonly [CueKind | null, string])[];
}

export interface Labelled {
  readonly lang: string;
  readonly half: "development" | "held-out";
  readonly kind: CueKind | null;
  readonly text: string;
}

export function labelled(set: CueSet): readonly Labelled[] {
  const templates: readonly (readonly [CueKind | null, string])[] = [
    ...set.positive,
    ...set.negative.map((template) => [null, template] as const),
    ...set.odd,
  ];
  return templates.flatMap(([kind, template]) => {
    const half = halfOf(template);
    return filled(template, set.fillers).map((text) => ({ lang: set.lang, half, kind, text }));
  });
}

/** By the template's own bytes: fixed once it is written. */
function halfOf(template: string): Labelled["half"] {
  const [first = 0] = createHash("sha256").update(template).digest();
  return first % 2 === 0 ? "development" : "held-out";
}

function filled(template: string, fillers: CueSet["fillers"]): readonly string[] {
  const slot = /\{(\w+)\}/.exec(template)?.[1];
  if (slot === undefined) return [template];
  const words = fillers[slot];
  if (words === undefined) throw new Error(`No filler for {${slot}} in ${template}`);
  return words.map((word) => template.replaceAll(`{${slot}}`, word));
}
