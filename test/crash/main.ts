// node test/crash/main.ts --kills 200 [--seed N] [--mutant in-place|early-ack] [--self-check] [--json FILE]
// Workers change a store and are killed at random moments (STO-20, STO-21, STO-25, STO-30). Nothing may be torn,
// lost, stuck or doubled; and the same run must notice two protocols that are wrong on purpose.
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { MUTANTS, type Mutant, VERBS } from "./protocol.ts";
import { type Outcome, runRounds } from "./rounds.ts";
import type { Fault } from "./truth.ts";

/** At most; one fault ends it. */
const SELF_CHECK_KILLS = 60;
const SHOWN = 20;
const KINDS = ["torn", "lost", "stuck", "doubled"] as const;

function count(outcome: Outcome, kind: Fault["kind"]): number {
  return outcome.faults.filter((fault) => fault.kind === kind).length;
}

/** How many of the wrong protocols were noticed. */
async function selfCheck(seed: number): Promise<number> {
  let caught = 0;
  for (const mutant of MUTANTS) {
    const outcome = await runRounds({ kills: SELF_CHECK_KILLS, seed, mutant, untilFault: true });
    const seen = count(outcome, "torn") + count(outcome, "lost") > 0;
    console.log(`self-check ${mutant}: ${seen ? "caught" : "NOT CAUGHT"} after ${kills(outcome)} kills`);
    caught += Number(seen);
  }
  return caught;
}

function kills({ kills: { byDelay, byStep } }: Outcome): number {
  return byDelay + byStep;
}

function report(outcome: Outcome): boolean {
  for (const { kind, what } of outcome.faults.slice(0, SHOWN)) console.log(`${kind}: ${what}`);
  const { byDelay, byStep, inRecovery } = outcome.kills;
  console.log(`kills=${kills(outcome)} by-delay=${byDelay} by-step=${byStep} in-first-write=${inRecovery}`);
  const { movesUndone, halfMoves, leftovers, tornLines } = outcome;
  console.log(`left-to-mend: half-moves=${halfMoves} temporary-files=${leftovers} torn-ledger-lines=${tornLines}`);
  const { longestFirstMs, slow } = outcome;
  console.log(`moves-undone=${movesUndone} longest-first-write-ms=${Math.round(longestFirstMs)} slow=${slow}`);
  return outcome.faults.length === 0 && VERBS.every((verb) => outcome.acked[verb] > 0) && outcome.movesUndone > 0;
}

function save(outcome: Outcome, acked: number, noticed: number, file: string | undefined): void {
  const book = notebook();
  book.note("kills", kills(outcome));
  book.note("acked", acked);
  for (const kind of KINDS) book.note(kind, count(outcome, kind), { most: 0 });
  book.note("wrong_protocols_noticed", noticed, { least: MUTANTS.length });
  book.save(file);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "200" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      mutant: { type: "string" },
      "self-check": { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const wanted = Number(values.kills);
  const seed = Number(values.seed);
  const mutant = MUTANTS.find((each) => each === values.mutant) satisfies Mutant | undefined;
  if (!(wanted > 0) || !Number.isSafeInteger(seed) || mutant !== values.mutant) {
    console.error(`usage: node test/crash/main.ts --kills N [--seed N] [--mutant ${MUTANTS.join("|")}] [--self-check]`);
    return 64;
  }
  console.log(`seed=${seed}`);
  if (values["self-check"]) return (await selfCheck(seed)) === MUTANTS.length ? 0 : 1;
  const started = performance.now();
  const outcome = await runRounds({ kills: wanted, seed, ...(mutant === undefined ? {} : { mutant }) });
  const clean = report(outcome);
  const noticed = mutant === undefined ? await selfCheck(seed) : MUTANTS.length;
  const caught = noticed === MUTANTS.length;
  console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
  console.log(`${Number(clean) + Number(caught)} passed, ${Number(!clean) + Number(!caught)} failed`);
  console.log(VERBS.map((verb) => `${verb}=${outcome.acked[verb]}`).join(" "));
  const counts = KINDS.map((kind) => `${kind}=${count(outcome, kind)}`);
  const acked = VERBS.reduce((sum, verb) => sum + outcome.acked[verb], 0);
  console.log(`${counts.join(" ")} acked=${acked}`);
  save(outcome, acked, noticed, values.json);
  return clean && caught ? 0 : 1;
}

process.exitCode = await main();
