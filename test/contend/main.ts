// node test/contend/main.ts [--writes 100] [--seconds 5] [--json FILE]
// Sixteen processes write one store (STO-21): every acknowledged write stays, nobody is ever inside beside another,
// and a killed holder keeps nobody waiting. Then thirty-two stand in line for some seconds; from 60 s on they are held to what
// is promised of that, which a shorter run on a busy machine can't show.
import { parseArgs } from "node:util";
import { notebook } from "../../scripts/bench/figures.ts";
import { quickStart } from "../support/quick-start.ts";
import { makeBox, removeBox } from "../support/store-box.ts";
import { afterKill } from "./after-kill.ts";
import { WORKER } from "./children.ts";
import { inLine } from "./in-line.ts";
import { manyWriters } from "./many-writers.ts";

const PROCESSES = 16;
const LIMIT_SECONDS = 90;
const STOOD_STILL_MS = 6500;
const ROUNDS = 50;
const LIMIT_MEDIAN_MS = 100;
const IN_LINE = 32;
const JUDGED_FROM_SECONDS = 60;
const LIMIT_P95_MS = 500;
const LEAST_OF_ONE = 0.5;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      writes: { type: "string", default: "100" },
      seconds: { type: "string", default: "5" },
      json: { type: "string" },
    },
  });
  const writes = Number(values.writes);
  const book = notebook();
  const quick = quickStart(WORKER);
  const base = makeBox();
  const count = { passed: 0, failed: 0 };
  const check = (title: string, good: boolean): void => {
    count[good ? "passed" : "failed"]++;
    if (!good) console.log(`FAIL ${title}`);
  };
  try {
    const seen = await manyWriters(base, PROCESSES, writes, quick.env);
    console.log(
      `refusals-retried=${JSON.stringify(seen.refusals)} stood-still-ms=${Math.round(seen.stoodStillMs)} acked-meanwhile=${seen.ackedMeanwhile}`,
    );
    const figures = `seconds=${seen.seconds.toFixed(1)} longest-wait-ms=${Math.round(seen.longestWaitMs)}`;
    console.log(`acked=${seen.acked} lost=${seen.lost} unlocked=${seen.unlocked} ${figures}`);
    for (const what of seen.wrongs.slice(0, 5)) console.log(`wrong: ${what}`);
    check("no writer failed", seen.wrongs.length === 0);
    check("STO-21: every write was acknowledged", seen.acked === PROCESSES * writes);
    check("STO-20: every acknowledged write is there", seen.lost === 0);
    check("STO-21: nobody was inside beside another", seen.unlocked === 0 && seen.ackedMeanwhile === 0);
    check("the holder stood still", seen.stoodStillMs > STOOD_STILL_MS);
    check(`within ${LIMIT_SECONDS} s`, seen.seconds <= LIMIT_SECONDS);
    const killed = await afterKill(base, ROUNDS, quick.env);
    check(
      `STO-21: median at most ${LIMIT_MEDIAN_MS} ms after the kill of a holder`,
      killed.medianMs <= LIMIT_MEDIAN_MS,
    );
    const seconds = Number(values.seconds);
    const line = await inLine(base, IN_LINE, seconds * 1000, quick.env);
    const ofOne = line.together.perSecond / line.alone.perSecond;
    check("STO-20: in line, every writer's last acknowledged words are there", line.lost === 0);
    if (seconds >= JUDGED_FROM_SECONDS) {
      check("STO-21: in line, nobody is refused", line.refused === 0);
      check(`STO-21: in line, 19 of 20 within ${LIMIT_P95_MS} ms`, line.together.p95Ms <= LIMIT_P95_MS);
      check(`STO-21: in line, all write at least ${LEAST_OF_ONE} of what one does`, ofOne >= LEAST_OF_ONE);
    }
    console.log(
      `in-line processes=${IN_LINE} seconds=${seconds} acked=${line.acked} refused=${line.refused} lost=${line.lost} p95-ms=${Math.round(line.together.p95Ms)} alone-median-ms=${Math.round(line.alone.medianMs)} of-one-writer=${ofOne.toFixed(2)}`,
    );
    console.log(`${count.passed} passed, ${count.failed} failed`);
    book.note("processes", PROCESSES);
    book.note("acked", seen.acked);
    book.note("lost", seen.lost, { most: 0 });
    book.note("unlocked", seen.unlocked + seen.ackedMeanwhile, { most: 0 });
    book.note("seconds", seen.seconds, { most: LIMIT_SECONDS });
    book.note("after_kill_median_ms", killed.medianMs, { most: LIMIT_MEDIAN_MS });
    book.save(values.json);
    console.log(`after-kill median-ms=${Math.round(killed.medianMs)} max-ms=${Math.round(killed.maxMs)}`);
  } finally {
    removeBox(base);
    quick.close();
  }
  return count.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
