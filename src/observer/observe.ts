// One session, distilled (OBS-7 to OBS-9): what was said since the last time goes to the model as data, its answer comes
// back as data, and what survives the judge is added or proposed through the one pipeline, by the observer's channel:
// inferred at most. The model's answer is kept before anything is written, so a kill in between neither asks twice nor
// adds twice. Prints nothing; the store's lock is not held while a model thinks.
import { gateForModel } from "../checks/gate.ts";
import { withSecretsMasked } from "../checks/secret-findings.ts";
import type { Turn } from "../hosts/turn.ts";
import { textField } from "../memory/fields.ts";
import { typeOfKind } from "../memory/kinds.ts";
import { saidEvidence } from "../memory/origin.ts";
import { spokenBy } from "../review/waiting.ts";
import { add, propose } from "../store/add.ts";
import { putAwayBy } from "../store/add-view.ts";
import { handleOf, isInForce, type Memory, readCatalogue, supersededAmong } from "../store/catalogue.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { isRefusal } from "../text/errors.ts";
import type { Model, ModelAnswer } from "./model.ts";
import { readAnswer } from "./said/answer.ts";
import { compareAll } from "./said/compare.ts";
import { type Dropped, judge, type Kept, sentencesSaid, withoutSentences } from "./said/judge.ts";
import { OBSERVER_SCHEMA, OBSERVER_SYSTEM, observerPrompt } from "./said/prompt.ts";
import { type Deed, newestOf, type Said, saidIn } from "./said/said.ts";

/** Bytes of the record in one call; a token per byte is the bound that budgets go by (OBS-5). */
export const MOST_BYTES: number = 36 * 1024;
export const MOST_OUTPUT = 4000;
/** One session, honest or not, fills a review queue with no more than this. */
const MOST_KEPT = 10;
/** Less is not worth a call. */
const FEWEST_WORDS = 12;

export interface Session {
  readonly id: string;
  readonly host: string;
  readonly at: string;
  readonly project?: string;
  readonly turns: readonly Turn[];
  readonly deeds: readonly Deed[];
  /** Private spans that an earlier part of it left open. */
  readonly open?: number;
}

export interface Observer {
  readonly open: OpenStore;
  readonly act: Act;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** An answer that was paid for and not yet written down, by session; see the head of the file. */
  readonly pending: {
    get(session: string): string | undefined;
    put(session: string, answer: string): void;
    drop(session: string): void;
  };
}

export type Why = Dropped | "malformed" | "same" | "refused" | "over-cap";

export interface Observed {
  readonly kind: "observed";
  readonly added: number;
  readonly proposed: number;
  readonly dropped: Readonly<Partial<Record<Why, number>>>;
  readonly claimedTrust: number;
}

export type Outcome =
  | Observed
  | { readonly kind: "nothing"; readonly why: "too-little" | "private" }
  /** Somebody else is writing for too long: the answer stays pending, and nothing of it is lost. */
  | { readonly kind: "locked" }
  | { readonly kind: "no-answer"; readonly answer: Exclude<ModelAnswer, { kind: "answer" }> };

export async function observe(observer: Observer, session: Session): Promise<Outcome> {
  const said = newestOf(saidIn(session.turns, cleaner(observer), session.open), MOST_BYTES);
  if (said.map(({ text }) => text.split(/\s+/).length).reduce((sum, words) => sum + words, 0) < FEWEST_WORDS) {
    return { kind: "nothing", why: session.turns.length > 0 && said.length === 0 ? "private" : "too-little" };
  }
  const answered = observer.pending.get(session.id) ?? (await ask(observer, session, said));
  if (typeof answered !== "string") return answered;
  const outcome = await keep(observer, session, said, answered);
  if (outcome.kind === "observed") observer.pending.drop(session.id);
  return outcome;
}

/** Secrets are masked, and what a person put away is not sent again. */
function cleaner({ open, act }: Observer): (text: string) => string | undefined {
  const isPutAway = putAwayBy(open);
  return (text) => {
    const masked = withSecretsMasked(text, "personal", act.checks);
    return masked === undefined ? undefined : withoutSentences(masked, isPutAway).trim();
  };
}

