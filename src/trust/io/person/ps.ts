// The process table of macOS, by /bin/ps (TRU-22). A name may hold spaces, and a column of `ps` ends at none of them: so every
// name is asked for by itself, as the last column, and the three answers are joined by process. `comm` is argv[0] whole, `ucomm`
// the kernel's name, `args` all arguments joined with spaces, which is said of them (`isJoined`): whoever looks for a script in
// them tries every reading. A process whose rows are cut off, contradict each other or come twice is left out: what can't be
// read is no person.
import { execFileSync } from "node:child_process";
import type { ProcessInfo } from "../../person.ts";

const LAST_COLUMNS = ["ucomm", "comm", "args"] as const;
/** Without the caller's environment: COLUMNS, a locale or a loader's variable must have no say. */
const LIMITS = { encoding: "utf8", timeout: 5000, maxBuffer: 32 * 1024 * 1024, env: { LC_ALL: "C" } } as const;

const TERMINALS: readonly number[] = [79, 80, 131, 132];

export interface PsText {
  readonly ucomm: string;
  readonly comm: string;
  readonly args: string;
}

/** `program` is another one in tests alone, which have no ps of macOS. */
export function fromPs(program = "/bin/ps"): ReadonlyMap<number, ProcessInfo> {
  const [ucomm = "", comm = "", args = ""] = LAST_COLUMNS.map((column) =>
    execFileSync(program, ["-axww", "-o", "pid=", "-o", "ppid=", "-o", `${column}=`], LIMITS),
  );
  return parsePs({ ucomm, comm, args });
}

export function parsePs(text: PsText): ReadonlyMap<number, ProcessInfo> {
  const names = rowsOf(text.ucomm);
  const programs = rowsOf(text.comm);
  const table = new Map<number, ProcessInfo>();
  for (const [pid, all] of rowsOf(text.args, cutLines(text.args.split("\n")))) {
    const info = joined(pid, names.get(pid), programs.get(pid), all);
    if (info !== undefined) table.set(pid, info);
  }
  return table;
}

interface Row {
  readonly parent: number;
  readonly rest: string;
}

/** Undefined for a process of which more than one line tells, or a line that may not be whole. */
function rowsOf(text: string, isCut: (line: string) => boolean = () => false): ReadonlyMap<number, Row | undefined> {
  const rows = new Map<number, Row | undefined>();
  let last: number | undefined;
  const lines = text.split("\n");
  // Whole output ends with a line end.
  const isCutOff = lines.pop() !== "";
  for (const line of lines) {
    const match = /^ *(\d+) +(\d+) (.*)$/.exec(line);
    if (match === null) {
      // A name with a line end in it: of the process above, as far as one can tell.
      if (last !== undefined) rows.set(last, undefined);
      continue;
    }
    last = Number(match[1]);
    const row = { parent: Number(match[2]), rest: (match[3] ?? "").trim() };
    rows.set(last, rows.has(last) || isCut(line) ? undefined : row);
  }
  if (isCutOff && last !== undefined) rows.set(last, undefined);
  return rows;
}

/**
 * -ww asks for whole lines. Were they cut all the same, it would be at one width: that of a terminal, or one that several of the
 * longest lines of all have. Columns of names alone are told apart by nothing, so the width is that of the arguments.
 */
function cutLines(lines: readonly string[]): (line: string) => boolean {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const isCut = TERMINALS.includes(width) || lines.filter((line) => line.length === width).length > 1;
  return (line) => isCut && line.length === width;
}

/** What ps writes where it was not given the arguments, as of a process that has ended: `(zsh)`, `<defunct>`. */
const UNKNOWN = /^(?:\(.*\)|<.*>)?$/s;

function joined(
  pid: number,
  name: Row | undefined,
  program: Row | undefined,
  all: Row | undefined,
): ProcessInfo | undefined {
  if (name === undefined || program === undefined || all === undefined) return undefined;
  if (name.parent !== all.parent || program.parent !== all.parent || name.rest === "") return undefined;
  if (UNKNOWN.test(program.rest) || UNKNOWN.test(all.rest)) return undefined;
  if (all.rest !== program.rest && !all.rest.startsWith(`${program.rest} `)) return undefined;
  const rest = all.rest.slice(program.rest.length).split(" ");
  const argv = [program.rest, ...rest.filter((word) => word !== "")];
  return { pid, parent: all.parent, name: name.rest, argv, isJoined: true };
}
