// The person's terminal with all that a command may ask of it. Questions go to the terminal itself, so that stdout stays a
// result.
import { spawnSync } from "node:child_process";
import { fstatSync } from "node:fs";
import { emitKeypressEvents, type Key } from "node:readline";
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Terminal } from "../compose/command-line.ts";
import { MAX_FILE_BYTES } from "../memory/frontmatter.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { editorCommand, editorHint } from "./editor.ts";

export function openTerminal(): Terminal {
  const { close, ...questions } = makeAsker();
  const keys = makeKeys(close);
  const page = makePage();
  return {
    ...questions,
    keys,
    screen: screenHere,
    show: (text) => void process.stderr.write(`${text}\n`),
    page,
    edit: (path) => {
      page.leave();
      return runEditor(path);
    },
    readStdin,
    close: () => {
      page.leave();
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
    ask: async (question, fallback, details) => {
      const keys = `${fallback === "yes" ? "Y/n" : "y/N"}${details === undefined ? "" : ", d shows every line"}`;
      for (;;) {
        const word = (await line(`${question} [${keys}]`))?.toLowerCase();
        if (word !== "d" || details === undefined)
          return word === "" ? fallback === "yes" : word === "y" || word === "yes";
        await details();
      }
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
/** Nobody has read a text before it stood there for so long. */
const SEEN_MS = 300;

interface Pressed extends Key {
  readonly char: string | undefined;
}

/**
 * Single keys, for work with one key per decision (REV-1), and the word of a typed yes (TRU-26). Between two questions the
 * terminal is as it was: an editor can have it. A key that was pressed before its question stood there is no answer to it:
 * nobody confirms what they have not seen. `letGo` has whoever else reads the terminal let go of it.
 */
function makeKeys(letGo: () => void): Terminal["keys"] {
  const input = process.stdin;
  const nobody = (): void => {};
  let heard: (pressed: Pressed | undefined) => void = nobody;
  let listening = false;
  let ended = false;
  const onKey = (char: string | undefined, key: Key): void => {
    const isEnd = key.ctrl === true && (key.name === "c" || key.name === "d");
    // Between two questions too: whoever wants out is not asked the next one.
    if (isEnd && heard === nobody) ended = true;
    heard(isEnd ? undefined : { ...key, char });
  };
  const onEnd = (): void => {
    ended = true;
    heard(undefined);
  };
  /** Takes the terminal, and hears nothing of what comes meanwhile. */
  const deafFor = async (ms: number): Promise<void> => {
    letGo();
    heard = nobody;
    if (!listening) {
      emitKeypressEvents(input);
      input.on("keypress", onKey).once("end", onEnd);
    }
    listening = true;
    input.setRawMode?.(true);
    input.resume();
    await setTimeout(ms);
    // After a late timer the terminal may not have been read yet; here it has.
    await setImmediate();
  };
  const rest = (): void => {
    heard = nobody;
    input.setRawMode?.(false);
    input.pause();
  };
  /** `answer` gives null for what is no answer yet. */
  const next = <T>(answer: (pressed: Pressed) => T | null): Promise<T | undefined> =>
    new Promise((resolve) => {
      if (ended) return resolve(undefined);
      heard = (pressed) => {
        const answered = pressed === undefined ? undefined : answer(pressed);
        if (answered === null) return;
        heard = nobody;
        resolve(answered);
      };
    });
  const isOver = (): boolean => ended || input.readableEnded;
  return {
    press: async (prompt, early = () => false) => {
      if (!isOver()) await deafFor(EARLY_MS);
      process.stderr.write(prompt);
      if (isOver()) return undefined;
      const shown = performance.now();
      const key = await next((pressed) => {
        const word = keyOf(pressed);
        return word !== null && early(word) && performance.now() - shown < SEEN_MS ? null : word;
      });
      rest();
      process.stderr.write(`${key ?? ""}\n`);
      return key;
    },
    type: async (question) => {
      process.stderr.write(`${question} `);
      if (!isOver()) await deafFor(SEEN_MS);
      if (isOver()) return "";
      let typed: readonly string[] = [];
      const word = await next(({ name, char, ctrl, meta }) => {
        if (name === "return" || name === "enter") return typed.join("");
        if (name === "backspace") process.stderr.write(typed.length === 0 ? "" : "\b \b");
        if (name === "backspace") typed = typed.slice(0, -1);
        if (ctrl === true || meta === true || char === undefined || !/^[^\p{C}]+$/u.test(char)) return null;
        process.stderr.write(char);
        typed = [...typed, char];
        return null;
      });
      rest();
      process.stderr.write("\n");
      return word ?? "";
    },
    close: () => {
      if (!listening) return;
      input.off("keypress", onKey).off("end", onEnd);
      rest();
    },
  };
}

/** Null for what is no key of ours. */
function keyOf({ ctrl, meta, char, name }: Pressed): string | null {
  const word = char ?? name;
  const isOne = ctrl !== true && meta !== true && word !== undefined && /^[\x21-\x7e]$/.test(word);
  return isOne ? word.toLowerCase() : null;
}

const ALTERNATE = { enter: "\u001b[?1049h", clear: "\u001b[H\u001b[2J", leave: "\u001b[?1049l" } as const;
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Entered with the first page; an editor in between has the other screen. */
function makePage(): Terminal["page"] {
  let isOpen = false;
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    process.off("exit", leave);
    for (const signal of ENDING) process.off(signal, end);
    process.stderr.write(ALTERNATE.leave);
  };
  const end = (signal: NodeJS.Signals): void => {
    leave();
    process.stdin.setRawMode?.(false);
    process.kill(process.pid, signal);
  };
  const enter = (): void => {
    isOpen = true;
    process.on("exit", leave);
    for (const signal of ENDING) process.on(signal, end);
    process.stderr.write(ALTERNATE.enter);
  };
  return {
    draw: (lines) => {
      if (!isOpen) enter();
      process.stderr.write([ALTERNATE.clear, ...lines.map((line) => `${line}\n`)].join(""));
    },
    leave,
  };
}

/** The size of a terminal is what any program on it said last: more than this is not believed. */
const LARGEST = { rows: 24, columns: 80 } as const;

function screenHere(): ReturnType<Terminal["screen"]> {
  const { stdin, stderr } = process;
  if (stdin.isTTY !== true || stderr.isTTY !== true || !isOneTerminal()) return undefined;
  const rows = Math.min(stderr.rows || LARGEST.rows, LARGEST.rows);
  return { rows: Math.max(rows, 8), columns: Math.max(Math.min(stderr.columns || 80, LARGEST.columns), 20) };
}

/** Typed into the one and shown on another is seen by nobody. */
function isOneTerminal(): boolean {
  return process.platform === "win32" || fstatSync(0).rdev === fstatSync(2).rdev;
}

/** The person's editor on a file; a refusal when it did not run or did not end well. */
function runEditor(path: string): Refusal | undefined {
  const [program, ...args] = editorCommand(process.env.VISUAL || process.env.EDITOR, process.platform);
  const run = spawnSync(program, [...args, path], { stdio: "inherit" });
  if (run.error !== undefined) {
    return refuse("not-found", `The editor "${program}" could not be started.`, editorHint(process.platform));
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
