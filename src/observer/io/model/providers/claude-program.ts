// The user's own `claude -p` (OBS-2): for people with a subscription and no key. The prompt goes in on standard input as
// one message, and every message that comes out is heard.
import { parseJson } from "../../../../disk/json-file.ts";
import { type ClaudeSettings, claudeProvider, type Talk, TOO_LONG } from "../ask-claude.ts";
import { programArguments, programInput } from "../lockdown.ts";
import type { ModelQuestion, Provider } from "../provider.ts";

/** An answer comes in pieces, whole and once more as the result. */
const MAX_BYTES = 4 * 1024 * 1024;

export function claudeProgramProvider(settings: ClaudeSettings): Provider {
  return claudeProvider("claude", settings, (asked, talk) => speak(settings, asked, talk));
}

async function speak(settings: ClaudeSettings, asked: ModelQuestion, talk: Talk): Promise<void> {
  const { child } = talk.start(settings.program, programArguments({ ...asked, model: settings.model }));
  child.stdin.end(programInput(asked.prompt));
  let open = "";
  let bytes = 0;
  for await (const chunk of child.stdout.setEncoding("utf8") as AsyncIterable<string>) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > MAX_BYTES) return talk.giveUp(TOO_LONG);
    const lines = (open + chunk).split("\n");
    open = lines.pop() ?? "";
    for (const value of lines.map(parseJson)) {
      // What is no JSON is nothing that was said: the program may print a warning.
      if (value !== undefined) talk.hear(value);
    }
  }
}
