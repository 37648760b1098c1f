// From argv to a parsed call. A mistake is a usage refusal with the nearest right word, never a stack trace.
import { parseArgs } from "node:util";
import { type Refusal, refuse } from "../text/errors.ts";
import { nearest } from "../text/nearest.ts";
import { COMMON_OPTIONS, type NamedCommand, type Parsed } from "./spec.ts";

type Parsable = Pick<NamedCommand, "verb" | "usage" | "options" | "names">;

export function parseCall(command: Parsable, argv: readonly string[]): Parsed | Refusal {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const help = command.verb === "help" ? "holdfast --help" : `holdfast ${command.verb} --help`;
  let values: Parsed["options"];
  let names: readonly string[];
  try {
    const spec = Object.entries(options).map(([name, { type, short }]) => [
      name,
      short === undefined ? { type } : { type, short },
    ]);
    const parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(spec),
      allowPositionals: true,
      strict: true,
    });
    values = parsed.values as Parsed["options"];
    names = parsed.positionals;
  } catch (error) {
    return refuse("usage", usageMessage(error, Object.keys(options)), help);
  }
  if (values["help"] === true) return { options: values, names };
  const [fewest, most] = command.names;
  if (names.length < fewest)
    return refuse("usage", `${command.verb} needs ${needed(command.usage, fewest)}: ${command.usage}`, help);
  if (names.length > most) return refuse("usage", tooMany(command.verb, most, names[most] ?? ""), help);
  return { options: values, names };
}

/** The value of an option that takes a text. */
export function textOf(options: Parsed["options"], name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** By the word that the usage line has for it. */
function needed(usage: string, fewest: number): string {
  const word = / (WORD|QUESTION)\b/.exec(usage)?.[1]?.toLowerCase() ?? "name";
  return fewest === 1 ? `a ${word}` : `${fewest} ${word}s`;
}

function tooMany(verb: string, most: number, extra: string): string {
  if (most === 0) return `${verb} takes no names; found "${extra}".`;
  if (most > 1) return `${verb} takes at most ${most} words; found "${extra}" as well.`;
  return `${verb} takes one name or text; found "${extra}" as well. Put a text with spaces in quotes.`;
}

function usageMessage(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /Unknown option '(--?[^']+)'/.exec(message)?.[1];
  const bare = /Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(message)?.[1];
  if (bare !== undefined) return `${bare} needs a value.`;
  if (unknown === "-y" || unknown === "--yes")
    return `There is no option ${unknown} here: a yes is typed, for what is on the screen.`;
  if (unknown === undefined) return message.split("\n")[0] ?? message;
  const near = nearest(unknown.replace(/^-+/, ""), known);
  return `There is no option ${unknown}.${near === undefined ? "" : ` Did you mean --${near}?`}`;
}
