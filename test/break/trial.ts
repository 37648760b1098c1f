// One event, one run, one verdict.
import { type EventName, type Host, MARKER } from "./events.ts";
import { faultsOf, type Wanted, wantedFaults } from "./judge.ts";
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

export async function tryOne(base: string, host: Host, trial: Trial, report: Report): Promise<void> {
  const { event, stdin, wanted } = trial;
  const input = typeof stdin === "string" || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin);
  const before = keptIn(base);
  const outcome = await runHook(base, host, input, trial.setting);
  const changed = changesSince(before, base).map((path) => `changed ${path}`);
  const complaints = [...faultsOf(outcome, host, event), ...wantedFaults(wanted, outcome.out, MARKER), ...changed];
  report.told(`${trial.name}, ${host} ${event} (${wanted})`, complaints, outcome.ms);
}
