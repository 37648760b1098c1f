// Runs a case in a home of its own, against the built program, and gives the case back with what really happened.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { attest } from "../support/attest.ts";
import { runAsPerson } from "../support/person.ts";
import { copyBuilt } from "./built.ts";
import { type Item, type Planted, type Result, renderCase, type Step } from "./case.ts";
import { type Names, namesFor, screensTold } from "./normal.ts";

const STEP_MS = 30_000;
const DAY_MS = 86_400_000;

/** Where cases run: short and always of the same length, so that what is cut to fit is cut alike. */
const ROOM = "/tmp/hf-";

export interface Machine {
  readonly bin: string;
  /** A home with a store and a repository; cases start with a copy of it. */
  readonly home: string;
  remove(): void;
}

export async function makeMachine(): Promise<Machine> {
  const base = mkdtempSync(ROOM);
  const bin = join(base, "bin");
  const home = join(base, "home");
  for (const folder of [bin, home]) mkdirSync(folder, { mode: 0o700 });
  symlinkSync(process.execPath, join(bin, "node"));
  copyBuilt(join(base, "dist"));
  symlinkSync(join(base, "dist", "cli.mjs"), join(bin, "holdfast"));
  const shop = join(home, "shop");
  const env = environment(home, bin);
  execFileSync("git", ["init", "-q", "--initial-branch=main", shop], { env });
  execFileSync("git", ["-C", shop, "remote", "add", "origin", "https://example.org/team/shop.git"], { env });
  const made = await plain("holdfast init --no-install", shop, env);
  if (made.exit !== "0") throw new Error(`init failed: ${made.err.join("\n")}`);
  return { bin, home, remove: () => rmSync(base, { recursive: true, force: true }) };
}

export async function runCase(source: string, items: readonly Item[], machine: Machine): Promise<string> {
  await clearOfMidnight();
  const base = mkdtempSync(ROOM);
  const home = join(base, "home");
  try {
    execFileSync("cp", ["-a", machine.home, home]);
    const names = namesFor(source, home);
    const done: Item[] = [];
    for (const item of items) done.push(await runItem(item, home, machine.bin, names));
    return renderCase(done);
  } finally {
    execFileSync("chmod", ["-R", "u+rwX", base]);
    rmSync(base, { recursive: true, force: true });
  }
}

async function runItem(item: Item, home: string, bin: string, names: Names): Promise<Item> {
  switch (item.kind) {
    case "remark":
      return item;
    case "given":
      rmSync(join(home, ".holdfast"), { recursive: true });
      rmSync(join(home, ".local"), { recursive: true });
      return item;
    case "file":
      plant(item, home, names);
      return item;
    case "step":
      return { ...item, result: inCase(await runStep(item, home, bin, names), names) };
  }
}

function plant(file: Planted, home: string, names: Names): void {
  const path = file.path.replace(/^~/, home);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const text = names.outward(`${file.lines.join("\n")}\n`);
  writeFileSync(path, text);
  chmodSync(path, file.mode);
  // A planted memory that says verified was confirmed on this machine once, as far as the case goes.
  if (/^~\/\.holdfast\/memories\/[^/]+\.md$/.test(file.path))
    attest(text, join(home, ".holdfast"), join(home, ".local/share/holdfast"));
}

async function runStep(step: Step, home: string, bin: string, names: Names): Promise<Result> {
  const cwd = join(home, "shop");
  const env = environment(home, bin);
  const command = names.outward(step.command);
  if (step.who !== "person") return plain(command, cwd, env);
  const typed = `stty cols 80 rows 40\n${command}`;
  const run = await runAsPerson(["/bin/bash", "-c", typed], { cwd, env, input: step.typed, timeoutMs: STEP_MS });
  return { out: linesIn(screensTold(run.transcript)), err: [], exit: String(run.code ?? "none, it was killed") };
}

function plain(command: string, cwd: string, env: Record<string, string>): Promise<Result> {
  const child = spawn("/bin/bash", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: STEP_MS });
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ out: linesIn(out), err: linesIn(err), exit: String(code ?? "none, it was killed") }),
    );
  });
}

function linesIn(text: string): readonly string[] {
  if (text === "") return [];
  return text.endsWith("\n") ? text.slice(0, -1).split("\n") : [...text.split("\n"), "(no newline at the end)"];
}

/** Ids are numbered in the order a reader meets them. */
function inCase({ out, err, exit }: Result, names: Names): Result {
  return { out: out.map(names.inward), err: err.map(names.inward), exit };
}

/**
 * Nothing is inherited, so that no agent's variable and no setting of this machine has a say. What Node compiled is kept for all
 * cases: each home is new, and would have it compiled again.
 */
function environment(home: string, bin: string): Record<string, string> {
  const compiled = join(dirname(bin), "compiled");
  return {
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    TERM: "xterm",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    NODE_COMPILE_CACHE: compiled,
  };
}

async function clearOfMidnight(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < STEP_MS) await new Promise((resolve) => setTimeout(resolve, left + 100));
}
