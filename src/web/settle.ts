// A decision of the page, to its end (REV-2): done at once, or after the person's passkey signed it (SYN-20b).
import { beyondForm } from "../memory/findings.ts";
import type { ReviewDecision } from "../review/decide.ts";
import type { Desk } from "../review/desk.ts";
import { DONE } from "../review/wording.ts";
import { isRefusal, refuse } from "../text/errors.ts";
import { forPageLine } from "../text/sanitise.ts";
import type { Fields, HandlePorts } from "./call.ts";
import { json, refused, type WebAnswer } from "./message.ts";
import type { SettledAnswer, TouchAnswer, UndoneAnswer } from "./wire.ts";

/** Decisions that wait for the person's passkey, by what they wait with. */
const deciding = new WeakMap<object, Promise<WebAnswer>>();

export interface Deciding {
  readonly key: string;
  readonly version: string;
  readonly how: ReviewDecision;
}

/** Done at once, or answered with what the passkey is to sign; then `present` brings it to its end. */
export async function settle(ports: HandlePorts, desk: Desk, { key, version, how }: Deciding): Promise<WebAnswer> {
  const waiting = ports.presence.begin();
  const decided = desk.decide(key, version, how, waiting?.isWanted).then((done) => answered(ports, how, done));
  if (waiting === undefined) return decided;
  deciding.set(waiting, decided);
  // Where it fails after the touch was asked for, `present` hears of it.
  decided.catch(() => undefined);
  return Promise.race([decided, waiting.touch.then((touch) => json({ touch } satisfies TouchAnswer))]);
}

export async function present({ presence }: HandlePorts, { response = "" }: Fields): Promise<WebAnswer> {
  const waiting = await presence.answer(response);
  const decided = waiting && deciding.get(waiting);
  return decided ?? refused(refuse("changed-meanwhile", "Nothing waits for your passkey. Look at it again."));
}

function answered({ told }: HandlePorts, how: ReviewDecision, settled: Awaited<ReturnType<Desk["decide"]>>): WebAnswer {
  if (isRefusal(settled)) return refused(settled);
  if (settled.kind === "left") return refused(refuse("not-allowed", `Nothing to do: ${settled.message}.`));
  const { name, warnings, gone } = settled;
  told.done(how.kind, name);
  const notes = beyondForm(warnings).map(({ hint }) => forPageLine(hint));
  return json({ said: DONE[how.kind], name, notes, gone } satisfies SettledAnswer);
}

/** The last decision at this desk, taken back. */
export async function undoneAt(desk: Desk, told: HandlePorts["told"]): Promise<WebAnswer> {
  const undone = await desk.undo();
  if (isRefusal(undone)) return refused(undone);
  if (undone.kind === "left") return refused(refuse("nothing-to-undo", undone.message));
  told.done("undo", DONE[undone.done]);
  return json({ said: DONE[undone.done], key: undone.key } satisfies UndoneAnswer);
}
