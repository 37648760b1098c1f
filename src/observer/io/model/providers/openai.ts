// Any endpoint that speaks OpenAI's chat completions (OBS-2): hosted, Ollama, vLLM. Without a tools parameter there is no
// tool to call. A key is optional: a model on this machine has none.
import { listenToCompletion } from "../hear-openai.ts";
import { post } from "../post.ts";
import type { Asked, Provider, Reply } from "../provider.ts";
import { type HttpSettings, httpProvider, joinAddress, replyFrom } from "./http.ts";

export function openaiProvider(settings: HttpSettings): Provider {
  return httpProvider("openai", settings, ask);
}

async function ask(settings: HttpSettings, asked: Asked, signal: AbortSignal): Promise<Reply> {
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
