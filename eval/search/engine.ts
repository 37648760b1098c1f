// What the runner asks of a search engine, ours or a baseline: take the documents of one store, answer with ids.
import type { Doc } from "./read.ts";

export interface Engine {
  readonly name: string;
  open(docs: readonly Doc[]): Opened;
}

export interface Opened {
  /** Ids, best first, at most `limit`. */
  search(text: string, limit: number): readonly string[];
  close(): void;
}
