// One run of the command line: parse, build what the command needs, run it, turn the outcome into an exit code.

import { openWorkbench } from "../compose/command-line.ts";
import type { Workbench } from "../compose/workbench.ts";
import { STORE_FORMAT } from "../store/memory-store.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { nearest } from "../text/nearest.ts";
import { parseCall } from "./args.ts";
import { COMMANDS } from "./commands.ts";
import { ended } from "./ended.ts";
import { EXIT } from "./exit.ts";
import { commandHelp, overview } from "./help.ts";
import { LOADERS } from "./loaders.ts";
import { makeOutput, type Output } from "./output.ts";
import type { CommandSpec, Parsed } from "./spec.ts";
import { openTerminal } from "./terminal.ts";

/** The trust model this program keeps, and where it departs from the first one (SUR-8). */
const TRUST_MODEL = { version: "1.0.0", departures: ["own-words", "unattested"] } as const;

const ALONE = { verb: "help", usage: "holdfast help [COMMAND]", options: {}, names: [0, 2] } as const;

export async function runCommandLine(argv: readonly string[], version: string): Promise<number> {
  const out = outputFor(argv);
  if (argv.includes("--version") && argv.includes("--json")) {
    out.json({ version, "store-format": STORE_FORMAT, "trust-model": TRUST_MODEL });
    return EXIT.done;
  }
  const at = argv.findIndex((word, index) => !word.startsWith("-") && argv[index - 1] !== "--store");
  const first = argv[at];
  if (first === undefined || first === "help") return noCommand(argv, version, out);
  const command = COMMANDS.find((each) => each.verb === first);
  if (command === undefined) return ended(unknownCommand(first), out, undefined);
  const parsed = parseCall(
    command,
    argv.filter((_, index) => index !== at),
  );
  if (isRefusal(parsed)) return ended(parsed, out, undefined);
  if (parsed.options["help"] === true) {
    commandHelp(command, out);
    return EXIT.done;
  }
  return runCommand(command, parsed, version, out);
}

/** `holdfast`, `holdfast --help`, `holdfast help [COMMAND]`: no command, so only the common options count. */
async function noCommand(argv: readonly string[], version: string, out: Output): Promise<number> {
  const parsed = parseCall(ALONE, argv);
  if (isRefusal(parsed)) return ended(parsed, out, undefined);
  const [help, topic] = parsed.names;
  const command = COMMANDS.find((each) => each.verb === topic);
  if (topic !== undefined && command === undefined) return ended(unknownCommand(topic), out, undefined);
  if (command !== undefined) commandHelp(command, out);
  else if (help !== undefined || parsed.options["help"] === true) overview(out);
  else {
    const { summary } = await import("./summary.ts");
    return withBench(parsed, version, out, async (bench) => {
      if (bench.hasStore()) await bench.drain();
      return summary(bench, out);
    });
  }
  return EXIT.done;
}

async function runCommand(command: CommandSpec, parsed: Parsed, version: string, out: Output): Promise<number> {
  return withBench(parsed, version, out, async (bench) => {
    const [loaded] = await Promise.all([
      LOADERS[command.verb]?.(),
      command.scans === true ? bench.loadChecks() : undefined,
    ]);
    if (loaded === undefined) throw new Fault("usage", `${command.verb} has no code.`);
    if (command.drains === true && bench.hasStore()) await bench.drain();
    return loaded.run({ ...parsed, out, bench, verb: command.verb });
  });
}

/** Whatever goes wrong from here on is told in a sentence, never as a stack trace (SUR-4). */
async function withBench(
  parsed: Parsed,
  version: string,
  out: Output,
  act: (bench: Workbench) => number | Promise<number>,
): Promise<number> {
  let bench: Workbench | undefined;
  let exit: number = EXIT.refused;
  try {
    const { store } = parsed.options;
    bench = openWorkbench({ version, store: typeof store === "string" ? store : undefined, terminal: openTerminal() });
    exit = await act(bench);
  } catch (error) {
    exit = ended(refusalOf(error, parsed.options["debug"] === true, out), out, bench);
  }
  for (const path of bench?.close(exit === EXIT.done) ?? []) out.note(`Your draft is kept at ${path}`);
  return exit;
}

function refusalOf(error: unknown, debug: boolean, out: Output): Refusal {
  if (debug && error instanceof Error) out.line(error.stack ?? error.message);
  if (isRefusal(error)) return error;
  if (error instanceof Fault) return refuse(error.code, error.message, error.hint);
  const message = error instanceof Error ? error.message : String(error);
  return refuse(
    "io",
    `Something failed that should not: ${message}`,
    "Run it again with --debug and report what you see.",
  );
}

function unknownCommand(word: string): Refusal {
  const near = nearest(
    word,
    COMMANDS.map((command) => command.verb),
  );
  return refuse("usage", `There is no command "${word}".`, near === undefined ? "holdfast --help" : `holdfast ${near}`);
}

/** `holdfast list | head` closes the pipe early; that is no fault of anyone. */
function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** A terminal that does not know its width says 0; a very narrow one wraps by itself. */
function widthOf(columns: number | undefined): number {
  return Math.min(Math.max(columns || 80, 40), 100);
}

function outputFor(argv: readonly string[]): Output {
  process.stdout.on("error", forgiveClosedPipe);
  process.stderr.on("error", forgiveClosedPipe);
  const has = (flag: string): boolean => argv.includes(flag);
  const color =
    !has("--no-color") && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb" && process.stdout.isTTY === true;
  return makeOutput(
    {
      color,
      quiet: has("--quiet") || has("-q"),
      json: has("--json"),
      columns: widthOf(process.stdout.columns),
      live: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
    },
    (text) => void process.stdout.write(text),
    (text) => void process.stderr.write(text),
  );
}
