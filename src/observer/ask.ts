// A question answered from the memories alone (OBS-12). What is found below the bars is nothing: then no call is made. The
// model sees the question and the texts that were found; what it says counts with the ids it names, and is printed, never
// kept.
import { gateForModel } from "../checks/gate.ts";
import { withSecretsMasked } from "../checks/secret-findings.ts";
import { textField } from "../memory/fields.ts";
import type { SearchResult } from "../recall/search.ts";
import { worthSaying } from "../recall/silence.ts";
import { handleOf, type Memory } from "../store/catalogue.ts";
import type { Act } from "../store/context.ts";
import { forContextBody } from "../text/sanitise.ts";
import type { Model, ModelAnswer } from "./model.ts";
import { ASK_SCHEMA, ASK_SYSTEM, askPrompt, type Note, readReply } from "./said/answer.ts";

const MOST_NOTES = 8;
const LONGEST_NOTE = 2000;
const LONGEST_QUESTION = 1000;
const MOST_OUTPUT = 1000;

export interface Asking {
  readonly model: Model;
  readonly act: Act;
  readonly project?: string | undefined;
  readonly session: string;
  readonly signal: AbortSignal;
}

export type Replied =
  | { readonly kind: "replied"; readonly answer: string; readonly memories: readonly Memory[]; readonly money: number }
  /** `nothing-known`: no call was made. `not-in-them`: the notes don't hold it, by the model's word or by ours. */
  | { readonly kind: "unknown"; readonly why: "nothing-known" | "not-in-them" }
  | { readonly kind: "no-answer"; readonly answer: Exclude<ModelAnswer, { kind: "answer" }> };

/** `found` by the rules for prompts: interactive searches keep what is below the bars. */
export async function ask(question: string, found: SearchResult, asking: Asking): Promise<Replied> {
  const { act, model, project, session, signal } = asking;
  const memories = worthSaying(found.hits, MOST_NOTES).map((hit) => hit.memory);
  const notes = memories.flatMap((memory) => noteOf(memory, act) ?? []);
  const asked = withSecretsMasked(question.slice(0, LONGEST_QUESTION), "personal", act.checks);
  const prompt = asked === undefined ? undefined : gateForModel(askPrompt(asked, notes), act.checks);
  if (notes.length === 0 || prompt === undefined) return { kind: "unknown", why: "nothing-known" };
  const call = {
    source: "ask",
    session,
    system: ASK_SYSTEM,
    prompt,
    schema: ASK_SCHEMA,
    maxOutputTokens: MOST_OUTPUT,
  } as const;
  const answer = await model.call({ ...call, ...(project === undefined ? {} : { project }) }, signal);
  if (answer.kind !== "answer") return { kind: "no-answer", answer };
  const reply = readReply(answer.text, question, notes);
  if (reply === undefined) return { kind: "unknown", why: "not-in-them" };
  const cited = memories.filter((memory) => reply.ids.includes(handleOf(memory)));
  return { kind: "replied", answer: reply.answer, memories: cited, money: answer.cost.money };
}

function noteOf(memory: Memory, act: Act): Note | undefined {
  const { document } = memory;
  const text = [textField(document, "name"), textField(document, "description"), document.body].join("\n");
  const masked = withSecretsMasked(text, memory.scope, act.checks);
  if (masked === undefined) return undefined;
  return { id: handleOf(memory), trust: memory.tier, text: forContextBody(masked, { max: LONGEST_NOTE }) };
}
