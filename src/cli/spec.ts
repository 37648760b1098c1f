// What a command is: its words for people, its options for the parser, and what it does. Help, completion, parsing and the
// reference page all read this, so they can't differ.

import type { Workbench } from "../compose/command-line.ts";
import type { Refusal } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import type { Output } from "./output.ts";

export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Shown in help: `TEXT`, `DATE`. */
  readonly value?: string;
  readonly help: string;
}

export interface Parsed {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly names: readonly string[];
}

export interface Invocation extends Parsed {
  readonly verb: string;
  readonly out: Output;
  readonly bench: Workbench;
  readonly registry: Registry;
}

/** How it ended: an exit code, or a refusal that the runner tells. */
export type Ended = number | Refusal;

export interface Command {
  readonly usage: string;
  readonly about?: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Fewest and most names it takes. */
  readonly names: readonly [number, number];
  readonly examples: readonly string[];
  /** Its names are memories: at a person's terminal a number of the last list is enough, or words of one (SUR-6). */
  readonly takesMemories?: true;
  /** Writes or judges text: all the rules are loaded before it runs. */
  readonly scans?: true;
  /** Shows what is in the store: what waits in the inbox is taken in first. */
  readonly drains?: true;
  /** It commits what it changes itself. */
  readonly commits?: true;
  /** A person's verb that changes nothing with this option: then it is open to others as well. */
  readonly looksWith?: string;
  readonly run: (call: Invocation) => Promise<Ended> | Ended;
}

/** Those of one file, by verb. */
export type Commands = Readonly<Record<string, Command>>;

/** The file is loaded when the command is asked for; what the first screen of help shows stands here. */
export type CommandRow = readonly [
  verb: string,
  summary: string,
  file: () => Promise<{ readonly commands: Commands }>,
  /** An old name: it answers as ever, and says what to type from now on (SUR-6). */
  now?: string,
];
export type Registry = readonly CommandRow[];

/** The names that a person is told of. */
export function isCurrent([, , , now]: CommandRow): boolean {
  return now === undefined;
}

export interface NamedCommand extends Command {
  readonly verb: string;
  readonly summary: string;
}

export async function load([verb, summary, file]: CommandRow): Promise<NamedCommand> {
  const command = (await file()).commands[verb];
  if (command === undefined) throw new Error(`${verb} is not in its file.`);
  return { verb, summary, ...command };
}

/** A command that takes an older one in goes on as that: its own row says who may. */
export function startAs(call: Invocation, verb: string): Promise<Ended> {
  return start({ ...call, verb });
}

/** Who may use the verb is asked here, for every command: one that the table does not name is a person's (TRU-22). */
export async function start(call: Invocation): Promise<Ended> {
  const { verb, bench, options } = call;
  const row = call.registry.find(([each]) => each === verb);
  if (row === undefined) throw new Error(`There is no command ${verb}.`);
  const { looksWith, scans, drains, run } = await load(row);
  const looks = looksWith !== undefined && options[looksWith] === true;
  const refused = looks ? undefined : forbidden(verb, bench.channel);
  if (refused !== undefined) return refused;
  if (scans === true) await bench.loadChecks();
  if (drains === true && bench.hasStore()) await bench.drain();
  return run(call);
}

export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { type: "boolean", help: "Print JSON" },
  quiet: { type: "boolean", short: "q", help: "Print results only" },
  "no-color": { type: "boolean", help: "No colour (NO_COLOR is honoured too)" },
  store: { type: "string", value: "DIR", help: "Use this personal store (default ~/.holdfast)" },
  debug: { type: "boolean", help: "Show stack traces" },
  help: { type: "boolean", short: "h", help: "Show this help" },
};

// What several commands share.
export const YES: OptionSpec = { type: "boolean", short: "y", help: "Don't ask (a person's terminal only)" };
export const DRY: OptionSpec = { type: "boolean", help: "Show what would change, change nothing" };
export const MANY: readonly [number, number] = [1, 1000];
