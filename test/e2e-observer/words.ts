// What a hostile model may say, in no provider's own words.
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: string; readonly name?: string; readonly input?: unknown };

export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** A streamed answer: its beginning, one more piece of its last block for one that never ends, and its end. */
export interface Stream {
  readonly head: string;
  readonly piece: string;
  readonly tail: string;
}

export function cut(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
}
