// A home with a store, the observer switched on for a model on this machine, and the built programs that an agent starts.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/config.ts";
import type { Places } from "../../src/disk/places.ts";
import { appendInbox } from "../../src/listen/io/inbox.ts";
import { hookEnvironment } from "../support/hook-run.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

export const WORKER: string = fileURLToPath(new URL("../../dist/worker.cjs", import.meta.url));
export const KEY_VARIABLE = "OBSERVER_TEST_KEY";
export const KEY = "sk-loopback-0123456789";

export interface Box {
  readonly base: string;
  readonly places: Places;
  readonly env: Record<string, string>;
  configure(values: Partial<Config>): void;
  /** A session that said this and ended. */
  leave(session: string, ...sentences: readonly string[]): void;
  memories(): readonly string[];
  /** Texts of them. */
  texts(): readonly string[];
  /** As if the leases of killed drainers were over. */
  endLeases(): void;
  remove(): void;
}

export function makeObserverBox(url: string): Box {
  const base = makeBox("memory");
  const places = placesOf(base);
  const folder = `${rootOf(base)}/memories`;
  const memories = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith(".md"));
  const box: Box = {
    base,
    places,
    env: { ...hookEnvironment(base), [KEY_VARIABLE]: KEY },
    configure: (values) => {
      mkdirSync(places.config, { recursive: true, mode: 0o700 });
      writeFileSync(
        `${places.config}/config.json`,
        JSON.stringify({
          observer: true,
          "observer-provider": "openai",
          "observer-url": url,
          "observer-key-variable": KEY_VARIABLE,
          "observer-day-tokens": 100_000_000,
          "observer-month-tokens": 1_000_000_000,
          "observer-price": "0/0",
          ...values,
        }),
      );
    },
    leave: (session, ...sentences) => {
      const transcript = `${base}/${session}.jsonl`;
      appendFileSync(transcript, sentences.map(lineOf).join(""));
      const at = new Date().toISOString();
      appendInbox(places.state, { at, session, host: "claude", cwd: base, kind: "SessionEnd", transcript });
    },
    memories,
    texts: () => memories().map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    endLeases: () => {
      const inbox = `${places.state}/inbox`;
      for (const name of readdirSync(inbox)) {
        const aged = name.replace(/^taken-(\d{13})/, (_, at: string) => `taken-${Number(at) - 180_000}`);
        if (aged !== name) renameSync(`${inbox}/${name}`, `${inbox}/${aged}`);
      }
    },
    remove: () => removeBox(base),
  };
  box.configure({});
  return box;
}

function lineOf(content: string): string {
  return `${JSON.stringify({ type: "user", message: { role: "user", content }, timestamp: "2026-01-02T03:04:05Z" })}\n`;
}

/** No two of them say the same, and each is long enough to be worth a call. */
export function factOf(n: number): string {
  return `The depot ${word(n)} hands its parcels over to carrier ${word(n + 7919)} at the gate ${word(n * 31 + 17)} every single morning.`;
}

function word(n: number): string {
  const syllables = ["ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "zu", "fe", "ga", "hi", "jo", "pu", "da"];
  return [n >> 12, n >> 8, n >> 4, n].map((part) => syllables[part & 15]).join("");
}

/** The worker as a hook starts it; resolves when it has ended. */
export function runWorker(box: Box, args: readonly string[] = []): Promise<number | null> {
  const child = spawn(process.execPath, [WORKER, ...args], { env: box.env, stdio: "ignore", detached: true });
  return new Promise((resolve) => child.on("exit", resolve));
}
