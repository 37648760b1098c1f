// Whoever is no person at a terminal gets no page (TRU-20, TRU-22, REV-4): through the command and past it, with every way
// to look like one that an agent has.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { runAsPerson } from "../support/person.ts";
import type { Check } from "./check.ts";
import { startUnder, type World } from "./world.ts";

const LINK = /http:\/\/127/;
const SAYS = { HOLDFAST_PERSON: "1", HOLDFAST_CHANNEL: "web", HOLDFAST_WEB: "1", HOLDFAST_TTY: "1", FORCE_TTY: "1" };

export async function agents(world: World, check: Check): Promise<void> {
  const claude = join(world.base, "claude");
  copyFileSync(realpathSync("/bin/sh"), claude);
  chmodSync(claude, 0o755);
  for (const [what, command] of [
    ["the command", [world.cli, "review", "--web"]],
    ["the server itself", [world.web]],
    ["the page of the whole store", [world.cli, "ui"]],
    ["its server", [world.web, "--all"]],
  ] as const) {
    piped(world, what, command, check);
    const argv = [process.execPath, ...command];
    for (const [how, options] of [
      ["with an agent's variable", { env: { CLAUDECODE: "1" } }],
      ["with an agent's variable that is empty", { env: { CLAUDECODE: "" } }],
      ["under an agent", { under: [claude, "-c", '"$@"; exit $?', "claude"] }],
      ["with its input from a pipe", { under: ["/bin/sh", "-c", 'echo q | "$@"', "sh"] }],
      ["with its output in a file", { under: ["/bin/sh", "-c", '"$@" >out 2>&1; code=$?; cat out; exit $code', "sh"] }],
    ] as const) {
      const env = { ...world.env, ...SAYS, ...("env" in options ? options.env : {}) };
      const under = "under" in options ? { under: options.under } : {};
      const { code, transcript } = await runAsPerson(argv, { cwd: world.home, env, ...under, timeoutMs: 15_000 });
      check(`TRU-20 ${what} ${how}: refused`, code === 2 && !LINK.test(transcript), [code, transcript]);
    }
  }
  await linkStaysHere(world, check);
}

/** The usual way of an agent: no terminal at all. Traced, so that a socket that listens for a moment is seen too. */
function piped(world: World, what: string, command: readonly string[], check: Check): void {
  const log = join(world.base, "trace");
  const traced = ["-f", "-qq", "-e", "trace=listen,bind", "-o", log, process.execPath, ...command];
  const env = { ...world.env, ...SAYS };
  const { status, stdout, stderr } = spawnSync("strace", traced, {
    cwd: world.home,
    env,
    input: "q",
    encoding: "utf8",
  });
  check(`TRU-20 ${what} without a terminal: refused`, status === 2 && !LINK.test(stdout + stderr), [status, stderr]);
  const calls = existsSync(log) ? readFileSync(log, "utf8") : "no trace";
  check(`TRU-20 ${what} without a terminal: nothing ever listened`, calls === "", calls);
}

/** A person who sends stdout into a file: the link is for their eyes, and no file gets it. */
async function linkStaysHere(world: World, check: Check): Promise<void> {
  const { command } = await startUnder(world, ["/bin/sh", "-c", '"$@" >link-out', "sh"]);
  command.type("q");
  await command.ended;
  const written = readFileSync(join(world.home, "link-out"), "utf8");
  check("REV-2 the link goes to the terminal alone", written === "", written);
}
