// What a person is told of their own prompt (ARR-4): the words that were caught and will wait in the review. Of what is kept
// already, and of what the checks would refuse, nothing is said. Nothing is written here: the record of the session is read
// when the inbox is drained, by the same rules.

import { typeOfKind } from "../memory/kinds.ts";
import { saying } from "../memory/same-words.ts";
import { fileNameFor } from "../memory/slug.ts";
import { nameOf } from "../store/guess.ts";
import type { MemoryStore } from "../store/memory-store.ts";
import { cut, forLog } from "../text/sanitise.ts";
import { PLACES } from "../trust/tiers.ts";
import type { Cue } from "./cues/cue.ts";
import { cuesIn } from "./cues/find.ts";

const LONGEST = 120;

export function freshCues(prompt: string, store: Pick<MemoryStore, "read">, project?: string): readonly Cue[] {
  return cuesIn(prompt).filter((cue) => !isKept(cue, store, project));
}

/** By its file name, as a replay is met (STO-24): for this project or for all. */
function isKept({ sentence, memoryKind }: Cue, store: Pick<MemoryStore, "read">, project: string | undefined): boolean {
  const name = nameOf(sentence);
  for (let n = 1; ; n++) {
    const file = fileNameFor(typeOfKind(memoryKind), name, n);
    const found = PLACES.flatMap((place) => store.read({ place, file }) ?? []);
    if (found.length === 0) return false;
    if (found.some((each) => each.kind === "file" && says(each.bytes, sentence, project))) return true;
  }
}

function says(bytes: Uint8Array, sentence: string, project: string | undefined): boolean {
  const [, head = "", body = ""] =
    /^---\r?\n([\s\S]*?\n)---\r?\n([\s\S]*)$/.exec(new TextDecoder().decode(bytes)) ?? [];
  const [, theirs] = /^project: (.*)$/m.exec(head) ?? [];
  return (theirs === undefined || theirs === project) && saying(body) === saying(sentence);
}

export function notedLine([first, ...more]: readonly Cue[]): string | undefined {
  if (first === undefined) return undefined;
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return `Holdfast noted: ${cut(forLog(first.sentence), LONGEST)}${others}; \`holdfast review\` to keep it.`;
}
