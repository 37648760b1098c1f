// One question at a person's terminal. The question goes to the terminal itself, so that stdout stays a result.
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Asker {
  ask(question: string, fallback: "yes" | "no"): Promise<boolean>;
  word(question: string): Promise<string>;
  /** Not shown while it is typed. */
  secret(question: string): Promise<string>;
  /** Gives the terminal back; the next question takes it again. */
  close(): void;
}

export function makeAsker(): Asker {
  let lines: Interface | undefined;
  /** Undefined where nobody can answer any more. */
  const line = async (question: string): Promise<string | undefined> => {
    if (process.stdin.readableEnded) return undefined;
    lines ??= createInterface({ input: process.stdin, output: process.stderr });
    const ended = new Promise<undefined>((resolve) => lines?.once("close", () => resolve(undefined)));
    return (await Promise.race([lines.question(`${question} `), ended]))?.trim();
  };
  const close = (): void => {
    lines?.close();
    lines = undefined;
  };
  return {
    ask: async (question, fallback) => {
      const word = (await line(`${question} ${fallback === "yes" ? "[Y/n]" : "[y/N]"}`))?.toLowerCase();
      return word === "" ? fallback === "yes" : word === "y" || word === "yes";
    },
    word: async (question) => (await line(question)) ?? "",
    secret: async (question) => {
      close();
      if (process.stdin.readableEnded) return "";
      process.stderr.write(`${question} `);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const hidden = createInterface({ input: process.stdin, output: nowhere, terminal: true });
      const ended = new Promise<string>((resolve) => hidden.once("close", () => resolve("")));
      const text = await Promise.race([hidden.question(""), ended]);
      hidden.close();
      process.stderr.write("\n");
      return text;
    },
    close,
  };
}
