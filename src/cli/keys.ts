// Single keys from a person's terminal, for work with one key per decision (REV-1). The prompt goes to the terminal itself,
// so that stdout stays a result. Between two questions the terminal is as it was: an editor can have it. A key that was
// pressed before its question stood there is no answer to it: nobody confirms what they have not seen.
import { emitKeypressEvents, type Key } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { Keys } from "../compose/workbench.ts";

/** What a terminal still held arrives within this; no person answers as fast. */
const EARLY_MS = 25;

/** `letGo` has whoever else reads the terminal let go of it. */
export function makeKeys(letGo: () => void): Keys {
  const input = process.stdin;
  const typed: (string | undefined)[] = [];
  let wake: (() => void) | undefined;
  let listening = false;
  const take = (key: string | undefined): void => {
    typed.push(key);
    wake?.();
  };
  const onKey = (char: string | undefined, key: Key): void => {
    if (key.ctrl === true) {
      if (key.name === "c" || key.name === "d") take(undefined);
      return;
    }
    const word = char ?? key.name;
    if (key.meta !== true && word !== undefined && /^[\x21-\x7e]$/.test(word)) take(word.toLowerCase());
  };
  const onEnd = (): void => take(undefined);
  const listen = (): void => {
    if (!listening) {
      emitKeypressEvents(input);
      input.on("keypress", onKey).once("end", onEnd);
    }
    listening = true;
    input.setRawMode?.(true);
    input.resume();
  };
  const rest = (): void => {
    input.setRawMode?.(false);
    input.pause();
  };
  return {
    press: async (prompt) => {
      if (!input.readableEnded) {
        letGo();
        listen();
        await setTimeout(EARLY_MS);
        // The end of the input is an answer to every question.
        typed.splice(0, typed.length, ...typed.filter((key) => key === undefined));
      }
      process.stderr.write(prompt);
      if (input.readableEnded && typed.length === 0) return undefined;
      while (typed.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const key = typed.shift();
      rest();
      process.stderr.write(`${key ?? ""}\n`);
      return key;
    },
    close: () => {
      if (!listening) return;
      input.off("keypress", onKey).off("end", onEnd);
      rest();
    },
  };
}
