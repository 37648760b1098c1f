// What it costs that memories are embedded in the background (ARR-5a): the built server over a store of 10,000 with the real
// package; how long a memory takes, what the encoder holds, and a hook beside it against the same hook while it is stopped.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { encoderFolder, keepEncoder } from "../../src/recall/io/encoder/package.ts";
import { EVENTS } from "../../test/hook-bench/events.ts";
import { median, runOnce } from "../../test/hook-bench/process.ts";
import { buildIn, makeStore } from "../../test/hook-bench/store.ts";
import { encoderArchive } from "../../test/support/encoder.ts";
import { INDEX_FILE } from "../../test/support/index-file.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const [STARTED_MS, WATCHED_MS] = [120_000, 60_000];

export interface EncodingFigures {
  readonly size: number;
  readonly msPerMemory: number;
  /** Of the processor. */
  readonly workPerMemory: number;
  readonly megabytes: number;
  /** Of a silent prompt's hook, medians of runs in turns. */
  readonly hookAlone: number;
  readonly hookBeside: number;
}

/** Undefined where the package or dist/ is not here. */
export async function encodingFigures(size: number, runs: number): Promise<EncodingFigures | undefined> {
  const archive = encoderArchive();
  if (archive === undefined || !existsSync(`${DIST}/mcp.mjs`)) return undefined;
  const box = makeStore(size);
  const { env } = buildIn(box, DIST, 0);
  const data = `${env["XDG_DATA_HOME"]}/holdfast`;
  keepEncoder(data, readFileSync(archive));
  const server = spawn(process.execPath, [`${DIST}/mcp.mjs`], {
    env,
    cwd: box.project,
    stdio: ["pipe", "ignore", "ignore"],
  });
  try {
    const made = (): number => vectorsIn(`${env["XDG_CACHE_HOME"]}/holdfast/index`);
    for (let waited = 0; made() < 5 && waited < STARTED_MS; waited += 500) await pause(500);
    const pid = encoderProcess(encoderFolder(data));
    const [before, from, worked] = [made(), performance.now(), workOf(pid)];
    await pause(WATCHED_MS);
    const more = Math.max(1, made() - before);
    const [msPerMemory, workPerMemory] = [(performance.now() - from) / more, (workOf(pid) - worked) / more];
    const held = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return { size, msPerMemory, workPerMemory, megabytes: Number(held) / 1000, ...hooks(pid, runs) };
  } finally {
    server.kill();
    box.remove();
  }

  function hooks(pid: number, count: number): Pick<EncodingFigures, "hookAlone" | "hookBeside"> {
    const event = EVENTS.find(({ name }) => name === "UserPromptSubmit_silent");
    const once = (round: number): number =>
      runOnce([`${DIST}/hook.cjs`, "--host", "claude"], JSON.stringify(event?.stdin(box, round)), env).ms;
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < count; round++) {
      process.kill(pid, "SIGSTOP");
      alone.push(once(2 * round));
      process.kill(pid, "SIGCONT");
      beside.push(once(2 * round + 1));
    }
    return { hookAlone: median(alone), hookBeside: median(beside) };
  }
}

function vectorsIn(index: string): number {
  const [store = ""] = readdirSync(index);
  const database = new DatabaseSync(`${index}/${store}/${INDEX_FILE}`, { readOnly: true });
  const { n } = database.prepare("SELECT count(*) AS n FROM encodings").get() as { readonly n: number };
  database.close();
  return n;
}

/** Milliseconds of the processor: the kernel counts in hundredths of a second. */
function workOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** The one that was given this folder. */
function encoderProcess(folder: string): number {
  const isIt = (pid: string): boolean => {
    const file = `/proc/${pid}/cmdline`;
    return /^\d+$/.test(pid) && existsSync(file) && readFileSync(file, "utf8").endsWith(`${folder}\0`);
  };
  return Number(readdirSync("/proc").find(isIt));
}
