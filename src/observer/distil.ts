// The sessions that wait for the observer, one after the other (OBS-10, OBS-11). What is read, asked and written is
// observe.ts's matter; this file decides which session may be asked about, and keeps the order in which a kill at any
// moment loses nothing and asks nothing twice: the answer is kept, memories are written, the mark moves, the answer goes.

import type { ReadTurn, ReadWork } from "../hosts/turn.ts";
import type { Piece, Transcripts } from "../listen/inbox.ts";
import type { Act, OpenStore } from "../store/context.ts";
import type { Model, ModelAnswer } from "./model.ts";
import { type Observed, type Outcome, observe } from "./observe.ts";
import type { ObservedRun, ObserverState, WaitingSession, Which } from "./observing.ts";
import {
  afterFailure,
  afterStop,
  afterSuccess,
  type Breaker,
  heldBack,
  overBudgetNotice,
  stoppedNotice,
} from "./said/breaker.ts";
import { openAfter, readRecord } from "./said/said.ts";
import { MAX_CALLS } from "./said/settings.ts";

/** A project may have switched the observer off; a pause, or a key that is not here, is for now. */
export type Askable =
  | { readonly kind: "model"; readonly model: Model; readonly settings: string }
  | { readonly kind: "off" }
  | { readonly kind: "later" };

export interface Distiller {
  readonly open: OpenStore;
  /** At this moment, through the observer's channel. */
  act(): Act;
  readonly signal: AbortSignal;
  readonly state: ObserverState;
  /** With marks of the observer's own; `kept` counts its calls. */
  readonly transcripts: Transcripts;
  readonly readers: Readonly<Record<string, ReadTurn>>;
  readonly works: Readonly<Record<string, ReadWork>>;
  projectOf(cwd: string): string | undefined;
  modelFor(cwd: string): Askable;
  /** For the next session start. */
  tell(sentence: string): void;
  /** After each session; false: begin no other. */
  step?(done: number, all: number): Promise<boolean>;
}

export interface Distilled {
  /** Sessions that were looked at to their end. */
  readonly sessions: number;
  readonly added: number;
  readonly proposed: number;
  /** Sessions that still wait. */
  readonly left: number;
  /** Why the run ended before its sessions did. */
  readonly held?: string;
  /** The first thing that failed and should not; what it concerned waits. */
  readonly fault?: unknown;
}

type End = "done" | "back";

export async function distil(distiller: Distiller, which: Which): Promise<Distilled> {
  const { sessions, breaker } = distiller.state;
  const all = sessions.claim(distiller.act().now, which);
  const tally = { sessions: 0, added: 0, proposed: 0, left: 0 };
  let held: string | undefined;
  let fault: unknown;
  let goOn = true;
  for (const [index, waiting] of all.entries()) {
    const asked = distiller.modelFor(waiting.entry.cwd);
    if (asked.kind === "model") held = heldBack(breaker.read(), asked.settings, distiller.act().now);
    if (!goOn || distiller.signal.aborted || asked.kind === "later" || (asked.kind === "model" && held !== undefined)) {
      sessions.back(waiting);
      tally.left++;
      continue;
    }
    try {
      if ((await one(distiller, waiting, asked, tally)) === "back") {
        sessions.back(waiting);
        tally.left++;
      } else {
        sessions.done(waiting);
        tally.sessions++;
      }
    } catch (error) {
      fault ??= error;
      sessions.back(waiting);
      tally.left++;
    }
    goOn = (await distiller.step?.(index + 1, all.length)) ?? true;
  }
  return { ...tally, ...(held === undefined ? {} : { held }), ...(fault === undefined ? {} : { fault }) };
}

type Tally = { added: number; proposed: number };

async function one(distiller: Distiller, { entry }: WaitingSession, asked: Askable, tally: Tally): Promise<End> {
  const { host, transcript } = entry;
  const { pending } = distiller.state;
  const [readTurn, readWork] = [own(distiller.readers, host), own(distiller.works, host)];
  const answered = livePending(distiller, transcript);
  const piece = distiller.transcripts.read(transcript, answered?.to);
  if (readTurn === undefined || readWork === undefined || piece === undefined) return "done";
  const record = readRecord(piece.lines, readTurn, readWork);
  const { kept, open = 0 } = piece.from;
  const move = (calls: number): void =>
    distiller.transcripts.remember(transcript, {
      offset: piece.next,
      kept: kept + calls,
      open: openAfter(record.turns, open),
    });
  if (asked.kind !== "model") {
    // Switched off here: what was said meanwhile is not sent later either.
    move(0);
    return "done";
  }
  if (answered === undefined && kept >= MAX_CALLS) return "done";
  const outcome = await observe(observerFor(distiller, asked.model, transcript, piece), {
    id: entry.session,
    host,
    at: entry.at,
    ...projectOf(distiller, entry.cwd),
    ...record,
    open,
  });
  const end = ended(distiller, asked.settings, outcome);
  note(distiller, entry, outcome);
  if (outcome.kind === "observed") {
    tally.added += outcome.added;
    tally.proposed += outcome.proposed;
  }
  if (end === "back") return "back";
  // A few words wait for those that follow them.
  if (outcome.kind === "nothing" && outcome.why === "too-little") return "done";
  move(outcome.kind === "nothing" ? 0 : 1);
  pending.drop(transcript);
  // An answer of an earlier run covers the record up to where it was asked; what was said since comes next.
  return answered === undefined ? "done" : one(distiller, { key: "", entry }, asked, tally);
}

