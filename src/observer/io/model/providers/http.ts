// What the two providers that are asked over HTTP share.
import type { Tokens } from "../../../model.ts";
import type { Attempts } from "../attempts.ts";
import { type Asked, type Failed, failed, type Provider, type Reply } from "../provider.ts";

export interface HttpSettings {
  /** Where the API begins; the only address that is ever asked. */
  readonly url: string;
  readonly model: string;
  /** Read by the entrance from the variable that the configuration names; never written anywhere. */
  readonly key: string | undefined;
  /** Before the second try; tests make it short. */
  readonly pauseMs?: number;
}

/** What an endpoint says around a request that wants JSON. */
const OVERHEAD = 1000;

export function httpProvider(
  name: string,
  settings: HttpSettings,
  ask: (settings: HttpSettings, asked: Asked, signal: AbortSignal) => Promise<Reply>,
): Provider {
  return { name, model: settings.model, overhead: OVERHEAD, ask: (asked, signal) => ask(settings, asked, signal) };
}

interface Heard {
  readonly attempts: Attempts;
  readonly text: string;
  readonly ended: boolean;
  readonly tokens: Tokens | undefined;
}

export function joinAddress(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}${path}`;
}

/** An attempt counts even when the answer failed behind it. */
export function replyFrom(heard: Heard, fault: (Failed & Reply) | undefined): Reply {
  const tokens = heard.tokens === undefined ? {} : { tokens: heard.tokens };
  if (heard.attempts.any) return { kind: "acted", attempts: heard.attempts.list(), ...tokens };
  if (fault !== undefined) return { ...tokens, ...fault };
  if (!heard.ended) return { ...failed("retry", "The model's answer broke off."), ...tokens };
  if (heard.text.trim() === "") return { ...failed("retry", "The model said nothing."), ...tokens };
  return { kind: "said", text: heard.text, ...tokens };
}
