// What a hostile model says, in the words of OpenAI's chat completions. A block of type `function_call` is the old way to
// ask for a function, every other that is no text is a tool call; names and arguments come in pieces.
import { type Block, cut, type Stream, type Usage } from "./words.ts";

const PIECE = 5;

interface Call {
  readonly name: string;
  readonly arguments: string;
}

function callOf(block: Block): Call {
  const { name, input } = block as { readonly name?: string; readonly input?: unknown };
  return { name: name ?? block.type, arguments: JSON.stringify(input ?? {}) };
}

function textIn(blocks: readonly Block[]): string {
  return blocks.map((block) => ("text" in block ? block.text : "")).join("");
}

function old(block: Block): boolean {
  return block.type === "function_call";
}

function toolsIn(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block) => block.type !== "text" && !old(block));
}

function counted({ input, output }: Usage): object {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function finish(blocks: readonly Block[]): string {
  if (toolsIn(blocks).length > 0) return "tool_calls";
  return blocks.some(old) ? "function_call" : "stop";
}

export function openaiWhole(blocks: readonly Block[], usage: Usage): object {
  const tool_calls = toolsIn(blocks).map((block, n) => ({
    id: `call_${n}`,
    type: "function",
    function: callOf(block),
  }));
  const legacy = blocks.find(old);
  const message = {
    role: "assistant",
    content: textIn(blocks) || null,
    ...(tool_calls.length === 0 ? {} : { tool_calls }),
    ...(legacy === undefined ? {} : { function_call: callOf(legacy) }),
  };
  return {
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finish(blocks) }],
    usage: counted(usage),
  };
}

export function openaiStream(blocks: readonly Block[], usage: Usage): Stream {
  const text = textIn(blocks);
  const size = Math.max(PIECE, Math.ceil(text.length / 200));
  const spoken = cut(text, size).map((content) => chunk({ content }));
  const called = toolsIn(blocks).flatMap((block, index) => callPieces(block).map((piece) => toolPiece(piece, index)));
  const legacy = blocks
    .filter(old)
    .flatMap((block) => callPieces(block).map((function_call) => chunk({ function_call })));
  return {
    head: chunk({ role: "assistant", content: "" }) + [...spoken, ...called, ...legacy].join(""),
    piece: [...spoken, ...called, ...legacy].at(-1) ?? chunk({ content: "x" }),
    tail:
      chunk({}, finish(blocks)) +
      data({ object: "chat.completion.chunk", choices: [], usage: counted(usage) }) +
      "data: [DONE]\n\n",
  };
}

function callPieces(block: Block): readonly Partial<Call>[] {
  const { name, arguments: given } = callOf(block);
  return [
    ...cut(name, PIECE).map((piece) => ({ name: piece })),
    ...cut(given, PIECE).map((piece) => ({ arguments: piece })),
  ];
}

function toolPiece(piece: Partial<Call>, index: number): string {
  return chunk({ tool_calls: [{ index, function: piece }] });
}

function chunk(delta: object, finish_reason: string | null = null): string {
  return data({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
