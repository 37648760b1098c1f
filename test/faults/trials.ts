// One verb: a clean run that counts its calls, then for each error and each call a fresh copy in which that call fails.
import { canFail, ERRORS, type ErrorName, type Watched, watched } from "./inject.ts";
import {
  badlyTold,
  differences,
  neither,
  openHandles,
  otherTiers,
  type State,
  strengthened,
  tiersIn,
  unsettled,
  weakened,
} from "./judge.ts";
import { Snapshot, truthIn } from "./snapshot.ts";
import type { FaultVerb } from "./verbs.ts";
import { actBy, addNote, lookIn, type Outcome } from "./world.ts";

const FIRST = 11;
const SECOND = 12;
/** The note that comes after a verb which has nothing left to do. */
const LAST = "afterwards";
const NOT_VOUCHED = "is unattested, not verified";

export interface Tally {
  readonly error: ErrorName;
  tried: number;
  refused: number;
  done: number;
  /** Refused, and a memory is less trusted than before and after until the verb is repeated. */
  weaker: number;
  excused: number;
  readonly wrong: string[];
}

interface Stage {
  readonly base: string;
  readonly verb: FaultVerb;
  readonly fresh: Snapshot;
  readonly before: State;
  readonly after: State;
}

export async function tryVerb(base: string, verb: FaultVerb, every: number): Promise<readonly Tally[]> {
  await verb.prepare?.(base);
  const fresh = new Snapshot(base);
  const before = stateOf(base);
  // The first run loads what is imported late; those are no calls of ours.
  await verb.run(base, FIRST);
  fresh.putBack();
  const clean = await watched(undefined, () => verb.run(base, FIRST));
  if (!("value" in clean.outcome) || clean.outcome.value.kind !== "done")
    throw new Error(`${verb.name} does not work without a fault: ${JSON.stringify(clean.outcome)}`);
  const stage: Stage = { base, verb, fresh, before, after: stateOf(base) };
  const tallies: Tally[] = [];
  fresh.putBack();
  for (const [index, error] of ERRORS.entries()) {
    const tally: Tally = { error, tried: 0, refused: 0, done: 0, weaker: 0, excused: 0, wrong: [] };
    tallies.push(tally);
    const places = clean.calls.flatMap((call, at) => (canFail(error, call) ? [at + 1] : []));
    // Each error begins elsewhere, so that together they meet more calls than any of them does.
    const step = verb.sparse === true ? every ** 2 : every;
    // Writes that take only part are few, and each of them matters.
    const chosen = places.filter(
      (at, n) => n % step === index % step || (error === "short" && clean.calls[at - 1] === "writeSync"),
    );
    for (const at of chosen) await trial(stage, at, tally);
  }
  return tallies;
}

/**
 * A statement of this device that its owner may not open is silence, and a silent device vouches for nothing (STO-32):
 * what is carried on from it is then less trusted, which is the rule and no fault.
 */
function isStatementClosed({ hit = "" }: Watched<Outcome>, error: ErrorName): boolean {
  return error === "EACCES" && /^openSync\(.*\/[0-9a-f]{16}\.\d+\.json\)$/.test(hit);
}

function stateOf(base: string): State {
  return { files: truthIn(base), ...tiersIn(base) };
}

async function trial(stage: Stage, at: number, tally: Tally): Promise<void> {
  const { base, verb, fresh } = stage;
  const handles = openHandles();
  const run = await watched({ at, error: tally.error }, () => verb.run(base, FIRST));
  const leaked = openHandles() - handles;
  const wrong = [
    ...(run.hit === undefined ? ["the call was never reached"] : []),
    ...(leaked > 0 ? [`${leaked} handles stay open`] : []),
    ...badlyTold(run, tally.error),
    ...(await afterwards(stage, run, tally)),
  ];
  tally.tried++;
  if (isStatementClosed(run, tally.error) && wrong.length > 0 && wrong.every((what) => what.endsWith(NOT_VOUCHED))) {
    wrong.length = 0;
    tally.excused++;
  }
  tally[isDone(run) ? "done" : "refused"]++;
  for (const what of wrong) tally.wrong.push(`${verb.name} ${tally.error} at call ${at}, ${run.hit}: ${what}`);
  if (run.touched || wrong.length > 0) fresh.putBack();
}

async function afterwards(stage: Stage, run: Watched<Outcome>, tally: Tally): Promise<readonly string[]> {
  const { base, before, after } = stage;
  if (!run.touched) return [...(isDone(run) ? ["it says done and has changed nothing"] : []), ...(await locks(base))];
  const now = stateOf(base);
  const wrong: string[] = isDone(run)
    ? [...differences(now.files, after.files), ...otherTiers(now, after)]
    : [...neither(now.files, before.files, after.files), ...strengthened(now, before, after)];
  if (isDone(run) && mustBeSafe(run)) wrong.push("it says done after an fsync that failed");
  if (!isDone(run) && weakened(now, before, after)) tally.weaker++;
  const unreadable = now.broken > before.broken ? ["a file does not parse"] : [];
  return [...wrong, ...unreadable, ...(await next(stage))];
}

/** Neither a lock on its way out nor the mark of how far a ledger was seen has to survive the power. */
function mustBeSafe({ hit = "" }: Watched<Outcome>): boolean {
  return hit.startsWith("fsync") && !/store\/\.local\/|\/ledger-heads/.test(hit);
}

function isDone({ outcome }: Watched<Outcome>): boolean {
  return "value" in outcome && outcome.value.kind !== "refusal";
}

/** Nothing was changed, so it is enough that the lock can be taken. */
async function locks(base: string): Promise<readonly string[]> {
  const taken = await lookIn(base).store.withLock(() => "taken" as const);
  return taken === "taken" ? [] : [`the lock is not free: ${taken.message}`];
}

/** The same once more without a fault, or where that has nothing to do a note: a write that works and settles all. */
async function next({ base, verb, after, before }: Stage): Promise<readonly string[]> {
  const wrong: string[] = [];
  const again = await settled(() => verb.run(base, SECOND));
  if ("thrown" in again) wrong.push(`repeating it throws ${String(again.thrown)}`);
  const scope = verb.writes === "shared" ? "shared" : "personal";
  const besides = [LAST];
  const wrote = "value" in again && again.value.kind === "done" && verb.writes !== "settings";
  const written = wrote ? again : await settled(() => addNote(lookIn(base, scope), LAST, actBy(SECOND)));
  if (!("value" in written) || written.value.kind !== "done") wrong.push(`the next write: ${JSON.stringify(written)}`);
  const now = stateOf(base);
  if (verb.again === "same") wrong.push(...differences(now.files, after.files, besides), ...otherTiers(now, after));
  if (now.broken > before.broken) wrong.push("a file does not parse after the next write");
  return [...wrong, ...unsettled(base, now.files)];
}

async function settled(act: () => Promise<Outcome>): Promise<{ value: Outcome } | { thrown: unknown }> {
  try {
    return { value: await act() };
  } catch (thrown) {
    return { thrown };
  }
}
