// Silence, asked for by a person (SUR-9): in this shell, or by a pause. It stands by itself because the end of a turn asks
// for nothing else.
import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";

/** A pause of one project counts where work is done for it; `project` is asked for only where there is a pause. */
export function isSilent(
  env: Readonly<Record<string, string | undefined>>,
  stateDir: string,
  project: () => string | undefined,
  now: Date,
): boolean {
  if (env["HOLDFAST_OFF"] === "1") return true;
  const pauses = readPauses(stateDir);
  return pauses.length > 0 && activePause(pauses, project(), now) !== undefined;
}
