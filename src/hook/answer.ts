// An event in, the host's answer out. What the event means is the host's wire format; what is said is app's.
import { sessionStart } from "../app/session-start.ts";
import type { HostEvent, Intent, SessionStartEvent } from "../core/intent.ts";
import { activePause } from "../core/pause.ts";
import * as claude from "../hosts/claude/wire.ts";
import { openForHook } from "./open.ts";

interface Wire {
  parseEvent(stdin: string): HostEvent | undefined;
  renderIntent(intent: Intent): string;
}

const HOSTS: Readonly<Record<string, Wire>> = { claude };

export async function answer(
  host: string,
  stdin: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const wire = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  const event = wire?.parseEvent(stdin);
  if (wire === undefined || event === undefined || env.HOLDFAST_OFF === "1") return "";
  if (event.kind !== "SessionStart") return "";
  return wire.renderIntent(await respond(host, event, env));
}

async function respond(
  host: string,
  event: SessionStartEvent,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Intent> {
  const now = new Date();
  const opened = openForHook(event.cwd, env);
  if (opened.stores.length === 0) return { kind: "nothing" };
  if (activePause(opened.pauses, opened.project, now) !== undefined) return { kind: "nothing" };
  const { intent, receipt } = await sessionStart(opened.stores, {
    session: event.session,
    host,
    source: event.source,
    ...(opened.project === undefined ? {} : { project: opened.project }),
    now,
    config: opened.config,
    suspects: opened.suspects,
    notices: [...opened.takeNotices(), ...opened.tightenedBy],
  });
  if (receipt !== undefined) opened.keepReceipt(receipt);
  return intent;
}
