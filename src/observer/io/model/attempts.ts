// What a model asked for instead of speaking (OBS-3), gathered while it comes in pieces. Names are cleaned for the places
// where people read them; how much is kept is bounded, because a hostile model decides how much comes.
import { forTerminalLine } from "../../../text/sanitise.ts";
import type { Attempt } from "./provider.ts";

const MOST = 64;
const NAME = 100;
const INPUT = 16 * 1024;

interface Growing {
  name: string;
  input: string;
}

export interface Attempts {
  /** Pieces with one key are one attempt. */
  add(key: string, name: string, input: string): void;
  has(key: string): boolean;
  readonly any: boolean;
  list(): readonly Attempt[];
}

export function gatherAttempts(): Attempts {
  const seen = new Map<string, Growing>();
  return {
    add: (key, name, input) => {
      const there = seen.get(key);
      if (there === undefined && seen.size >= MOST) return;
      const growing = there ?? { name: "", input: "" };
      seen.set(key, growing);
      growing.name = (growing.name + name).slice(0, NAME * 4);
      growing.input = (growing.input + input).slice(0, INPUT);
    },
    has: (key) => seen.has(key),
    get any() {
      return seen.size > 0;
    },
    list: () => [...seen.values()].map(({ name, input }) => ({ name: shownName(name), input })),
  };
}

function shownName(name: string): string {
  const line = forTerminalLine(name, { max: NAME });
  return line === "" ? "(no name)" : line;
}
