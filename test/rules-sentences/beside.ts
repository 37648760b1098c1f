// What people tell an agent that is no cue of any kind, written for another measure (eval/cues): none of it is a rule.
import { labelled } from "../../eval/cues/set.ts";
import { CHINESE } from "../../eval/cues/sets/chinese.ts";
import { ENGLISH } from "../../eval/cues/sets/english.ts";
import { GERMAN } from "../../eval/cues/sets/german.ts";
import { JAPANESE } from "../../eval/cues/sets/japanese.ts";
import { KOREAN } from "../../eval/cues/sets/korean.ts";

export function turnsOfNoRule(): readonly string[] {
  return [ENGLISH, GERMAN, JAPANESE, KOREAN, CHINESE]
    .flatMap(labelled)
    .filter(({ kind }) => kind === null)
    .map(({ text }) => text);
}
