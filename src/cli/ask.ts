// One question at a person's terminal. The question goes to the terminal itself, so that stdout stays a result.
import { createInterface, type Interface } from "node:readline/promises";

export interface Asker {
  ask(question: string, fallback: "yes" | "no"): Promise<boolean>;
  close(): void;
}

export function makeAsker(): Asker {
  let lines: Interface | undefined;
  return {
    ask: async (question, fallback) => {
      if (process.stdin.readableEnded) return false;
      lines ??= createInterface({ input: process.stdin, output: process.stderr });
      const ended = new Promise<string>((resolve) => lines?.once("close", () => resolve("no")));
      const answer = await Promise.race([
        lines.question(`${question} ${fallback === "yes" ? "[Y/n]" : "[y/N]"} `),
        ended,
      ]);
      const word = answer.trim().toLowerCase();
      return word === "" ? fallback === "yes" : ["y", "yes"].includes(word);
    },
    close: () => lines?.close(),
  };
}
