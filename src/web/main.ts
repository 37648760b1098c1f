// The page in the browser, its first file and the one that writes to the terminal and ends the process (REV-2). It ends
// with the command that started it, with q or Ctrl-C, with the terminal, when the person finishes in the page, and when
// nobody was there for half an hour.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { emitKeypressEvents, type Key } from "node:readline";
import { isatty } from "node:tty";
import { parseArgs } from "node:util";
import { openFiles, openForPerson, openPasskeys } from "../compose/web.ts";
import { makeDesk } from "../review/desk.ts";
import { wantedFrom } from "../review/survey.ts";
import { DONE } from "../review/wording.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { faultOf } from "../text/system-errors.ts";
import { browserCommand } from "./browser.ts";
import type { DoneKind } from "./call.ts";
import { makeHandle } from "./handle.ts";
import { makePass } from "./pass.ts";
import { makePresence } from "./presence.ts";
import { listen } from "./server.ts";
import { makeTickets } from "./ticket.ts";
import { verifying } from "./verify.ts";
import { WHOLE_CALLS } from "./whole.ts";
import { TERMINAL, TEXT } from "./wording.ts";

const IDLE_MS = 30 * 60_000;
const OPTIONS = {
  category: { type: "string" },
  origin: { type: "string" },
  limit: { type: "string" },
  passkey: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
} as const;

/** The link is for the person's eyes: it goes to the terminal, never into a file or a pipe. */
const terminal = isatty(2) ? process.stderr : process.stdout;

function say(text: string): void {
  terminal.write(`${text}\n`);
}

async function serve(): Promise<Refusal | undefined> {
  const { passkey: mayRegister, all: isWhole, ...narrowing } = parseArgs({ options: OPTIONS }).values;
  const wanted = wantedFrom(narrowing);
  const opened = isRefusal(wanted) ? wanted : await openForPerson(wanted);
  if (isRefusal(opened)) return opened;
  const desk = makeDesk(opened.desk);
  const pass = makePass((bytes) => randomBytes(bytes));
  const passkeys = openPasskeys();
  const registered = passkeys.read();
  const counts = new Map<string, number>();
  const files = openFiles();
  // Finding what waits compares everything with everything; the whole store is only read.
  if (isWhole) await opened.whole();
  const first = isWhole ? TERMINAL.all : TERMINAL.waiting(desk.queue("waiting").waiting);
  const tickets = makeTickets((bytes) => randomBytes(bytes));
  let end: (why?: string) => void = () => undefined;
  const ended = new Promise<string | undefined>((resolve) => {
    end = resolve;
  });
  let idle = setTimeout(end, IDLE_MS, TERMINAL.idle);
  const server = await listen(
    (host) => {
      const presence = makePresence({
        origin: `http://${host}`,
        passkeys,
        verifying,
        mayRegister,
        random: (bytes) => randomBytes(bytes),
      });
      const handle = makeHandle({
        host,
        presence,
        files,
        pass,
        desk,
        begins: isWhole ? "all" : "waiting",
        whole: { calls: WHOLE_CALLS, open: opened.whole },
        tickets,
        now: () => new Date(),
        told: {
          done: (kind, name) => tellDone(counts, kind, name),
          registered: () => say(TERMINAL.registered),
          finished: () => setImmediate(end),
        },
        exchanged: (kind) => {
          if (kind === "session") say(TERMINAL.connected);
          if (kind === "used-twice") say(TERMINAL.usedTwice);
        },
        failed: (error) => say(forTerminalLine(error instanceof Error ? error.message : TEXT.failed)),
      });
      return async (request) => {
        const answer = await handle(request);
        if (answer.status === 200) {
          clearTimeout(idle);
          idle = setTimeout(end, IDLE_MS, TERMINAL.idle);
        }
        return answer;
      };
    },
    mayRegister || registered !== undefined ? "localhost" : "127.0.0.1",
  );
  const link = (): string => `http://${server.host}/#${pass.renew(new Date())}`;
  let url = link();
  // Before the first word: a key that is typed to a terminal which still takes lines may be lost.
  const keys = listenToKeys({
    q: () => end(),
    o: () => openBrowser(url, () => say(TERMINAL.cannotOpen)),
    n: () => {
      url = link();
      say(TERMINAL.link(url));
    },
  });
  say(first);
  if (mayRegister) say(TERMINAL.passkey(registered?.at));
  say(TERMINAL.link(url));
  say(TERMINAL.keys);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => end());
  // The command that started this one is gone, however it ended.
  process.once("disconnect", () => end());
  const why = await ended;
  clearTimeout(idle);
  keys.close();
  server.close();
  if (process.connected) process.disconnect();
  if (why !== undefined) say(why);
  say(TERMINAL.ended(isWhole ? "page" : "review", [...counts].map(([word, count]) => `${count} ${word}`).join(", ")));
  return undefined;
}

function tellDone(counts: Map<string, number>, kind: DoneKind, name: string): void {
  const word = kind === "undo" ? "undone" : kind === "forget" ? "forgotten" : DONE[kind];
  counts.set(word, (counts.get(word) ?? 0) + 1);
  say(`${word}  ${forTerminalLine(name)}`);
}

function listenToKeys(acts: Readonly<Record<string, () => void>>): { close(): void } {
  const input = process.stdin;
  const onKey = (char: string | undefined, key: Key): void => {
    const ends = key.ctrl === true && (key.name === "c" || key.name === "d");
    acts[ends ? "q" : key.ctrl === true || key.meta === true ? "" : (char ?? "")]?.();
  };
  const onEnd = (): void => acts["q"]?.();
  emitKeypressEvents(input);
  input.setRawMode?.(true);
  input.on("keypress", onKey).once("end", onEnd).once("error", onEnd);
  input.resume();
  return {
    close: () => {
      input.off("keypress", onKey);
      input.setRawMode?.(false);
      input.pause();
    },
  };
}

/**
 * Only when the person asked for it: the link stands in that program's arguments for a moment, where other programs of the
 * same user can read it. `failed` when there is no such program here.
 */
function openBrowser(url: string, failed: () => void): void {
  const [program, ...args] = browserCommand(url, process.platform);
  const child = program === undefined ? undefined : spawn(program, args, { stdio: "ignore", detached: true });
  if (child === undefined) failed();
  child?.once("error", failed);
  child?.unref();
}

function told({ message, details = [], hint }: Refusal): void {
  for (const line of [message, ...details, ...(hint === undefined ? [] : [`  ${hint}`])]) say(forTerminalLine(line));
}

function refusalOf(error: unknown): Refusal {
  const fault = faultOf(error);
  if (fault !== undefined) return refuse(fault.code, fault.message, fault.hint);
  return refuse("usage", error instanceof Error ? error.message : TEXT.failed, "holdfast review --help");
}

const outcome = await serve().catch(refusalOf);
if (outcome !== undefined) {
  told(outcome);
  process.exitCode = outcome.code === "usage" ? 64 : 2;
}