/** An answer whose mark has moved was written down to its end, only not removed. */
function livePending(
  { state, transcripts }: Distiller,
  transcript: string,
): ReturnType<ObserverState["pending"]["get"]> {
  const answered = state.pending.get(transcript);
  if (answered === undefined) return undefined;
  const from = transcripts.read(transcript, answered.to)?.from.offset ?? 0;
  if (from < answered.to) return answered;
  state.pending.drop(transcript);
  return undefined;
}

function observerFor(
  distiller: Distiller,
  model: Model,
  transcript: string,
  piece: Piece,
): Parameters<typeof observe>[0] {
  const { pending } = distiller.state;
  return {
    open: distiller.open,
    act: distiller.act(),
    model,
    signal: distiller.signal,
    pending: {
      get: () => pending.get(transcript)?.text,
      put: (_, text) => pending.put(transcript, { text, to: piece.next }),
      // Only when the mark has moved; see `one`.
      drop: () => undefined,
    },
  };
}

function ended(distiller: Distiller, settings: string, outcome: Outcome): End {
  const { breaker } = distiller.state;
  const set = (next: (before: Breaker) => Breaker): void => breaker.write(next(breaker.read()));
  if (outcome.kind === "locked") return "back";
  if (outcome.kind === "nothing") return "done";
  if (outcome.kind === "observed") {
    set(afterSuccess);
    return "done";
  }
  const { now } = distiller.act();
  const { answer } = outcome;
  switch (answer.kind) {
    case "over-budget":
      tellOnce(distiller, `${answer.budget} ${now.toISOString().slice(0, 10)}`, overBudgetNotice(answer));
      return "back";
    case "denied":
      // It answered, and its answer was dropped; asking again would be asking for more of it.
      set(afterSuccess);
      return "done";
    case "unlocked":
      set((before) => afterStop(before, answer.why, settings));
      return "back";
    case "failed":
      // Ended by whoever runs this, not by the model.
      if (distiller.signal.aborted) return "back";
      if (answer.then === "stop") {
        set((before) => afterStop(before, answer.why, settings));
        distiller.tell(stoppedNotice(answer.why));
        return "back";
      }
      set((before) => afterFailure(before, now));
      return answer.then === "never" ? "done" : "back";
  }
}

function tellOnce({ state, tell }: Distiller, what: string, sentence: string): void {
  const before = state.breaker.read();
  if (before.told === what) return;
  state.breaker.write({ ...before, told: what });
  tell(sentence);
}

function note(distiller: Distiller, { session, host, cwd }: WaitingSession["entry"], outcome: Outcome): void {
  if (outcome.kind === "locked") return;
  const { added, proposed, dropped } = outcome.kind === "observed" ? outcome : NOTHING;
  const why = whyOf(outcome);
  distiller.state.keep({
    at: distiller.act().now.toISOString(),
    session,
    host,
    ...projectOf(distiller, cwd),
    outcome: outcome.kind === "no-answer" ? outcome.answer.kind : outcome.kind,
    ...(why === undefined ? {} : { why }),
    added,
    proposed,
    dropped,
  } satisfies ObservedRun);
}

const NOTHING: Pick<Observed, "added" | "proposed" | "dropped"> = { added: 0, proposed: 0, dropped: {} };

function whyOf(outcome: Exclude<Outcome, { kind: "locked" }>): string | undefined {
  if (outcome.kind === "observed") return undefined;
  return outcome.kind === "nothing" ? outcome.why : whyNot(outcome.answer);
}

function whyNot(answer: Exclude<ModelAnswer, { kind: "answer" }>): string {
  if (answer.kind === "over-budget") return `token_budget_exceeded: ${answer.budget}`;
  return answer.kind === "denied" ? `asked for ${answer.attempts.slice(0, 3).join(", ")}` : answer.why;
}

function projectOf(distiller: Distiller, cwd: string): { readonly project?: string } {
  const project = distiller.projectOf(cwd);
  return project === undefined ? {} : { project };
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
