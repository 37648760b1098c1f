// What a hostile model says, in the words of the Anthropic Messages API; every tool call split into small pieces.
import { type Block, cut, type Stream, type Usage } from "./words.ts";

const PIECE = 7;
let serial = 0;
const id = (prefix: string): string => `${prefix}_hostile${String(++serial).padStart(8, "0")}`;

function envelope(usage: Usage): object {
  return {
    id: id("msg"),
    type: "message",
    role: "assistant",
    model: "hostile",
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function asks(block: Block): boolean {
  return block.type !== "text";
}

function whole(block: Block): object {
  return asks(block) ? { id: id("toolu"), ...block } : block;
}

function stopReason(blocks: readonly Block[]): string {
  return blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
}

export function anthropicWhole(blocks: readonly Block[], usage: Usage): object {
  return { ...envelope(usage), content: blocks.map(whole), stop_reason: stopReason(blocks) };
}

export function anthropicStream(blocks: readonly Block[], usage: Usage): Stream {
  const last = blocks.length - 1;
  const started = event("message_start", { message: { ...envelope(usage), content: [], stop_reason: null } });
  const said = blocks.map((block, index) => {
    const opened = asks(block) ? { ...whole(block), input: {} } : { type: "text", text: "" };
    return (
      event("content_block_start", { index, content_block: opened }) +
      pieces(block)
        .map((delta) => event("content_block_delta", { index, delta }))
        .join("") +
      (index === last ? "" : event("content_block_stop", { index }))
    );
  });
  const delta = { stop_reason: stopReason(blocks), stop_sequence: null };
  return {
    head: started + event("ping", {}) + said.join(""),
    piece: event("content_block_delta", { index: last, delta: pieces(blocks[last])[0] ?? {} }),
    tail:
      event("content_block_stop", { index: last }) +
      event("message_delta", { delta, usage: { output_tokens: usage.output } }) +
      event("message_stop", {}),
  };
}

function pieces(block: Block | undefined): readonly object[] {
  if (block === undefined) return [];
  if ("text" in block) {
    const size = Math.max(PIECE, Math.ceil(block.text.length / 200));
    return cut(block.text, size).map((text) => ({ type: "text_delta", text }));
  }
  const input = JSON.stringify(("input" in block ? block.input : undefined) ?? {});
  return cut(input, PIECE).map((partial_json) => ({ type: "input_json_delta", partial_json }));
}

function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}
