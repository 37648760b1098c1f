// A session begins, or goes on after a clear or a compaction.

import type { HookCall } from "../compose/hook/call.ts";
import { openForStart } from "../compose/hook/start.ts";
import type { Intent, SessionStartEvent } from "../hosts/event.ts";
import { doubtsIn } from "../recall/doubts.ts";
import { sessionStart } from "../recall/session-start.ts";

export async function onSessionStart(event: SessionStartEvent, call: HookCall): Promise<Intent> {
  const opened = openForStart(event, call);
  if (opened === undefined) return { kind: "nothing" };
  const { intent, receipt } = await sessionStart(opened.indexed, {
    session: event.session,
    host: call.host,
    source: event.source,
    ...(opened.project === undefined ? {} : { project: opened.project.id }),
    now: call.now,
    config: opened.config,
    judge: opened.judge,
    branches: opened.branches,
    seen: opened.seen(),
    claim: opened.isTold ? undefined : opened.claim,
    isOutdated: opened.isOutdated,
    doubts: doubtsIn(opened.feedback()),
    notices: [...opened.takeNotices(), ...opened.tightenedBy, ...opened.health()],
  });
  if (receipt !== undefined && !opened.isTold) opened.keep(receipt);
  opened.startWork();
  return opened.isTold && intent.kind === "context" ? { ...intent, text: "" } : intent;
}
