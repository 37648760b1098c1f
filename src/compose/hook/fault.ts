// What went wrong, for the next session start. The environment is never part of it: hooks inherit keys (AGT-7).
import { homedir } from "node:os";
import { errnoOf } from "../../disk/errno.ts";
import { placesFrom } from "../../disk/places.ts";
import { appendNotice } from "../../recall/io/notices.ts";
import { Fault } from "../../text/errors.ts";
import { forLog } from "../../text/sanitise.ts";
import { wordsOf } from "../../text/system-errors.ts";

export function leaveNotice(error: unknown): void {
  tellLater(() => placesFrom(process.env, homedir()).state, `Holdfast stayed silent: ${faultWords(error)}`);
}

export function faultWords(error: unknown): string {
  if (errnoOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "its work took too long.";
  if (isFault(error)) return forLog(`${error.message} ${error.hint ?? ""}`);
  const words = wordsOf(error);
  return forLog(words === undefined ? "an inner fault; run `holdfast doctor`" : `${words.message}. ${words.hint}`);
}

/** By its name as well: each part of the hook is a bundle, with a class of its own. */
function isFault(error: unknown): error is Fault {
  return error instanceof Fault || (error instanceof Error && error.name === "Fault");
}

export function tellLater(stateDir: () => string, sentence: string): void {
  try {
    appendNotice(stateDir(), sentence, new Date());
  } catch {
    // There is nowhere left to say it, and neither a session nor a server may fail for that.
  }
}
