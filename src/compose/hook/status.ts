// The status line (SUR-14): how much this session was given, and how much waits for the person. Numbers only, out of local state
// and the index: a host asks for it many times, and shows it where anybody may look over a shoulder.
import type { InSession } from "../../hosts/event.ts";
import { dueByDates } from "../../recall/due.ts";
import { shownIn } from "../../recall/io/sessions.ts";
import type { HookCall } from "./call.ts";
import { withIndexes } from "./session.ts";
import { openForHook } from "./stores.ts";

export function statusLine({ session, cwd }: InSession, call: HookCall): string {
  const opened = openForHook(cwd, call);
  if (opened === undefined) return "";
  // The line of a memory and all of it are two keys that begin with its id.
  const given = new Set([...shownIn(opened.places.state, session)].map((key) => key.replace(/ .*$/, ""))).size;
  const due = withIndexes(opened).indexed.flatMap(({ index }) =>
    index === undefined ? [] : dueByDates(index, call.now),
  );
  const waits = due.reduce((sum, { observed, stale }) => sum + observed + stale, 0);
  const known = given === 1 ? "1 memory" : `${given} memories`;
  return `holdfast: ${known}${waits === 0 ? "" : `, ${waits} wait`}\n`;
}
