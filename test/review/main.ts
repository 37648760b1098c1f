// node test/review/main.ts [--record FILE]
// Review as a person does it, in a real terminal (REV-1, REV-4): 30 memories in under two minutes of keys, each decision in
// the ledger; Ctrl-C after any key loses nothing; an agent that drives the same command decides nothing.
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";
import { type Box, makeReviewBox } from "./box.ts";
import { openPane } from "./tmux.ts";

const SKIPPED = 77;
const MEMORIES = 30;
const LIMIT_SECONDS = 120;
const KEYS = ["c", "c", "d", "c", "r"] as const;
const ACTIONS: Readonly<Record<(typeof KEYS)[number], string>> = { c: "promote", d: "demote", r: "retire" };

const count = { passed: 0, failed: 0 };

function check(title: string, good: boolean, found?: unknown): void {
  count[good ? "passed" : "failed"] += 1;
  const detail = good || found === undefined ? "" : `\n     found: ${JSON.stringify(found)?.slice(0, 1500)}`;
  console.log(`${good ? "ok  " : "FAIL"} ${title}${detail}`);
}

async function inBox(act: (box: Box) => Promise<void>): Promise<void> {
  const box = makeReviewBox();
  try {
    await act(box);
  } finally {
    box.remove();
  }
}

/** Each key is pressed as soon as its card is on the screen, so what is measured is what the program costs a person. */
async function thirty(box: Box, record: string | undefined): Promise<void> {
  box.plant(MEMORIES);
  const pane = openPane(`holdfast-${process.pid}`, box.home, box.env, "holdfast review");
  const waits: number[] = [];
  const screens: string[] = [];
  try {
    screens.push(await pane.waitFor(new RegExp(`1/${MEMORIES} [\\s\\S]* > $`, "m")));
    const begun = performance.now();
    for (let n = 1; n <= MEMORIES; n++) {
      const pressed = performance.now();
      pane.press(KEYS[n % KEYS.length] ?? "c");
      const card = new RegExp(`^${n + 1}/${MEMORIES} [\\s\\S]* > *$`, "m");
      screens.push(await pane.waitFor(n === MEMORIES ? /Nothing is left/ : card));
      waits.push(performance.now() - pressed);
    }
    const seconds = (performance.now() - begun) / 1000;
    waits.sort((a, b) => a - b);
    console.log(
      `     ${MEMORIES} decisions in ${seconds.toFixed(1)} s; from a key to the next card: median ${waits[15]?.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`,
    );
    check(`REV-1: ${MEMORIES} memories in under ${LIMIT_SECONDS} s of keys`, seconds < LIMIT_SECONDS, seconds);
  } finally {
    pane.close();
  }
  const text = screens.map((screen) => `${screen.trimEnd()}\n`).join(`${"-".repeat(80)}\n`);
  if (record !== undefined) writeFileSync(record, text);
  check(
    "TRU-26: one card on the screen at a time, and nothing above it",
    screens
      .slice(0, -1)
      .every((screen) => (screen.match(/ q quit /g) ?? []).length === 1 && !screen.includes("$ hold")),
    screens[1],
  );
  check(
    "REV-1: afterwards each decision stands on the screen as it was before",
    (screens.at(-1)?.match(/^(confirmed|quarantined|off) {2}project_n\d\d$/gm) ?? []).length === MEMORIES,
    screens.at(-1),
  );
  const wanted = Array.from({ length: MEMORIES }, (_, index) => ACTIONS[KEYS[(index + 1) % KEYS.length] ?? "c"]);
  const done = box.ledger().filter(({ action }) => action !== "intent");
  check(
    "REV-1: each decision is in the ledger, in order, from the terminal",
    String(done.map(({ action }) => action)) === String(wanted) && done.every(({ channel }) => channel === "terminal"),
    done,
  );
  const wide = text.split("\n").filter((line) => line.length > 80);
  check("SUR-1: no line is wider than the pane", wide.length === 0, wide);
  check("STO-31: the ledger is whole", (await typed(box, "holdfast log --verify")).code === 0);
}

function typed(box: Box, command: string, ...input: readonly string[]): ReturnType<typeof runAsPerson> {
  return runAsPerson(["/bin/sh", "-c", command], { cwd: box.home, env: box.env, input });
}

/** Both keys arrive at once: the decision is made, and then the program stops. */
async function interrupted(): Promise<void> {
  for (const [key, actions] of [
    ["c", ["promote"]],
    ["d", ["intent", "demote"]],
    ["r", ["retire"]],
    ["s", []],
    ["v", []],
    ["u", []],
    ["?", []],
    ["x", []],
    ["", []],
  ] as const) {
    await inBox(async (box) => {
      box.plant(3);
      const run = await typed(box, "holdfast review", `${key}\u0003`);
      const done = box.ledger().map(({ action }) => action);
      check(
        `REV-1: Ctrl-C after ${JSON.stringify(key)} ends it, with what was decided`,
        run.code === 0 && String(done) === String(actions),
        { code: run.code, done, transcript: run.transcript.slice(-600) },
      );
      const healthy = await typed(box, "holdfast doctor; holdfast log --verify");
      check(
        `REV-1: after ${JSON.stringify(key)} and Ctrl-C the store is whole`,
        healthy.code === 0,
        healthy.transcript.slice(-600),
      );
      const left = JSON.parse(box.agent(["review", "--json"]).out) as { waiting: number };
      check(`REV-1: what was not decided still waits`, left.waiting === (actions.length > 0 ? 2 : 3), left);
    });
  }
}

async function byAgents(): Promise<void> {
  await inBox(async (box) => {
    box.plant(3);
    const before = box.bytes();
    const keys = "cccdddrrraaammmeeeyyy\n";
    const piped = box.agent(["review"], keys);
    check("REV-4: keys through a pipe decide nothing", piped.code === 2 && piped.out.includes("person's act"), piped);
    for (const option of ["--batch", "--limit=3", "--category=observed", `--origin=${"x".repeat(8)}`]) {
      const run = box.agent(["review", option], keys);
      check(`REV-4: nor with ${option}`, run.code === 2, run);
    }
    const listed = box.agent(["review", "--json"], keys);
    check("REV-4: an agent lists what waits", listed.code === 0 && JSON.parse(listed.out).waiting === 3, listed);
    const program = ["/bin/sh", "-c", "holdfast review"];
    const marked = { cwd: box.home, env: { ...box.env, CLAUDECODE: "1" }, input: ["c", "d", "r"], timeoutMs: 20_000 };
    const variable = await runAsPerson(program, marked);
    check("REV-4: at a terminal under an agent's variable: refused", variable.code === 2, variable);
    const claude = join(box.home, "claude");
    copyFileSync("/bin/bash", claude);
    execFileSync("chmod", ["755", claude]);
    const under = [claude, "-c", '"$@"; exit $?', "claude"];
    const ancestor = await runAsPerson(program, { ...marked, env: box.env, under });
    check("REV-4: at a terminal below an agent's program: refused", ancestor.code === 2, ancestor);
    for (const verb of ["confirm", "promote", "demote", "retire", "reaffirm", "restore", "archive", "edit"]) {
      const run = box.agent([verb, "project_n00"]);
      check(`REV-4: \`${verb}\` by an agent: refused`, run.code === 2 && run.out.includes("person's act"), run);
    }
    check("REV-4: not a byte of the store changed", box.bytes() === before);
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { record: { type: "string" } } });
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  await inBox((box) => thirty(box, values.record));
  await interrupted();
  await byAgents();
  console.log(`review passed=${count.passed} failed=${count.failed}`);
  return count.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
