// Listens to what a model says, whole or in pieces, for words and for attempts to act.
import { type Fields, fieldsOf } from "../../../disk/json-file.ts";
import type { Tokens } from "../../model.ts";
import { type Ear, newEar } from "./provider.ts";
import { countOf, listOf, textOf } from "./unknown-json.ts";

// Listens to a message of the Anthropic Messages API, whole or in pieces. Text and thinking are words; every other block or
// piece is an attempt to act, whatever it is called (OBS-3): what is allowed is listed, not what is forbidden.
const WORDS = ["text", "thinking", "redacted_thinking"];
const PIECES_OF_WORDS = ["text_delta", "thinking_delta", "signature_delta", "citations_delta"];

/**
 * `output`: the one tool that is no act, because it is how a host asks for JSON. `hear` takes a message, or an event of a
 * stream; `hearBlocks` the blocks of a message whose pieces may have been heard before: by its own id, each counts once.
 */
export function listenToMessage(
  output?: "StructuredOutput",
): Ear & { hear(value: unknown): void; hearBlocks(content: unknown): void } {
  const ear = newEar();
  const { attempts } = ear;
  const acts = new Map<number, string>();
  let serial = 0;

  const isAct = (block: Fields): boolean =>
    !WORDS.includes(textOf(block["type"])) && (output === undefined || block["name"] !== output);

  const heardBlock = (block: Fields, index?: number): void => {
    if (!isAct(block)) return;
    const key = textOf(block["id"]) === "" ? `#${++serial}` : `${textOf(block["id"])} ${textOf(block["name"])}`;
    if (index !== undefined) acts.set(index, key);
    if (!attempts.has(key))
      attempts.add(key, textOf(block["name"]) || textOf(block["type"]), inputOf(block, index === undefined));
  };

  const heardPiece = (index: number, delta: Fields): void => {
    const kind = textOf(delta["type"]);
    if (kind === "text_delta") ear.text += textOf(delta["text"]);
    const key = acts.get(index);
    if (key !== undefined) attempts.add(key, "", textOf(delta["partial_json"]));
    else if (!PIECES_OF_WORDS.includes(kind) && !(kind === "input_json_delta" && output !== undefined)) {
      attempts.add(`piece ${index}`, attempts.any ? "" : kind, textOf(delta["partial_json"]));
    }
  };

  const hearBlocks = (content: unknown): void => {
    for (const block of listOf(content)) heardBlock(fieldsOf(block));
  };
  const counted = (usage: unknown): void => {
    ear.tokens = messageTokens(fieldsOf(usage), ear.tokens) ?? ear.tokens;
  };

  const hear = (value: unknown): void => {
    const event = fieldsOf(value);
    const index = countOf(event["index"]) ?? -1;
    switch (event["type"]) {
      case "message":
        hearBlocks(event["content"]);
        ear.text += wordsIn(event["content"]);
        counted(event["usage"]);
        ear.ended = true;
        break;
      case "message_start":
        ear.ended = false;
        counted(fieldsOf(event["message"])["usage"]);
        break;
      case "content_block_start":
        heardBlock(fieldsOf(event["content_block"]), index);
        ear.text += wordsIn([event["content_block"]]);
        break;
      case "content_block_delta":
        heardPiece(index, fieldsOf(event["delta"]));
        break;
      case "message_delta":
        counted(event["usage"]);
        break;
      case "message_stop":
        ear.ended = true;
        break;
    }
  };

  return Object.assign(ear, { hear, hearBlocks });
}

export function wordsIn(content: unknown): string {
  return listOf(content)
    .map(fieldsOf)
    .map((block) => (block["type"] === "text" ? textOf(block["text"]) : ""))
    .join("");
}

/** Input tokens that came from a cache count as well: the bound is on what was sent. */
function messageTokens(usage: Fields, before: Tokens | undefined): Tokens | undefined {
  const inputs = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map((name) =>
    countOf(usage[name]),
  );
  const output = countOf(usage["output_tokens"]);
  if (inputs[0] === undefined && output === undefined) return undefined;
  const input = inputs[0] === undefined ? (before?.input ?? 0) : inputs.reduce<number>((sum, n) => sum + (n ?? 0), 0);
  return { input, output: output ?? before?.output ?? 0 };
}

/** A stream opens a block with an empty input and tells it in pieces. */
function inputOf(block: Fields, whole: boolean): string {
  if (block["input"] === undefined) return "";
  const input = JSON.stringify(block["input"]);
  return !whole && input === "{}" ? "" : input;
}

// Listens to an answer of an OpenAI-compatible endpoint, whole or in pieces. Content that is text is words; tool calls, the
// older function call and parts of any other kind are attempts to act (OBS-3).
const ACTED = ["tool_calls", "function_call"];

export function listenToCompletion(): Ear & { hear(value: unknown): void } {
  const ear = newEar();
  const { attempts } = ear;

  const heardCall = (key: string, call: Fields, otherwise: string): void => {
    const name = textOf(call["name"]);
    attempts.add(key, name === "" && !("arguments" in call) ? otherwise : name, textOf(call["arguments"]));
  };

  const heardContent = (content: unknown): void => {
    if (typeof content === "string") ear.text += content;
    for (const part of listOf(content).map(fieldsOf)) {
      if (part["type"] === "text") ear.text += textOf(part["text"]);
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
    if (reason !== "") ear.ended = true;
    if (ACTED.includes(reason) && !attempts.any) attempts.add(reason, reason, "");
  };

  const hear = (value: unknown): void => {
    const { choices, usage } = fieldsOf(value);
    for (const choice of listOf(choices)) heardChoice(fieldsOf(choice));
    ear.tokens = completionTokens(fieldsOf(usage)) ?? ear.tokens;
  };
  return Object.assign(ear, { hear });
}

function completionTokens(usage: Fields): Tokens | undefined {
  const [input, output] = [countOf(usage["prompt_tokens"]), countOf(usage["completion_tokens"])];
  return input === undefined || output === undefined ? undefined : { input, output };
}
