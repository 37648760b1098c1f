// The two providers that are asked over HTTP (OBS-2).
import { listenToCompletion, listenToMessage } from "../hear-answer.ts";
import { post } from "../post.ts";
import { type Ear, type Failed, failed, type ModelQuestion, NOTHING, type Provider, type Reply } from "../provider.ts";

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

function httpProvider(
  name: string,
  settings: HttpSettings,
  ask: (settings: HttpSettings, asked: ModelQuestion, signal: AbortSignal) => Promise<Reply>,
): Provider {
  return { name, model: settings.model, overhead: OVERHEAD, ask: (asked, signal) => ask(settings, asked, signal) };
}

function joinAddress(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}${path}`;
}

/** An attempt counts even when the answer failed behind it. */
function replyFrom({ attempts, text, ended, tokens }: Ear, fault: (Failed & Reply) | undefined): Reply {
  if (attempts.any) return { kind: "acted", attempts: attempts.list(), tokens };
  if (fault !== undefined) return { tokens, ...fault };
  if (!ended) return { ...failed("retry", "The model's answer broke off."), tokens };
  if (text.trim() === "") return { ...failed("retry", "The model said nothing."), tokens };
  return { kind: "said", text, tokens };
}

// The Anthropic Messages API (OBS-2): without a tools parameter there is no tool to call.
const VERSION = "2023-06-01";

export function anthropicProvider(settings: HttpSettings): Provider {
  return httpProvider("anthropic", settings, askAnthropic);
}

async function askAnthropic(settings: HttpSettings, asked: ModelQuestion, signal: AbortSignal): Promise<Reply> {
  const { key, model, pauseMs = 1000 } = settings;
  if (key === undefined || key === "") return { ...failed("stop", "There is no key for the model."), tokens: NOTHING };
  const ear = listenToMessage();
  const url = joinAddress(settings.url, "/v1/messages");
  const headers = { "x-api-key": key, "anthropic-version": VERSION };
  const body = {
    model,
    max_tokens: asked.maxOutputTokens,
    system: asked.system,
    messages: [{ role: "user", content: asked.prompt }],
    output_config: { format: { type: "json_schema", schema: asked.schema } },
    stream: true,
  };
  return replyFrom(ear, await post({ url, headers, body, signal, pauseMs }, ear.hear));
}

// Any endpoint that speaks OpenAI's chat completions (OBS-2): hosted, Ollama, vLLM. Without a tools parameter there is no
// tool to call. A key is optional: a model on this machine has none.
export function openaiProvider(settings: HttpSettings): Provider {
  return httpProvider("openai", settings, askOpenai);
}

async function askOpenai(settings: HttpSettings, asked: ModelQuestion, signal: AbortSignal): Promise<Reply> {
  const { key, model, pauseMs = 1000 } = settings;
  const ear = listenToCompletion();
  const url = joinAddress(settings.url, "/chat/completions");
  const headers: Record<string, string> = key === undefined || key === "" ? {} : { authorization: `Bearer ${key}` };
  const body = {
    model,
    ...limitFor(settings.url, asked.maxOutputTokens),
    messages: [
      { role: "system", content: asked.system },
      { role: "user", content: asked.prompt },
    ],
    response_format: { type: "json_schema", json_schema: { name: "answer", schema: asked.schema } },
    stream: true,
    stream_options: { include_usage: true },
  };
  return replyFrom(ear, await post({ url, headers, body, signal, pauseMs }, ear.hear));
}

/** OpenAI renamed the limit and refuses the old name for newer models; others know the old name. */
function limitFor(url: string, tokens: number): Readonly<Record<string, number>> {
  const renamed = URL.canParse(url) && new URL(url).hostname === "api.openai.com";
  return renamed ? { max_completion_tokens: tokens } : { max_tokens: tokens };
}
