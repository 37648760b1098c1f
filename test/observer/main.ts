// node test/observer/main.ts [--kills N]
// The built worker with the observer on, a model on loopback, real processes and real kills (OBS-5, OBS-10, OBS-11).

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { observerWaiting } from "../../src/observer/io/queue.ts";
import { readBreaker } from "../../src/observer/io/state.ts";
import { takeNotices } from "../../src/recall/io/notices.ts";
import { runHook } from "../support/hook-run.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";
import { factOf, KEY, makeObserverBox, runWorker } from "./box.ts";
import { together, tooSmall } from "./budgets.ts";
import type { Report } from "./check.ts";
import { killed, processes } from "./kills.ts";
import { type LoopbackModel, startLoopbackModel } from "./loopback-model.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const HOOK = fileURLToPath(new URL("../../dist/hook.cjs", import.meta.url));
const { values } = parseArgs({ options: { kills: { type: "string", default: "20" } } });

const count = { passed: 0, failed: 0 };
const check: Report["check"] = (title, good, found) => {
  count[good ? "passed" : "failed"] += 1;
  const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`;
  console.log(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
};
const report: Report = { check, say: (text) => console.log(text) };

/** From a session start to a memory, as an agent does it: the key reaches the model and nothing else. */
async function throughTheHook(model: LoopbackModel): Promise<void> {
  const box = makeObserverBox(model.url);
  try {
    box.leave("s", factOf(3));
    const event = { hook_event_name: "SessionStart", session_id: "next", source: "startup", cwd: box.base };
    const answer = runHook(HOOK, event, { base: box.base, env: box.env });
    for (let n = 0; n < 100 && (box.memories().length === 0 || processes().length > 0); n++) await pause(100);
    check("OBS-10: a session start leaves a runner behind that distils", box.memories().length === 1, answer);
    check(
      "AGT-7: the key that the configuration names reaches the model",
      model.requests.at(-1)?.authorization === `Bearer ${KEY}`,
    );
    check("AGT-7: and not the agent", !`${answer.out}${answer.err}`.includes(KEY));
    box.leave("t", factOf(4));
    box.configure({ observer: false });
    const before = model.requests.length;
    runHook(HOOK, event, { base: box.base, env: box.env });
    for (let n = 0; n < 20 || processes().length > 0; n++) await pause(50);
    check("OBS-10: switched off, nothing is asked", model.requests.length === before);
  } finally {
    box.remove();
  }
}

async function atOnce(model: LoopbackModel): Promise<void> {
  const box = makeObserverBox(model.url);
  try {
    for (let n = 0; n < 4; n++) box.leave(`s${n}`, factOf(100 + n));
    model.meanwhile = () => pause(50);
    await Promise.all(Array.from({ length: 20 }, () => runWorker(box)));
    check("OBS-10: of twenty runners one asks at a time", model.most() === 1, model.most());
    check("OBS-10: and together they make each memory once", box.memories().length === 4, box.memories());
  } finally {
    model.meanwhile = async () => undefined;
    box.remove();
  }
}

async function refusedKey(model: LoopbackModel): Promise<void> {
  const box = makeObserverBox(model.url);
  try {
    box.leave("s", factOf(5));
    box.leave("t", factOf(6));
    model.status = 401;
    const before = model.requests.length;
    await runWorker(box);
    await runWorker(box);
    const told = takeNotices(box.places.state).map(({ text }) => text);
    check("OBS-11: after a 401 no other call is made", model.requests.length === before + 1);
    check("OBS-11: and the next session start tells it", told.length === 1 && /401/.test(told[0] ?? ""), told);
    model.status = 200;
    box.configure({ "observer-model": "another" });
    await runWorker(box);
    check("OBS-11: with other settings what waited is distilled", box.memories().length === 2, box.memories());
  } finally {
    model.status = 200;
    box.remove();
  }
}

/** SIGTERM while the model thinks: the session waits, and nobody counts it as the model's failure. */
async function toldToEnd(model: LoopbackModel): Promise<void> {
  const box = makeObserverBox(model.url);
  try {
    box.leave("s", factOf(7));
    const before = model.requests.length;
    let open = true;
    model.meanwhile = async () => {
      while (open) await pause(20);
    };
    const ended = runWorker(box);
    for (let n = 0; n < 300 && model.requests.length === before; n++) await pause(20);
    const [worker = 0, observer = 0] = processes();
    const begun = performance.now();
    process.kill(observer, "SIGTERM");
    await ended;
    open = false;
    check("OBS-10: it ends soon after SIGTERM, and its worker with it", performance.now() - begun < 4000 && worker > 0);
    check("OBS-10: the session waits", observerWaiting(box.places.state) === 1);
    check("OBS-11: and nothing is held against the model", readBreaker(box.places.state).failures === 0);
  } finally {
    model.meanwhile = async () => undefined;
    box.remove();
  }
}

async function byAPerson(model: LoopbackModel): Promise<void> {
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return;
  }
  const box = makeObserverBox(model.url);
  try {
    box.leave("s", factOf(8));
    const run = (...words: string[]): ReturnType<typeof runAsPerson> =>
      runAsPerson([process.execPath, CLI, "observe", ...words], { cwd: box.base, env: { ...box.env, TERM: "dumb" } });
    const ran = await run("run");
    check(
      "OBS-10: a person's run reads what waits",
      ran.code === 0 && /1 session read: 1 added/.test(ran.transcript),
      ran,
    );
    const status = await run("status");
    check("OBS-5: status shows what was spent", /1,000 of 100,000,000 tokens/.test(status.transcript), status);
    const log = await run("log");
    check(
      "OBS-6: log shows the call, and no key",
      /allowed +call/.test(log.transcript) && !log.transcript.includes(KEY),
      log,
    );
  } finally {
    box.remove();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const model = await startLoopbackModel();
try {
  await throughTheHook(model);
  await atOnce(model);
  await tooSmall(model, report);
  await together(model, report);
  await refusedKey(model);
  await toldToEnd(model);
  await byAPerson(model);
  await killed(model, report, Number(values.kills));
} finally {
  await model.close();
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
