// The person's terminal with all that a command may ask of it. Questions go to the terminal itself, so that stdout stays a
// result.
import { spawnSync } from "node:child_process";
import { emitKeypressEvents, type Key } from "node:readline";
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Terminal } from "../compose/command-line.ts";
import { MAX_FILE_BYTES } from "../memory/frontmatter.ts";
import { type Refusal, refuse } from "../text/errors.ts";

export function openTerminal(): Terminal {
  const { close, ...questions } = makeAsker();
  const keys = makeKeys(close);
  return {
    ...questions,
    keys,
    edit: runEditor,
    readStdin,
    close: () => {
      close();
      keys.close();
    },
  };
}

/** `close` gives the terminal back; the next question takes it again. */
function makeAsker(): Pick<Terminal, "ask" | "word" | "secret" | "close"> {
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

/** What a terminal still held arrives within this; no person answers as fast. */
const EARLY_MS = 25;

/**
 * Single keys, for work with one key per decision (REV-1). Between two questions the terminal is as it was: an editor can have
 * it. A key that was pressed before its question stood there is no answer to it: nobody confirms what they have not seen.
 * `letGo` has whoever else reads the terminal let go of it.
 */
function makeKeys(letGo: () => void): Terminal["keys"] {
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

/** The person's editor on a file; a refusal when it did not run or did not end well. */
function runEditor(path: string): Refusal | undefined {
  const [program = "vi", ...args] = (process.env.VISUAL || process.env.EDITOR || "vi").trim().split(/\s+/);
  const run = spawnSync(program, [...args, path], { stdio: "inherit" });
  if (run.error !== undefined) {
    const hint = "Set EDITOR to your editor, for example: export EDITOR=nano";
    return refuse("not-found", `The editor "${program}" could not be started.`, hint);
  }
  if (run.status === 0) return undefined;
  const how = run.status ?? run.signal;
  return refuse("io", `The editor "${program}" ended with ${how}; nothing was changed.`, "Run the command again.");
}

/** Standard input as text, bounded: `holdfast add -`. */
async function readStdin(): Promise<string | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      return refuse("too-large", "Standard input holds more than 256 KiB.", "Split it into several memories.");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return refuse("unreadable", "Standard input is not UTF-8 text.", "Put `iconv -f latin1 -t utf-8 |` before it.");
  }
}
