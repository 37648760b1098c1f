// What a recorded model request holds of ours: the fence, read strictly, and everything around it.
import { CLOSE_LINE, OPEN_LINE, type ReadMemory, readBlock } from "../support/block.ts";
import { textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";

export interface Fence {
  readonly memories: readonly ReadMemory[];
  /** All texts of the request with the block cut out. */
  readonly outside: string;
}

/** Undefined when there is no block. Throws when there is anything but one well-formed block of our lines. */
export function fenceIn(request: ModelRequest): Fence | undefined {
  const text = textsOf(request).join("\n\n");
  const start = text.indexOf("<memory-context");
  if (start === -1) return undefined;
  const end = text.indexOf(CLOSE_LINE) + CLOSE_LINE.length;
  const outside = text.slice(0, start) + text.slice(end);
  if (/<\/?memory/i.test(outside)) throw new Error("a second fence, or a part of one, outside the first");
  if (!text.startsWith(OPEN_LINE, start)) throw new Error("an opening line that is not ours");
  return { memories: readBlock(text.slice(start, end)), outside };
}

export function shown(fence: Fence | undefined, text: string): ReadMemory | undefined {
  return fence?.memories.find((memory) => memory.text.includes(text));
}
