// What went wrong, for the next session start. The environment is never part of it: hooks inherit keys (AGT-7).
import { homedir } from "node:os";
import { placesFrom } from "../../disk/places.ts";
import { appendNotice } from "../../recall/io/notices.ts";
import { Fault } from "../../text/errors.ts";
import { forLog } from "../../text/sanitise.ts";

export function leaveNotice(error: unknown): void {
  try {
    const what =
      error instanceof Fault ? `${error.message} ${error.hint ?? ""}` : "an inner fault; run `holdfast doctor`";
    appendNotice(placesFrom(process.env, homedir()).state, `Holdfast stayed silent: ${forLog(what)}`, new Date());
  } catch {
    // There is nowhere left to say it, and a hook must not fail the session.
  }
}
