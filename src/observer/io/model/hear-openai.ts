// Listens to an answer of an OpenAI-compatible endpoint, whole or in pieces. Content that is text is words; tool calls, the
// older function call and parts of any other kind are attempts to act (OBS-3).
import type { Tokens } from "../../model.ts";
import { type Attempts, gatherAttempts } from "./provider.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./unknown-json.ts";

const ACTED = ["tool_calls", "function_call"];

export interface CompletionEar {
  hear(value: unknown): void;
  readonly attempts: Attempts;
  readonly text: string;
  readonly ended: boolean;
  readonly tokens: Tokens | undefined;
}

export function listenToCompletion(): CompletionEar {
  const attempts = gatherAttempts();
  let text = "";
  let ended = false;
  let tokens: Tokens | undefined;

  const heardCall = (key: string, call: Fields, otherwise: string): void => {
    const name = textOf(call["name"]);
    attempts.add(key, name === "" && !("arguments" in call) ? otherwise : name, textOf(call["arguments"]));
  };

  const heardContent = (content: unknown): void => {
    if (typeof content === "string") text += content;
    for (const part of listOf(content).map(fieldsOf)) {
      if (part["type"] === "text") text += textOf(part["text"]);
      else attempts.add(`part ${textOf(part["type"])}`, textOf(part["type"]), "");
    }
  };

  const heardChoice = (choice: Fields): void => {
    const message = fieldsOf(choice["message"] ?? choice["delta"]);
    heardContent(message["content"]);
    for (const [at, call] of listOf(message["tool_calls"]).map(fieldsOf).entries()) {
      const key = `call ${countOf(call["index"]) ?? at}`;
      // A kind of its own may stand in for `function`, such as `custom`.
      heardCall(key, fieldsOf(call["function"] ?? call[textOf(call["type"])]), textOf(call["type"]));
    }
    if (message["function_call"] !== undefined && message["function_call"] !== null) {
      heardCall("function_call", fieldsOf(message["function_call"]), "function_call");
    }
    const reason = textOf(choice["finish_reason"]);
    if (reason !== "") ended = true;
    if (ACTED.includes(reason) && !attempts.any) attempts.add(reason, reason, "");
  };

  return {
    hear: (value) => {
      const { choices, usage } = fieldsOf(value);
      for (const choice of listOf(choices)) heardChoice(fieldsOf(choice));
      tokens = tokensIn(fieldsOf(usage)) ?? tokens;
    },
    attempts,
    get text() {
      return text;
    },
    get ended() {
      return ended;
    },
    get tokens() {
      return tokens;
    },
  };
}

function tokensIn(usage: Fields): Tokens | undefined {
  const [input, output] = [countOf(usage["prompt_tokens"]), countOf(usage["completion_tokens"])];
  return input === undefined || output === undefined ? undefined : { input, output };
}
