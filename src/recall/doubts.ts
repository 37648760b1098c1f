// Which memories an agent said to be wrong (MCP-1). A doubt is about one text: whatever a person did to the file since,
// confirming it included, has answered it.
import { handleOf, type Memory } from "../store/catalogue.ts";
import type { OpenStores } from "../store/context.ts";
import type { Feedback } from "../store/records.ts";
import { unlessFault } from "../text/errors.ts";

export interface Doubt {
  readonly at: string;
  readonly quote: string;
}

export type Doubts = (memory: Memory) => Doubt | undefined;

export function doubtsIn(feedback: readonly Feedback[]): Doubts {
  const latest = new Map<string, Feedback>();
  for (const each of feedback) if (each.verdict === "wrong") latest.set(each.memory, each);
  return (memory) => {
    const said = latest.get(handleOf(memory));
    if (said === undefined || said.sha256 !== memory.stored.sha256) return undefined;
    if (Math.floor(memory.stored.mtimeMs) > Date.parse(said.at)) return undefined;
    return { at: said.at, quote: said.quote ?? "" };
  };
}

/** Feedback is disposable: a folder that can't be read is `doctor`'s matter and stops no list. */
export function doubtsOf(stores: OpenStores): Doubts {
  return unlessFault(
    () => doubtsIn(stores[0]?.feedback.all() ?? []),
    () => () => undefined,
  );
}
