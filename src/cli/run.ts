// One run of the command line: find the command, load its file, parse, ask who may, run it, turn the outcome into an exit code.

import type { Workbench } from "../compose/command-line.ts";
import { STORE_FORMAT } from "../store/memory-store.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { nearest } from "../text/nearest.ts";
import { faultOf } from "../text/system-errors.ts";
import { parseCall } from "./args.ts";
import { COMMANDS } from "./commands/index.ts";
import { EXIT, told } from "./exit.ts";
import { commandHelp, overview } from "./help.ts";
import { makeOutput, type Output } from "./output.ts";
import { type Ended, isCurrent, load, type NamedCommand, type Parsed, type Registry, start } from "./spec.ts";
import { openTerminal } from "./terminal.ts";

const ALONE = { verb: "help", usage: "holdfast help [COMMAND]", options: {}, names: [0, 2] } as const;

interface Line {
  readonly argv: readonly string[];
  readonly version: string;
  readonly registry: Registry;
  readonly out: Output;
  /** Opened where something is done; help needs nothing of it. */
  bench: Workbench | undefined;
  command: NamedCommand | undefined;
}

/** Whatever goes wrong is told in a sentence, never as a stack trace (SUR-4). */
export async function runCommandLine(
  argv: readonly string[],
  version: string,
  registry: Registry = COMMANDS,
): Promise<number> {
  const out = outputFor(argv);
  const line: Line = { argv, version, registry, out, bench: undefined, command: undefined };
  let outcome: Ended;
  try {
    outcome = await answer(line);
  } catch (error) {
    if (argv.includes("--debug") && error instanceof Error) out.line(error.stack ?? error.message);
    outcome = refusalOf(error);
  }
  const exit = told(outcome, out, line.bench);
  await commit(line);
  for (const left of line.bench?.unfinished() ?? []) out.status.write(`${left}\n`);
  for (const path of line.bench?.close(exit === EXIT.done) ?? []) out.note(`Your draft is kept at ${path}`);
  return exit;
}

/** What was changed is changed, committed or not: git's own troubles are `doctor`'s and the next sync's to tell. */
async function commit({ bench, command, out }: Line): Promise<void> {
  if (bench === undefined || command?.commits === true) return;
  for (const heard of await bench.commit().catch(() => [])) out.status.write(`${heard}\n`);
}

async function answer(line: Line): Promise<Ended> {
  const { argv, version, registry, out } = line;
  if (argv.includes("--version") && argv.includes("--json")) {
    const { TRUST_MODEL } = await import("./conformance-table.ts");
    out.json({ version, "store-format": STORE_FORMAT, "trust-model": TRUST_MODEL });
    return EXIT.done;
  }
  const at = argv.findIndex((word, index) => !word.startsWith("-") && argv[index - 1] !== "--store");
  const first = argv[at];
  if (first === undefined || first === "help") return noCommand(line);
  const command = await commandCalled(registry, first);
  if (isRefusal(command)) return command;
  const parsed = parseCall(
    command,
    argv.filter((_, index) => index !== at),
  );
  if (isRefusal(parsed)) return parsed;
  if (parsed.options["help"] === true) return tellHelp(command, out);
  line.command = command;
  tellNewName(registry, command, out);
  const call = { ...parsed, verb: command.verb, out, bench: await open(line, parsed), registry };
  if (command.takesMemories !== true || parsed.names.length === 0) return start(call);
  const { namesOf } = await import("./naming.ts");
  const names = await namesOf(call);
  return isRefusal(names) ? names : start({ ...call, names });
}

/** `holdfast`, `holdfast --help`, `holdfast help [COMMAND]`: no command, so only the common options count. */
async function noCommand(line: Line): Promise<Ended> {
  const { argv, registry, out } = line;
  const parsed = parseCall(ALONE, argv);
  if (isRefusal(parsed)) return parsed;
  const [help, topic] = parsed.names;
  if (topic !== undefined) {
    const command = await commandCalled(registry, topic);
    return isRefusal(command) ? command : tellHelp(command, out);
  }
  if (help !== undefined || parsed.options["help"] === true) {
    overview(registry, out);
    return EXIT.done;
  }
  const { summary } = await import("./summary.ts");
  const bench = await open(line, parsed);
  if (bench.hasStore()) await bench.drain();
  return summary(bench, out);
}

async function open(line: Line, { options }: Parsed): Promise<Workbench> {
  const { openWorkbench } = await import("../compose/command-line.ts");
  const { store } = options;
  line.bench = openWorkbench({
    version: line.version,
    store: typeof store === "string" ? store : undefined,
    terminal: openTerminal(),
  });
  // Whatever keeps it from being renewed, `doctor` tells.
  for (const heard of await line.bench.renewHook().catch(() => [])) line.out.status.write(`${heard}\n`);
  return line.bench;
}

/** Beside the result, so that whoever reads that finds it as it was. */
function tellNewName(registry: Registry, { verb }: NamedCommand, out: Output): void {
  const now = registry.find(([each]) => each === verb)?.[3];
  if (now !== undefined) out.status.write(`\`holdfast ${verb}\` is now \`holdfast ${now}\`.\n`);
}

async function commandCalled(registry: Registry, word: string): Promise<NamedCommand | Refusal> {
  const row = registry.find(([verb]) => verb === word);
  if (row !== undefined) return load(row);
  const verbs = registry.filter(isCurrent).map(([verb]) => verb);
  return refuse("usage", `There is no command "${word}".`, `holdfast ${nearest(word, verbs) ?? "--help"}`);
}

function tellHelp(command: NamedCommand, out: Output): Ended {
  commandHelp(command, out);
  return EXIT.done;
}

function refusalOf(error: unknown): Refusal {
  if (isRefusal(error)) return error;
  const fault = faultOf(error);
  if (fault !== undefined) return refuse(fault.code, fault.message, fault.hint);
  const message = error instanceof Error ? error.message : String(error);
  return refuse(
    "io",
    `Something failed that should not: ${message}`,
    "Run it again with --debug and report what you see.",
  );
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
      screen: Math.max(process.stdout.columns || 80, 40),
      live: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
    },
    (text) => void process.stdout.write(text),
    (text) => void process.stderr.write(text),
  );
}
