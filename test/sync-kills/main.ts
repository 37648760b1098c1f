// node test/sync-kills/main.ts [--kills N] [--every N]
// The built `holdfast sync`, killed with SIGKILL (SYN-10, SYN-16, SYN-17): before and after each of its calls of git, inside a
// call while git changes its names, at each of its own changes of the file system, and at random moments; while it pushes,
// takes, joins, and at a first sync. --every N takes each N-th of the counted steps.
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyBuilt } from "../golden/built.ts";
import { chance } from "../support/acts.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { type Judged, killedThen } from "./judge.ts";
import { type Kill, makeScript, runSync } from "./program.ts";
import { type Prepared, prepare, SITUATIONS, type Situation } from "./situations.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    every: { type: "string", default: "17" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const EVERY = Number(values.every);
const WHENS = ["before", "after", "inside-1", "inside-2"] as const;
const MOST_STEPS = 400;
/** Two at once, in folders of their own. */
const LANES: readonly (readonly Situation[])[] = [SITUATIONS.slice(0, 2), SITUATIONS.slice(2)];

interface Count {
  kills: number;
  missed: number;
  mended: number;
  failed: number;
}

class Program {
  readonly count: Count = { kills: 0, missed: 0, mended: 0, failed: 0 };
  readonly #base: string;
  readonly #cli: string;
  /** Which of the counted steps come up goes on from one situation to the next. */
  #turn = 0;

  constructor(base: string) {
    this.#base = base;
    copyBuilt(join(base, "dist"));
    makeScript(base);
    this.#cli = join(base, "dist", "cli.mjs");
  }

  async tryAll(situations: readonly Situation[], moments: number, next: () => number): Promise<void> {
    for (const situation of situations) {
      const prepared = await prepare(this.#base, situation);
      await prepared.reset();
      const started = performance.now();
      const { calls, code, transcript } = await runSync(this.#base, this.#cli, prepared.a, { kind: "none" });
      if (code !== 0 && code !== 1) throw new Error(`${situation}: ${code} ${transcript}`);
      const whole = performance.now() - started;
      console.log(`${situation}: calls=${calls} ms=${Math.round(whole)}`);
      await this.#calls(prepared, calls);
      await this.#files(prepared);
      for (let n = 0; n < moments; n++) {
        const ms = whole * (0.2 + 0.8 * next());
        await this.#one(n % 2 === 0 ? prepared : turned(prepared), { kind: "moment", ms });
      }
    }
  }

  async #calls(prepared: Prepared, calls: number): Promise<void> {
    for (let call = 1; call <= calls; call++)
      for (const when of WHENS) if (this.#turn++ % EVERY === 0) await this.#one(prepared, { kind: "git", call, when });
  }

  async #files(prepared: Prepared): Promise<void> {
    for (let step = 1 + (this.#turn % EVERY); step < MOST_STEPS; step += EVERY) {
      const { killed } = await this.#one(prepared, { kind: "files", step, half: step % 2 === 0 });
      if (!killed) return;
    }
  }

  async #one(prepared: Prepared, kill: Kill): Promise<Judged> {
    const judged = await killedThen(this.#base, this.#cli, prepared, kill);
    this.count.kills++;
    if (!judged.killed) this.count.missed++;
    if (judged.mended) this.count.mended++;
    if (judged.wrong.length === 0) return judged;
    this.count.failed++;
    console.log(`FAIL ${prepared.situation}: ${JSON.stringify(kill)}`);
    for (const line of judged.wrong) console.log(`  -> ${line}`);
    return judged;
  }
}

/** The other machine is killed. */
function turned(prepared: Prepared): Prepared {
  return { ...prepared, a: prepared.b, b: prepared.a };
}

async function main(): Promise<number> {
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return 77;
  }
  const started = performance.now();
  const next = chance(Number(values.seed));
  const moments = Math.ceil(Number(values.kills) / SITUATIONS.length);
  const counts = await Promise.all(
    LANES.map((situations) => inFolder((program) => program.tryAll(situations, moments, next))),
  );
  const sum = (name: keyof Count): number => counts.reduce((total, count) => total + count[name], 0);
  const [kills, failed, mended] = [sum("kills"), sum("failed"), sum("mended")];
  console.log(`seed=${values.seed} ended before the kill=${sum("missed")} mended by the next run=${mended}`);
  console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
  console.log(`${kills - failed} passed, ${failed} failed`);
  console.log(`kills=${kills} failed=${failed}`);
  return failed === 0 && mended > 0 ? 0 : 1;
}

async function inFolder(act: (program: Program) => Promise<void>): Promise<Count> {
  const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const base = realpathSync(mkdtempSync(join(parent, "holdfast-sync-kills-")));
  try {
    const program = new Program(base);
    await act(program);
    return program.count;
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = await main();
