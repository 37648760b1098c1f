// Stryker's report, counted. A mutant that no test reaches has survived; one that does not compile or that only a
// time limit stops was noticed. Mutants named as equivalent count neither way.

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** A change of the source that changes nothing anyone can observe, and the reason. */
export interface Equivalent {
  readonly file: string;
  /** The exact source text that is replaced. */
  readonly original: string;
  /** Where that text stands more than once: some text of the same line. */
  readonly on?: string;
  readonly replacement: string;
  readonly why: string;
}

export interface Survivor {
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

export interface FileScore {
  readonly file: string;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
  readonly equivalent: number;
  /** The entries of the list that stood for a survivor here. */
  readonly used: readonly Equivalent[];
}

const NOTICED: ReadonlySet<string> = new Set(["Killed", "Timeout", "RuntimeError", "CompileError"]);

export function scoreFiles(report: Report, equivalents: readonly Equivalent[]): readonly FileScore[] {
  return Object.entries(report.files)
    .filter(([, { mutants }]) => mutants.length > 0)
    .map(([file, { source, mutants }]) => {
      const alive = mutants.filter((mutant) => !NOTICED.has(mutant.status)).map((mutant) => asSurvivor(source, mutant));
      const lines = source.split("\n");
      const named = alive.map((each) =>
        equivalents.find((entry) => entry.file === file && stands(entry, each, lines[each.line - 1] ?? "")),
      );
      return {
        file,
        killed: mutants.length - alive.length,
        survivors: alive.filter((_, index) => named[index] === undefined),
        equivalent: named.filter((entry) => entry !== undefined).length,
        used: named.filter((entry) => entry !== undefined),
      };
    });
}

function stands(entry: Equivalent, survivor: Survivor, line: string): boolean {
  return (
    entry.original === survivor.original &&
    entry.replacement === survivor.replacement &&
    line.includes(entry.on ?? survivor.original.split("\n")[0] ?? "")
  );
}

/** The list must be kept true: an entry for a file that ran and that names no survivor is a fault. */
export function unmatched(scores: readonly FileScore[], equivalents: readonly Equivalent[]): readonly string[] {
  const ran = new Set(scores.map((score) => score.file));
  const used = new Set(scores.flatMap((score) => score.used));
  return equivalents
    .filter((entry) => ran.has(entry.file) && !used.has(entry))
    .map((entry) => `equivalent.ts names no survivor: ${entry.file}: ${entry.original} => ${entry.replacement}`);
}

function asSurvivor(source: string, mutant: Mutant): Survivor {
  const { start, end } = mutant.location;
  return {
    line: start.line,
    mutator: mutant.mutatorName,
    original: source.slice(offsetOf(source, start), offsetOf(source, end)),
    replacement: mutant.replacement ?? "",
  };
}

function offsetOf(source: string, { line, column }: Position): number {
  const before = source.split("\n").slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}
