// The runner killed at random moments (OBS-10): whatever it was doing, no memory is lost and none is there twice, the
// store's lock is free while the model thinks, and no process is left.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inboxWaiting } from "../../src/listen/io/inbox.ts";
import { observerWaiting } from "../../src/observer/io/queue.ts";
import { chance } from "../support/acts.ts";
import { openBox } from "../support/store-box.ts";
import { type Box, factOf, makeObserverBox, runWorker, WORKER } from "./box.ts";
import type { Report } from "./check.ts";
import type { LoopbackModel } from "./loopback-model.ts";

const SESSIONS = 2;
const FACTS = 2;
const THINKS_MS = 40;

export async function killed(model: LoopbackModel, { check, say }: Report, kills: number): Promise<void> {
  const box = makeObserverBox(model.url);
  const next = chance(20_260_601);
  const locks = { free: 0, held: 0 };
  model.meanwhile = async () => {
    const begun = performance.now();
    const written = await openBox(box.base).store.withLock(() => "written");
    locks[written === "written" && performance.now() - begun < 1000 ? "free" : "held"]++;
    await new Promise((resolve) => setTimeout(resolve, THINKS_MS));
  };
  try {
    let facts = 0;
    const leave = (): void => {
      for (let n = 0; n < SESSIONS; n++) {
        box.leave(`s${facts}`, ...Array.from({ length: FACTS }, (_, at) => factOf(facts + at)));
        facts += FACTS;
      }
    };
    leave();
    const begun = performance.now();
    await runWorker(box);
    const whole = performance.now() - begun;
    const moments = { drained: 0, asking: 0, pending: 0, ended: 0 };
    const asked = model.requests.length;
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 2 === 0) leave();
      // The first one while the model is asked: few moments may all miss that.
      await killedAt(box, kill === 0 ? isAsked(model, 10 * whole) : sleep(next() * whole), moments);
      box.endLeases();
    }
    for (let n = 0; n < 3 && (inboxWaiting(box.places.state) || observerWaiting(box.places.state) > 0); n++) {
      await runWorker(box);
    }
    const calls = model.requests.length - asked;
    say(
      `     kills=${kills} facts=${facts} memories=${box.memories().length} calls=${calls} moments=${JSON.stringify(moments)} whole-ms=${Math.round(whole)} lock-free=${locks.free}`,
    );
    const texts = box.texts();
    const times = Array.from({ length: facts }, (_, n) => texts.filter((text) => text.includes(nameIn(n))).length);
    check(
      "OBS-10: no memory is lost",
      times.every((found) => found > 0),
      times.indexOf(0),
    );
    check("OBS-10: none is there twice", times.every((found) => found <= 1) && texts.length === facts, texts.length);
    check("OBS-10: nothing waits or is pending any more", leftovers(box).length === 0, leftovers(box));
    check("OBS-10: the kills came at different moments", moments.asking > 0 && moments.ended < kills, moments);
    check("OBS-10: the store's lock was free during every call", locks.held === 0 && locks.free > 0, locks);
    check("OBS-10: no process is left", processes().length === 0, processes());
  } finally {
    model.meanwhile = async () => undefined;
    box.remove();
  }
}

async function isAsked({ requests }: LoopbackModel, mostMs: number): Promise<void> {
  const [before, until] = [requests.length, performance.now() + mostMs];
  while (requests.length === before && performance.now() < until) await sleep(2);
}

function nameIn(n: number): string {
  return factOf(n).split(" ").slice(1, 3).join(" ");
}

function leftovers(box: Box): readonly string[] {
  const at = (folder: string): readonly string[] => {
    try {
      return readdirSync(`${box.places.state}/${folder}`);
    } catch {
      return []; // never made
    }
  };
  return [...at("observer/waiting"), ...at("observer/pending"), ...at("inbox").filter((name) => name !== "read")];
}

async function killedAt(
  box: Box,
  moment: Promise<unknown>,
  moments: { drained: number; asking: number; pending: number; ended: number },
): Promise<void> {
  const child = spawn(process.execPath, [WORKER], { env: box.env, stdio: "ignore", detached: true });
  let ended = false;
  const exited = new Promise<void>((resolve) =>
    child.on("exit", () => {
      ended = true;
      resolve();
    }),
  );
  await Promise.race([exited, moment]);
  if (ended) moments.ended++;
  else {
    const names = leftovers(box);
    if (processes().length > 1) moments.asking++;
    else moments.drained++;
    if (names.some((name) => name.endsWith(".json"))) moments.pending++;
  }
  // The worker first: nobody is left who would end the observer for it.
  for (let tries = 0; tries < 50 && processes().length > 0; tries++) {
    for (const pid of processes()) kill(pid);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await exited;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

/** Ours, by the path of the worker in their arguments, oldest first. */
export function processes(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => argumentsOf(pid).includes(WORKER))
    .map(Number)
    .sort((a, b) => a - b);
}

function argumentsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // gone meanwhile
  }
}
