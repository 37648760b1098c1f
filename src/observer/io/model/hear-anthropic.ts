// Listens to a message of the Anthropic Messages API, whole or in pieces. Text and thinking are words; every other block or
// piece is an attempt to act, whatever it is called (OBS-3): what is allowed is listed, not what is forbidden.
import type { Tokens } from "../../model.ts";
import { type Attempts, gatherAttempts } from "./provider.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "./unknown-json.ts";

const WORDS = ["text", "thinking", "redacted_thinking"];
const PIECES_OF_WORDS = ["text_delta", "thinking_delta", "signature_delta", "citations_delta"];

export interface MessageEar {
  /** A message, or an event of a stream. */
  hear(value: unknown): void;
  /** The blocks of a message whose pieces may have been heard before: by its own id, each counts once. */
  hearBlocks(content: unknown): void;
  readonly attempts: Attempts;
  readonly text: string;
  readonly ended: boolean;
  readonly tokens: Tokens | undefined;
}

/** `output`: the one tool that is no act, because it is how a host asks for JSON. */
export function listenToMessage(output?: "StructuredOutput"): MessageEar {
  const attempts = gatherAttempts();
  const acts = new Map<number, string>();
  let serial = 0;
  let text = "";
  let ended = false;
  let tokens: Tokens | undefined;

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
    if (kind === "text_delta") text += textOf(delta["text"]);
    const key = acts.get(index);
    if (key !== undefined) attempts.add(key, "", textOf(delta["partial_json"]));
    else if (!PIECES_OF_WORDS.includes(kind) && !(kind === "input_json_delta" && output !== undefined)) {
      attempts.add(`piece ${index}`, attempts.any ? "" : kind, textOf(delta["partial_json"]));
    }
  };

  const counted = (usage: unknown): void => {
    tokens = tokensIn(fieldsOf(usage), tokens) ?? tokens;
  };

  const hear = (value: unknown): void => {
    const event = fieldsOf(value);
    const index = countOf(event["index"]) ?? -1;
    switch (event["type"]) {
      case "message":
        for (const block of listOf(event["content"])) heardBlock(fieldsOf(block));
        text += wordsIn(event["content"]);
        counted(event["usage"]);
        ended = true;
        break;
      case "message_start":
        ended = false;
        counted(fieldsOf(event["message"])["usage"]);
        break;
      case "content_block_start":
        heardBlock(fieldsOf(event["content_block"]), index);
        text += wordsIn([event["content_block"]]);
        break;
      case "content_block_delta":
        heardPiece(index, fieldsOf(event["delta"]));
        break;
      case "message_delta":
        counted(event["usage"]);
        break;
      case "message_stop":
        ended = true;
        break;
    }
  };

  return {
    hear,
    hearBlocks: (content) => {
      for (const block of listOf(content)) heardBlock(fieldsOf(block));
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

export function wordsIn(content: unknown): string {
  return listOf(content)
    .map(fieldsOf)
    .map((block) => (block["type"] === "text" ? textOf(block["text"]) : ""))
    .join("");
}

/** Input tokens that came from a cache count as well: the bound is on what was sent. */
function tokensIn(usage: Fields, before: Tokens | undefined): Tokens | undefined {
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
