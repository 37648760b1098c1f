// What a person was asked, until they answer (SUR-13, TRU-26): one question at a time, answered once. Where the act raises
// trust, the answer is a word of what stands on the screen; a wrong one ends the question.
import type { ForgetPlan } from "../forget/plan.ts";
import type { ReviewDecision } from "../review/decide.ts";
import { isSameWord } from "../review/typed-word.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { TEXT } from "./wording.ts";

/** What a ticket stands for. */
export type Asked =
  | { readonly kind: "decide"; readonly key: string; readonly version: string; readonly how: ReviewDecision }
  | { readonly kind: "forget"; readonly plan: ForgetPlan; readonly name: string };

export interface Ticket {
  readonly ticket: string;
  /** Empty: a plain yes is enough. */
  readonly word: string;
}

export interface Tickets {
  /** `words`: one of them is to be typed. The question before is dropped. */
  issue(asked: Asked, words: readonly string[]): Ticket;
  redeem(ticket: string, typed: string): { readonly kind: "asked"; readonly asked: Asked } | Refusal;
}

export function makeTickets(random: (bytes: number) => Uint8Array): Tickets {
  let open: (Ticket & { readonly asked: Asked }) | undefined;
  return {
    issue: (asked, words) => {
      const number = random(4).reduce((sum, byte) => sum * 256 + byte, 0);
      const word = words[number % Math.max(1, words.length)] ?? "";
      const ticket = Buffer.from(random(16)).toString("base64url");
      open = { ticket, word, asked };
      return { ticket, word };
    },
    redeem: (ticket, typed) => {
      const asked = open;
      open = undefined;
      if (asked === undefined || asked.ticket !== ticket) return refuse("changed-meanwhile", TEXT.askedNothing);
      if (asked.word !== "" && !isSameWord(typed, asked.word)) return refuse("needs-person", TEXT.otherWord);
      return { kind: "asked", asked: asked.asked };
    },
  };
}
