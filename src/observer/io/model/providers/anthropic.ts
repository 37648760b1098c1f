// The Anthropic Messages API (OBS-2): without a tools parameter there is no tool to call.
import { listenToMessage } from "../hear-anthropic.ts";
import { post } from "../post.ts";
import { type Asked, failed, NOTHING, type Provider, type Reply } from "../provider.ts";
import { type HttpSettings, httpProvider, joinAddress, replyFrom } from "./http.ts";

const VERSION = "2023-06-01";
export function anthropicProvider(settings: HttpSettings): Provider {
  return httpProvider("anthropic", settings, ask);
}

async function ask(settings: HttpSettings, asked: Asked, signal: AbortSignal): Promise<Reply> {
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
