// Turns that somebody else wrote: the users' side of the BEAM chats. Some of them are standing instructions, all of one
// form ("Always ... when I ask about ..."); the others are questions and reports, in which a cue is nearly always wrong.
import { cuesIn } from "../../src/listen/cues/find.ts";
import { corpus } from "../security/corpora.ts";

const INSTRUCTION = /^(?:Always|Never) .* when I ask/;

export interface Outside {
  readonly turns: number;
  readonly instructions: number;
  readonly found: number;
  /** Cues in the turns that are no such instruction. */
  readonly elsewhere: number;
}

/** Undefined where the public corpora are not here. */
export function measureOutside(): Outside | undefined {
  const docs = corpus<{ readonly body: string }>("retrieval/beam-user/docs");
  if (docs === undefined) return undefined;
  const instructions = docs.filter(({ body }) => INSTRUCTION.test(body));
  const others = docs.filter(({ body }) => !INSTRUCTION.test(body));
  return {
    turns: docs.length,
    instructions: instructions.length,
    found: instructions.filter(({ body }) => cuesIn(body).length > 0).length,
    elsewhere: others.filter(({ body }) => cuesIn(body).length > 0).length,
  };
}