async function ask(
  { act, model, signal, pending }: Observer,
  session: Session,
  said: readonly Said[],
): Promise<string | Outcome> {
  const prompt = gateForModel(observerPrompt(said), act.checks);
  if (prompt === undefined) return { kind: "nothing", why: "private" };
  const { project } = session;
  const answer = await model.call(
    {
      source: "observer",
      session: session.id,
      ...(project === undefined ? {} : { project }),
      system: OBSERVER_SYSTEM,
      prompt,
      schema: OBSERVER_SCHEMA,
      maxOutputTokens: MOST_OUTPUT,
    },
    signal,
  );
  if (answer.kind !== "answer") return { kind: "no-answer", answer };
  pending.put(session.id, answer.text);
  return answer.text;
}

async function keep(observer: Observer, session: Session, said: readonly Said[], text: string): Promise<Outcome> {
  const counts = new Map<Why, number>();
  const count = (why: Why, by = 1): void => {
    if (by > 0) counts.set(why, (counts.get(why) ?? 0) + by);
  };
  const answer = readAnswer(text);
  count("malformed", answer?.malformed ?? 1);
  const judged = (answer?.candidates ?? []).map((candidate) => judge(candidate, said, session.deeds));
  for (const each of judged) if (each.kind === "dropped") count(each.why);
  const kept = judged.filter((each) => each.kind === "kept");
  count("over-cap", kept.length - MOST_KEPT);
  const tally = { added: 0, proposed: 0 };
  const known = inForce(observer.open);
  const isPutAway = putAwayBy(observer.open);
  const chosen = kept.slice(0, MOST_KEPT);
  const compared = compareAll(
    chosen.map(({ candidate }) => ({ ...SPOKEN, group: groupFor(session), name: candidate.claim })),
    known.map(spokenBy),
  );
  for (const [index, one] of chosen.entries()) {
    const comparison = compared[index] ?? { kind: "new" };
    const target = comparison.kind === "new" ? undefined : known[comparison.at];
    if (comparison.kind === "same") count("same");
    else if (isPutAway(sentencesSaid(one))) count("refused");
    else {
      const written = await writeOne(observer, session, one, target);
      if (written === "locked") return { kind: "locked" };
      if (written === "refused" || written === "same") count(written);
      else tally[written]++;
    }
  }
  return { kind: "observed", ...tally, dropped: Object.fromEntries(counts), claimedTrust: answer?.claimedTrust ?? 0 };
}

const SPOKEN = { description: "", body: "", paths: [], isRecord: false } as const;

function groupFor({ project }: Session): string {
  return `project ${project ?? ""}`;
}

function inForce(open: OpenStore): readonly Memory[] {
  const { memories } = readCatalogue(open.store);
  const superseded = supersededAmong(memories);
  return memories.filter(
    (memory) => isInForce(memory, superseded) && textField(memory.document, "proposes") === undefined,
  );
}

async function writeOne(
  { open, act }: Observer,
  session: Session,
  { candidate, said }: Kept,
  target: Memory | undefined,
): Promise<"added" | "proposed" | "same" | "refused" | "locked"> {
  const at = said.at ?? session.at;
  const { host, id, project } = session;
  const evidence = saidEvidence({ by: "observer", host, session: id, at, quote: candidate.quote });
  const mined = { evidence, saidAt: new Date(at) };
  if (target !== undefined) {
    const reason = `Said in a session: "${candidate.quote.replace(/\s+/g, " ").trim()}"`;
    const request = { name: handleOf(target), change: "edit", text: candidate.claim, reason } as const;
    const proposed = await propose([open], request, act, { mined });
    if (isRefusal(proposed)) return proposed.code === "locked" ? "locked" : "refused";
    return proposed.added.kind === "added" ? "proposed" : "same";
  }
  const request = {
    text: candidate.claim,
    kind: candidate.kind,
    type: typeOfKind(candidate.kind),
    asks: candidate.asks,
    ...(project === undefined ? {} : { project }),
  };
  const added = await add(open, request, act, { mined });
  if (isRefusal(added)) return added.code === "locked" ? "locked" : "refused";
  return added.kind === "added" ? "added" : "same";
}
