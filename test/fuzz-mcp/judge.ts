// Is an answer one that may be given (MCP-1, MCP-2)? Read with nothing of the server's own code but the table of
// characters that are stripped: what is plain text by a strict reader of the fence, what is JSON line by line.
import { isStripped } from "../../src/text/sanitise.ts";
import { blockIn, FRAME_LINE } from "../support/block.ts";
import type { Reply } from "../support/mcp.ts";
import { idOf } from "../support/memories.ts";
import type { Request } from "./cases.ts";
import { HIDDEN } from "./world.ts";

/** Undefined when the answer is right, else what is wrong with it. */
export function judge(request: Request, reply: Reply): string | undefined {
  const text = JSON.stringify(reply);
  const told = HIDDEN.find((word) => text.includes(word));
  if (told !== undefined) return `it tells ${told}`;
  if ((reply.result === undefined) === (reply.error === undefined)) return "neither a result nor an error";
  if (reply.error !== undefined) return judgeError(reply.error);
  const result = reply.result ?? {};
  if (request.method === "tools/call") return judgeCall(result);
  return request.method === "resources/read" ? judgeResource(request, result) : undefined;
}

/** One memory, in the fence, with the trust that it has: of all in the world one is verified. */
function judgeResource({ params }: Request, result: Readonly<Record<string, unknown>>): string | undefined {
  const [{ text = "" } = {}] = result["contents"] as { readonly text?: string }[];
  if (!text.startsWith(`${FRAME_LINE}\n`)) return "no fence";
  try {
    const [memory, ...more] = blockIn(text) ?? [];
    const isHeron = text.includes("user heron");
    if (memory === undefined || more.length > 0) return `not one memory: ${JSON.stringify(text)}`;
    if (memory.trust !== (isHeron ? "verified" : "inferred")) return `${params["uri"]} is told as ${memory.trust}`;
    return isHeron && memory.handle !== `m${idOf(1).slice(-3)}`
      ? `under another's handle: ${memory.handle}`
      : undefined;
  } catch (error) {
    return `no block: ${String(error)}`;
  }
}

function judgeError({ code, message }: { readonly code: unknown; readonly message: unknown }): string | undefined {
  return Number.isInteger(code) && typeof message === "string" ? undefined : "no error of the protocol";
}

function judgeCall(result: Readonly<Record<string, unknown>>): string | undefined {
  const content = result["content"];
  const [first, ...more] = Array.isArray(content) ? (content as { type?: unknown; text?: unknown }[]) : [];
  if (first?.type !== "text" || typeof first.text !== "string" || more.length > 0) return "not one text";
  if (result["isError"] === true) {
    if (result["structuredContent"] !== undefined) return "an error with content";
    if (/\bat .*\.ts:\d+|node_modules|\bTypeError\b|should not/.test(first.text))
      return `an inner fault: ${first.text}`;
    return first.text.length > 0 && first.text.length < 20_000 ? undefined : "an error without a sentence";
  }
  const data = result["structuredContent"];
  if (JSON.stringify(JSON.parse(first.text)) !== JSON.stringify(data)) return "text and content differ";
  const odd = strings(data).find((each) => /[<>]/.test(each) || [...each].some(isHidden));
  if (odd !== undefined) return `a raw text: ${JSON.stringify(odd.slice(0, 80))}`;
  const forged = strings(data).find((each) => each.includes("\n") && /^(?! {2})/m.test(each));
  return forged === undefined ? undefined : `a line of its own: ${JSON.stringify(forged.slice(0, 200))}`;
}

/** Of lines, and of emoji sequences, which bodies keep whole. */
const KEPT: ReadonlySet<string> = new Set(["\n", "\t", "\u200d", "\ufe0f"]);

function isHidden(character: string): boolean {
  return !KEPT.has(character) && isStripped(character.codePointAt(0) ?? 0);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}
