// What a recorded model request holds of ours: the fence, read strictly, and everything around it.
import { textsOf } from "../support/fake-model.ts";
import type { ModelRequest } from "../support/model-request.ts";
import { type Element, readXml } from "../support/xml.ts";

const OPEN = "<memory-context";
const CLOSE = "</memory-context>";
const ATTRIBUTES = ["id", "type", "kind", "trust", "scope", "path", "tags", "freshness"];

export interface Fence {
  readonly memories: readonly Element[];
  /** All texts of the request with the block cut out. */
  readonly outside: string;
}

/** Undefined when there is no block. Throws when there is anything but one well-formed block with our elements. */
export function fenceIn(request: ModelRequest): Fence | undefined {
  const text = textsOf(request).join("\n\n");
  const start = text.indexOf(OPEN);
  if (start === -1) return undefined;
  const end = text.indexOf(CLOSE);
  const block = text.slice(start, end + CLOSE.length);
  const outside = text.slice(0, start) + text.slice(end + CLOSE.length);
  if (/<\/?memory/i.test(outside)) throw new Error("a second fence, or a part of one, outside the first");
  const root = readXml(block);
  for (const memory of root.children) {
    if (memory.name !== "memory" || memory.children.length > 0)
      throw new Error(`an element that is not ours: ${memory.name}`);
    for (const name of memory.attributes.keys()) {
      if (!ATTRIBUTES.includes(name)) throw new Error(`an attribute that is not ours: ${name}`);
    }
  }
  return { memories: root.children, outside };
}

export function shown(fence: Fence | undefined, text: string): Element | undefined {
  return fence?.memories.find((memory) => memory.text.includes(text));
}
