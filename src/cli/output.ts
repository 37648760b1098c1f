// The only file of the command line that writes to a stream. Everything that came from a memory, a path or an
// error passes the sanitiser on its way, so no stored text can drive the terminal (CHK-31).
import { styleText } from "node:util";
import type { Refusal } from "../text/errors.ts";
import { forTerminal, isStripped } from "../text/sanitise.ts";

export type Style = "bold" | "dim" | "green" | "yellow" | "red" | "cyan";

export interface OutputOptions {
  readonly color: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly columns: number;
  /** The whole screen, for rows; prose is read better in narrower lines. */
  readonly screen?: number;
  /** Standard error is a terminal: progress may redraw its line. */
  readonly live?: boolean;
}

/** Where progress is shown; see progress.ts. */
export interface StatusLine {
  readonly live: boolean;
  readonly columns: number;
  write(text: string): void;
}

export interface Output {
  readonly options: OutputOptions;
  readonly columns: number;
  readonly screen: number;
  /** A result: what the command was asked for. */
  line(text?: string): void;
  /** Remarks that a script does not need; silent with --quiet and --json. */
  note(text?: string): void;
  /** One JSON document, the whole of stdout. */
  json(value: unknown): void;
  /** `reported`: the JSON document has it already, so it is only told. */
  refusal(refusal: Refusal, reported: "reported" | "new"): void;
  paint(style: Style, text: string): string;
  readonly status: StatusLine;
}

export function makeOutput(options: OutputOptions, out: (text: string) => void, err: (text: string) => void): Output {
  const paint = (style: Style, text: string): string =>
    options.color && text !== "" ? styleText(style, text, { validateStream: false }) : text;
  const safe = (text: string): string =>
    options.color ? text.split(OWN_STYLES).map(unlessOwn).join("") : forTerminal(text);
  /** Wrapped, with the first word in a column of its own; a command to copy is never broken. */
  const told = (label: string, text: string): void => {
    for (const line of beside(`${label}  `, 9, text, options.columns)) err(`${line}\n`);
  };
  return {
    options,
    columns: options.columns,
    screen: options.screen ?? options.columns,
    paint,
    status: {
      live: options.live === true && !options.quiet,
      columns: options.columns,
      write: (text) => {
        if (!options.quiet) err(text.split(CLEAR).map(safe).join(CLEAR));
      },
    },
    line: (text = "") => out(`${safe(text)}\n`),
    note: (text = "") => {
      if (!options.quiet && !options.json) out(`${safe(text)}\n`);
    },
    json: (value) => out(jsonText(value)),
    refusal: ({ code, message, hint, details }, reported) => {
      if (options.json && reported === "new") out(jsonText({ error: { code, message, hint, details } }));
      told(paint("red", "refused"), safe(message));
      for (const detail of details ?? []) told("       ", safe(detail));
      if (hint !== undefined) err(`${paint("cyan", "next")}     ${safe(hint)}\n`);
    },
  };
}

/** By which a line that says what is being done makes room for the next. */
export const CLEAR = "\r\u001b[K";

/** Exactly the sequences that `paint` makes; the worst a stored text could do with them is to be bold. */
const OWN_STYLES = new RegExp(`(${String.fromCharCode(27)}\\[(?:1|2|22|31|32|33|36|39)m)`);

function unlessOwn(part: string, index: number): string {
  return index % 2 === 1 ? part : forTerminal(part);
}

/** A list of many memories is millions of characters, and nearly all of them are these. */
const UNCOMMON = /[^\n -~]/gu;

/** JSON with every character escaped that a terminal might obey or hide. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  const shown = text.replace(UNCOMMON, (char) => (isStripped(char.codePointAt(0) ?? 0) ? escaped(char) : char));
  return `${shown}\n`;
}

function escaped(char: string): string {
  return char
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** Lines of at most a given width, broken at spaces. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** By what each character takes on a terminal at most, so that no screen is longer than it was taken for. Own styles take nothing. */
export function fitted(text: string, columns: number): readonly string[] {
  const lines = [""];
  let taken = 0;
  const add = (part: string, width: number): void => {
    taken += width;
    if (taken > columns) {
      lines.push("");
      taken = width;
    }
    lines.push(`${lines.pop() ?? ""}${part}`);
  };
  for (const [at, part] of text.replaceAll("\t", "    ").replaceAll("\n", " ").split(OWN_STYLES).entries()) {
    if (at % 2 === 1) add(part, 0);
    else for (const char of part) add(char, (char.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2);
  }
  return lines;
}

/** Text beside a label that takes so many columns; its further lines stand under the first. */
export function beside(label: string, indent: number, text: string, columns: number): readonly string[] {
  const [first = "", ...more] = wrap(text, columns - indent);
  return [`${label}${first}`, ...more.map((line) => `${"".padEnd(indent)}${line}`)];
}
