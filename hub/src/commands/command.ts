// What a command of the operator is: its words, its options and what it does. The table has the first two, so that help needs no
// file of theirs; parsing, help and errors are command-line.ts's.
import type { Database, Tx } from "../database.ts";
import type { Settings } from "../settings.ts";

export interface Option {
  /** Shown in help: `NAME`; a switch where there is none. */
  readonly value?: string;
  readonly help: string;
  readonly many?: true;
}

export interface Call {
  readonly names: readonly string[];
  /** Undefined where it was not given. */
  text(option: string): string | undefined;
  all(option: string): readonly string[];
  is(option: string): boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Throws a Wrong where something is missing. */
  settings(): Settings;
  /** In a tenant that exists; `database` is ended afterwards. */
  act<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** What was asked for, on standard output. */
  tell(text: string): void;
  /** A remark, on standard error. */
  note(text: string): void;
}

export interface Command {
  readonly usage: string;
  readonly about?: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Fewest and most names it takes. */
  readonly names: readonly [number, number];
  readonly examples: readonly string[];
  /** The exit code. */
  run(call: Call): Promise<number>;
}

/** Asked for in a form that nobody takes: told with what to type next. */
export class Wrong extends Error {
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.name = "Wrong";
    this.next = next;
  }
}

export function needed(call: Call, ...options: readonly string[]): readonly string[] {
  const missing = options.filter((option) => call.text(option) === undefined);
  if (missing.length > 0) throw new Wrong(`Missing: ${missing.map((option) => `--${option}`).join(", ")}.`, "");
  return options.map((option) => call.text(option) ?? "");
}

/** The name behind --end, which stands alone; undefined where nothing is to be ended. */
export function ended(call: Call, others: readonly string[]): string | undefined {
  const end = call.text("end");
  const more = others.filter((option) => call.text(option) !== undefined);
  if (end !== undefined && more.length > 0)
    throw new Wrong(`--end goes without ${more.map((option) => `--${option}`).join(", ")}.`, "");
  return end;
}

/** What a new member types on their own machine. */
export function joining(call: Call, tenant: string): string {
  // Without the setting the address is this machine's own, which is nobody else's.
  const isTold = (call.env["HOLDFAST_HUB_URL"] ?? "") !== "";
  return `They type, on their own machine: holdfast join ${isTold ? call.settings().url : "https://YOUR-HUB"}/${tenant}`;
}
