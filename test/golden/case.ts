// A golden case is a script a person can read: commands, and exactly what they print and how they end.
//   # words                     a remark; the first one is the title and cites its rules
//   given no store              the home is empty (otherwise: a store, and a repository ~/shop to stand in)
//   file ~/path [mode]          a file that is there before the next command, its lines after "+ "
//   person$ command             typed at a terminal; "> " continues it, "< " are the answers typed at its prompts
//   agent$ command              the same without a terminal
//   shell$ command              preparation, or a look at what is there
//   | line   ! line             what came out: standard output (all that a terminal showed), standard error
//   exit N                      how it ended
// `render` gives the same text back with other results, which is how a case is compared and renewed.

export type Who = "person" | "agent" | "shell";

export interface Step {
  readonly kind: "step";
  readonly who: Who;
  readonly command: string;
  readonly typed: readonly string[];
  readonly result: Result;
}

export interface Result {
  readonly out: readonly string[];
  readonly err: readonly string[];
  readonly exit: string;
}

export interface Planted {
  readonly kind: "file";
  readonly path: string;
  readonly mode: number;
  readonly lines: readonly string[];
}

/** A remark or an empty line, kept as it is. */
export interface Remark {
  readonly kind: "remark";
  readonly text: string;
}

export interface Given {
  readonly kind: "given";
  readonly what: "no store";
}

export type Item = Step | Planted | Remark | Given;

const NOTHING: Result = { out: [], err: [], exit: "?" };

export function parseCase(text: string): readonly Item[] {
  const items: Item[] = [];
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    const item = opens(line);
    if (item !== undefined) items.push(item);
    else {
      const last = items.pop();
      const grown = last === undefined ? undefined : continues(last, line);
      if (grown === undefined) throw new Error(`line ${index + 1} says nothing here: ${line}`);
      items.push(grown);
    }
  }
  return items;
}

function opens(line: string): Item | undefined {
  if (line === "" || line.startsWith("# ")) return { kind: "remark", text: line };
  if (line === "given no store") return { kind: "given", what: "no store" };
  const file = /^file (\S+)(?: ([0-7]{3}))?$/.exec(line);
  if (file !== null)
    return { kind: "file", path: file[1] ?? "", mode: Number.parseInt(file[2] ?? "600", 8), lines: [] };
  const step = /^(person|agent|shell)\$ (.*)$/.exec(line);
  return step === null
    ? undefined
    : { kind: "step", who: step[1] as Who, command: step[2] ?? "", typed: [], result: NOTHING };
}

function continues(item: Item, line: string): Item | undefined {
  const mark = line.slice(0, 1);
  const rest = line.slice(2);
  if (item.kind === "file") return mark === "+" ? { ...item, lines: [...item.lines, rest] } : undefined;
  if (item.kind !== "step") return undefined;
  const { result } = item;
  if (line.startsWith("exit ")) return { ...item, result: { ...result, exit: line.slice(5) } };
  switch (mark) {
    case ">":
      return { ...item, command: `${item.command}\n${rest}` };
    case "<":
      return { ...item, typed: [...item.typed, rest] };
    case "|":
      return { ...item, result: { ...result, out: [...result.out, rest] } };
    case "!":
      return { ...item, result: { ...result, err: [...result.err, rest] } };
    default:
      return undefined;
  }
}

export function renderCase(items: readonly Item[]): string {
  return `${items.flatMap(linesOf).join("\n")}\n`;
}

function linesOf(item: Item): readonly string[] {
  switch (item.kind) {
    case "remark":
      return [item.text];
    case "given":
      return [`given ${item.what}`];
    case "file": {
      const mode = item.mode === 0o600 ? "" : ` ${item.mode.toString(8)}`;
      return [`file ${item.path}${mode}`, ...marked("+", item.lines)];
    }
    case "step":
      return [
        `${item.who}$ ${item.command.replaceAll("\n", "\n> ")}`,
        ...marked("<", item.typed),
        ...marked("|", item.result.out),
        ...marked("!", item.result.err),
        `exit ${item.result.exit}`,
      ];
  }
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? mark : `${mark} ${line}`));
}

export function titleOf(items: readonly Item[]): string {
  const first = items[0];
  if (first?.kind !== "remark" || !first.text.startsWith("# ")) throw new Error("a case opens with its title");
  return first.text.slice(2);
}
