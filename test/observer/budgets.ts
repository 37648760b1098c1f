// Budgets (OBS-5), with real processes: a limit that is too small keeps every request on the machine, and twenty that ask at
// once never promise more than the day allows.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/config.ts";
import { takeNotices } from "../../src/recall/io/notices.ts";
import { factOf, makeObserverBox, runWorker } from "./box.ts";
import type { Report } from "./check.ts";
import type { LoopbackModel } from "./loopback-model.ts";

const SPENDER = fileURLToPath(new URL("children/spender.ts", import.meta.url));
const PROCESSES = 20;
const CALLS = 4;

export async function tooSmall(model: LoopbackModel, { check }: Report): Promise<void> {
  const cases: readonly [Partial<Config>, RegExp][] = [
    [{ "observer-call-tokens": 100 }, /observer-call-tokens would have come to [\d,]+ tokens, its limit is 100 tokens/],
    [{ "observer-session-tokens": 100 }, /observer-session-tokens .* 100 tokens/],
    [{ "observer-day-tokens": 100 }, /observer-day-tokens .* 100 tokens/],
    [{ "observer-month-tokens": 100 }, /observer-month-tokens .* 100 tokens/],
    [{ "observer-day-cents": 1, "observer-price": "15/75" }, /observer-day-cents .* limit is 1 cents/],
    [{ "observer-month-cents": 1, "observer-price": "15/75" }, /observer-month-cents .* limit is 1 cents/],
  ];
  for (const [values, wanted] of cases) {
    const box = makeObserverBox(model.url);
    try {
      box.configure(values);
      box.leave("s", `Remember that deploys go out on Tuesdays. ${factOf(1)}`);
      const before = model.requests.length;
      await runWorker(box);
      if (values["observer-call-tokens"] !== undefined) await runWorker(box);
      const told = takeNotices(box.places.state).map(({ text }) => text);
      const name = Object.keys(values)[0];
      check(`OBS-5: ${name}: no request leaves`, model.requests.length === before);
      check(`OBS-5: ${name}: told once, with value and limit`, told.length === 1 && isWarning(told[0], wanted), told);
      check(`OBS-5: ${name}: the cue is there without a model`, box.texts().some(speaksOfTuesdays), box.memories());
      box.configure({});
      await runWorker(box);
      check(`OBS-5: ${name}: with room again the session is distilled`, box.memories().length === 2, box.memories());
    } finally {
      box.remove();
    }
  }
}

function isWarning(told: string | undefined, wanted: RegExp): boolean {
  return (told ?? "").startsWith("WARN token_budget_exceeded") && wanted.test(told ?? "");
}

function speaksOfTuesdays(text: string): boolean {
  return text.includes("Tuesdays");
}

export async function together(model: LoopbackModel, { check, say }: Report): Promise<void> {
  const box = makeObserverBox(model.url);
  try {
    const limit = 30_000;
    const before = model.requests.length;
    const { usage } = model;
    model.usage = { prompt_tokens: 600, completion_tokens: 100 };
    const args = [SPENDER, box.places.state, model.url, String(limit), String(CALLS)];
    const begun = performance.now();
    const results = (await Promise.all(Array.from({ length: PROCESSES }, () => outputOf(args)))).flatMap(
      (text) => JSON.parse(text) as string[],
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const made = model.requests.length - before;
    model.usage = usage;
    const { highest, promised, last } = replay(`${box.places.state}/observer-spend.jsonl`);
    say(
      `     processes=${PROCESSES} calls-tried=${results.length} made=${made} highest=${highest} limit=${limit} seconds=${seconds}`,
    );
    check("OBS-5: each request was promised before", made === promised, { made, promised });
    check("OBS-5: together they never promised more than the day allows", highest <= limit, highest);
    check(
      "OBS-5: each call was made or refused",
      results.every((kind) => ["answer", "over-budget"].includes(kind)),
      results,
    );
    check("OBS-5: the limit was reached", results.includes("over-budget"), results);
    check("OBS-5: all of it is settled", last === made * 700, { last, made });
  } finally {
    box.remove();
  }
}

interface Line {
  readonly id: string;
  readonly input: number;
  readonly output: number;
  readonly settled: boolean;
}

/** The file is the order in which things happened: what stood promised or spent at its highest. */
function replay(file: string): { readonly highest: number; readonly promised: number; readonly last: number } {
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const standing = new Map<string, number>();
  let highest = 0;
  const sum = (): number => [...standing.values()].reduce((total, each) => total + each, 0);
  for (const { id, input, output } of lines) {
    standing.set(id, input + output);
    highest = Math.max(highest, sum());
  }
  return { highest, promised: lines.filter(({ settled }) => !settled).length, last: sum() };
}

function outputOf(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  return new Promise((resolve) => child.on("close", () => resolve(out)));
}
