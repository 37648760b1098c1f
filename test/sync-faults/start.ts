// SYN-15: a session start costs the same with a remote that hangs, with no network at all, and with no remote. Each is run
// in turns, as its host runs it, and the run that it leaves behind is ended before the next one is timed.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, SILENT } from "../git-edge/servers.ts";
import { leftWithHome, livingWithHome, median } from "../git-edge/world.ts";
import { entryArguments } from "../support/hook-run.ts";
import { placesOfMachine } from "../support/sync-machines.ts";
import { type Box, makeBox } from "./box.ts";

const HOOK = resolve(import.meta.dirname, "../../dist/hook.cjs");
const ROUNDS = 15;
const TRIES = 3;
const LIMIT = 1.25;
type Found = readonly (string | false)[];

export async function sessionStarts(
  folder: () => string,
  say: (line: string) => void,
): Promise<readonly (readonly [string, Found])[]> {
  const [none, hangs, down] = [await makeBox(folder()), await makeBox(folder()), await makeBox(folder())];
  none.machine.git("config", "--unset-all", "remote.origin.url");
  const server = await listen(SILENT);
  try {
    for (const box of [hangs, down]) box.pointAt(`http://127.0.0.1:${server.port}/x.git`);
    const names = ["a remote that hangs", "no network"];
    // Whatever else runs here only makes a ratio worse: the best of a few tries is nearest to the truth.
    let best: readonly number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let tries = 0; tries < TRIES && !best.every((ratio) => ratio <= LIMIT); tries++) {
      const found = await compared(none, hangs, down);
      best = best.map((ratio, at) => Math.min(ratio, found[at] ?? ratio));
    }
    const alone = await startedOnce(hangs);
    return [
      ...names.map((name, at): readonly [string, Found] => {
        const ratio = best[at] ?? Number.NaN;
        say(`session_start_with_${name.replaceAll(" ", "_")}_over_no_remote=${ratio.toFixed(2)} limit=${LIMIT}`);
        return [`SYN-15 session start, ${name}`, [!(ratio <= LIMIT) && `${ratio.toFixed(2)} times as long`]];
      }),
      ["SYN-15 session start leaves one run behind, which ends", alone],
    ];
  } finally {
    await server.close();
  }
}

/** Medians of both over the one without a remote, each with its own namespace where the network is to be away. */
async function compared(none: Box, hangs: Box, down: Box): Promise<readonly number[]> {
  const times = { here: [] as number[], hangs: [] as number[], away: [] as number[], down: [] as number[] };
  for (let round = -2; round < ROUNDS; round++) {
    const [here, first] = [start(none), start(hangs)];
    await endAll(hangs);
    const [away, second] = [start(none, "away"), start(down, "away")];
    await endAll(down);
    if (round < 0) continue;
    times.here.push(here);
    times.hangs.push(first);
    times.away.push(away);
    times.down.push(second);
  }
  return [median(times.hangs) / median(times.here), median(times.down) / median(times.away)];
}

function start(box: Box, network: "here" | "away" = "here"): number {
  dropStamps(box);
  const event = { session_id: "s", cwd: box.home, hook_event_name: "SessionStart", source: "startup" };
  const [program = "", ...args] = [...(network === "here" ? [] : ["unshare", "--net"]), process.execPath, HOOK];
  const begun = performance.now();
  const run = spawnSync(program, [...args, ...entryArguments(box.env)], { input: JSON.stringify(event), env: box.env });
  const ms = performance.now() - begun;
  if (run.status !== 0 || !run.stdout.includes("memory-context")) throw new Error(`${run.status} ${run.stdout}`);
  return ms;
}

function dropStamps(box: Box): void {
  const folder = join(placesOfMachine(box.machine).state, "sync");
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith("start-")) rmSync(join(folder, name));
}

/** What the session start left behind: ours, and known by its home. */
async function endAll(box: Box): Promise<void> {
  for (const line of livingWithHome(box.home)) {
    try {
      process.kill(Number(line.split(" ")[0]), "SIGKILL");
    } catch {
      // it ended by itself
    }
  }
  await leftWithHome(box.home);
}

async function startedOnce(box: Box): Promise<Found> {
  start(box);
  const runs = (): number => livingWithHome(box.home).filter((line) => line.includes("worker.cjs sync")).length;
  const first = runs();
  // The stamp is there now.
  const event = { session_id: "t", cwd: box.home, hook_event_name: "SessionStart", source: "startup" };
  spawnSync(process.execPath, [HOOK, ...entryArguments(box.env)], { input: JSON.stringify(event), env: box.env });
  const second = runs();
  for (let tries = 0; tries < 60 && livingWithHome(box.home).length > 0; tries++) await sleep(100);
  return [
    first !== 1 && `${first} runs were left behind`,
    second !== 1 && `${second} after another session start`,
    livingWithHome(box.home).length > 0 && `still there: ${livingWithHome(box.home).join("; ")}`,
    box.record()?.failing === undefined && "the record does not tell of it",
  ];
}
