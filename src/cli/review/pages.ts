// What a person decides about, drawn on the alternate screen: nothing of it scrolls away. What is higher than the screen has
// pages, and a yes counts on the last of them, after all the others (TRU-26).
import { fitted, makeOutput, type Output } from "../output.ts";
import type { Invocation } from "../spec.ts";
import { TEXT } from "./wording.ts";

export interface Collected {
  readonly out: Output;
  /** What was told since it was last asked for. */
  take(): readonly string[];
}

/** Told into lines instead of onto the terminal. */
export function collected({ bench, out }: Invocation): Collected {
  let lines: readonly string[] = [];
  const put = (text: string): void => {
    lines = [...lines, ...text.replace(/\n$/, "").split("\n")];
  };
  const columns = bench.screen()?.columns ?? out.columns;
  return {
    out: makeOutput({ ...out.options, columns }, put, put),
    take: () => {
      const told = lines;
      lines = [];
      return told;
    },
  };
}

export interface Question {
  readonly lines: readonly string[];
  readonly bar: string;
  /** Says yes to what stands in the lines. */
  raises(key: string): boolean;
}

/** Undefined where nobody can answer any more. */
export async function pressed({ bench }: Invocation, { lines, bar, raises }: Question): Promise<string | undefined> {
  for (let at = 0; ; ) {
    const screen = bench.screen();
    if (screen === undefined) return undefined;
    const room = screen.rows - KEPT - fitted(bar, screen.columns).length;
    const fitting = lines.flatMap((line) => fitted(line, screen.columns));
    const pages = Math.max(1, Math.ceil(fitting.length / room));
    const page = fitting.slice(at * room, (at + 1) * room);
    bench.page.draw(pages === 1 ? page : [...page, TEXT.page(at + 1, pages)]);
    const key = await bench.keys.press(bar, raises);
    if (key === undefined || !(key === "v" || (raises(key) && at < pages - 1))) return key;
    at = at < pages - 1 ? at + 1 : 0;
  }
}

/** Rows for which page it is, and for where the cursor goes after the key. */
const KEPT = 2;
