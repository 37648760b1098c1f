// One event, one verdict.
import { type EventName, type Host, MARKER } from "./events.ts";
import { faultsOf, LIMIT_MS, lateBy, type Wanted, wantedFaults } from "./judge.ts";
import { runHook, type Setting } from "./process.ts";
import type { Report } from "./report.ts";
import { changesSince, keptIn } from "./world.ts";

export interface Trial {
  readonly name: string;
  readonly event: EventName;
  readonly stdin: object | string | Buffer;
  readonly wanted: Wanted;
  readonly setting: Setting;
}

/** The hook's own box of time: a run that took longer may have met a machine that stood still, and is silent for it. */
const SLOW_MS = 1000;
/** A hook that hangs does so each time; a machine that stands still does not. */
const ATTEMPTS = 3;

export async function tryOne(base: string, host: Host, trial: Trial, report: Report): Promise<void> {
  let verdict = await runOnce(base, host, trial, trial.stdin);
  for (let attempt = 2; attempt <= ATTEMPTS && mayBeTheMachine(verdict); attempt++) {
    report.again();
    verdict = await runOnce(base, host, trial, inAnotherSession(trial.stdin, attempt));
  }
  const { late, wrong, ms } = verdict;
  report.told(`${trial.name}, ${host} ${trial.event} (${trial.wanted})`, [...wrong, ...late], ms);
}

interface Verdict {
  /** It was late, or silent where it had something to say. */
  readonly late: readonly string[];
  /** Never the machine's doing: how it ended, what it said, what it changed. */
  readonly wrong: readonly string[];
  readonly ms: number;
}

const mayBeTheMachine = ({ late, wrong, ms }: Verdict): boolean =>
  late.length > 0 && wrong.length === 0 && ms > SLOW_MS;

async function runOnce(base: string, host: Host, trial: Trial, stdin: Trial["stdin"]): Promise<Verdict> {
  const input = typeof stdin === "string" || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin);
  const before = keptIn(base);
  const outcome = await runHook(base, host, input, trial.setting);
  const changed = changesSince(before, base).map((path) => `changed ${path}`);
  const { event, wanted } = trial;
  const { out, ms } = outcome;
  const unwanted = wantedFaults(wanted, out, MARKER);
  return {
    late: [...lateBy(ms, LIMIT_MS), ...(out === "" ? unwanted : [])],
    wrong: [...faultsOf(outcome, host, event), ...(out === "" ? [] : unwanted), ...changed],
    ms,
  };
}

/** What a late run had ready counts as told in its session. */
function inAnotherSession(stdin: Trial["stdin"], attempt: number): Trial["stdin"] {
  if (typeof stdin === "string" || Buffer.isBuffer(stdin) || !("session_id" in stdin)) return stdin;
  return { ...stdin, session_id: `${stdin.session_id}-${attempt}` };
}
