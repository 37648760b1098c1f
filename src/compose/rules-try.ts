// A rule tried before it is kept (RUL-4): held against what the agents on this machine did, as their own records of the last
// sessions tell it, by the same reading that the hook goes by. Nothing of it is kept or leaves the machine.
import { filesNamed } from "../guard/auto-memory.ts";
import { readShell } from "../guard/shell/read.ts";
import { linesOf } from "../guard/shell-tools.ts";
import type { ToolCall } from "../guard/world.ts";
import { isRuleProblem, parseRule, type Rule, type RuleProblem } from "../memory/rule.ts";
import { decide } from "../rules/decide.ts";
import { deedsOf } from "../rules/deeds.ts";
import type { Tried, WouldMeet } from "../rules/tried.ts";
import type { RecordedCall, RecordedSession } from "../transfer/io/sessions.ts";
import { belowOf } from "./below.ts";
import type { Whereabouts } from "./here.ts";
import { recordedSessions } from "./recorded.ts";

/** The sessions that are looked at, the newest. */
const TRIED_SESSIONS = 40;

export interface Trying {
  readonly here: Pick<Whereabouts, "env">;
  /** Only sessions in this project; undefined: all. */
  readonly project: string | undefined;
}

/** `lines` as a memory's `rule` has them. */
export function triedAgainst(lines: readonly string[], { here, project }: Trying): Tried | RuleProblem {
  const rule = parseRule(lines);
  if (isRuleProblem(rule)) return rule;
  const met: WouldMeet[][] = [];
  let calls = 0;
  for (const { session, root } of recordedSessions(here, project, TRIED_SESSIONS)) {
    const made = session.calls();
    calls += made.length;
    met.unshift(metIn(session, made, rule, root));
  }
  return { kind: "tried", sessions: met.length, calls, met: met.flat() };
}

function metIn(
  { host, session }: RecordedSession,
  calls: readonly RecordedCall[],
  rule: Rule,
  root: string,
): WouldMeet[] {
  const standing = [{ rule, source: undefined, narrowness: 0 }];
  const below = belowOf(root);
  return calls.flatMap((call) => {
    const verdict = decide(standing, deedsOf(call, { below, readShell }));
    if (verdict === undefined) return [];
    const { effect, said } = verdict.stop;
    const when = call.at === undefined ? {} : { at: call.at };
    return [{ effect, said, host, session, ...when, tool: call.tool, what: whatOf(call) }];
  });
}

function whatOf(call: ToolCall): string {
  const { url } = call.input;
  const [what] = [...linesOf(call), ...filesNamed(call), ...(typeof url === "string" ? [url] : [])];
  return what ?? call.tool;
}
