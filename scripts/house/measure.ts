// A tree of sources as figures. Counted: TypeScript sources without generated files and declarations; lines without
// the blank ones; an import's depth as the arrows of the longest chain of files that load one another.
import { dirname, join, normalize } from "node:path";
import { type FileFacts, readFacts } from "./reader.ts";

const MANY_PARAMETERS = 5;

export interface House {
  readonly rooms: readonly Room[];
  readonly total: Room;
  /** From the file that nobody in the chain loads down to the one that loads nothing. */
  readonly chain: readonly string[];
  readonly cycles: readonly (readonly string[])[];
  /** `file:line name (parameters)`, the most first. */
  readonly manyParameters: readonly string[];
  readonly oneFunction: readonly string[];
  readonly anys: readonly string[];
  /** Exported type names that more than one file declares, and which files. */
  readonly sharedTypes: Readonly<Record<string, readonly string[]>>;
}

export interface Room {
  readonly room: string;
  readonly files: number;
  readonly lines: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
}

type Facts = ReadonlyMap<string, FileFacts>;

export function isCounted(path: string): boolean {
  return path.endsWith(".ts") && !path.endsWith(".d.ts") && !path.endsWith(".generated.ts");
}

/** Sources by path, the top-level folder of each being its room. */
export function measure(sources: ReadonlyMap<string, string>): House {
  const facts: Facts = new Map([...sources].map(([path, text]) => [path, readFacts(text)]));
  const targets = new Map([...facts].map(([path, each]) => [path, loadedBy(path, each, facts)]));
  const names = [...new Set([...facts.keys()].map(roomOf))].sort();
  return {
    rooms: names.map((room) =>
      sized(
        room,
        linesOf(facts, (path) => roomOf(path) === room),
      ),
    ),
    total: sized(
      "total",
      linesOf(facts, () => true),
    ),
    chain: longestChain(targets),
    cycles: circles(targets),
    manyParameters: crowded(facts),
    oneFunction: [...facts].filter(([, each]) => each.topFunctions === 1).map(([path]) => path),
    anys: [...facts].flatMap(([path, each]) => Array.from({ length: each.anys }, () => path)),
    sharedTypes: shared(facts),
  };
}

function roomOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

function linesOf(facts: Facts, chosen: (path: string) => boolean): readonly number[] {
  return [...facts].filter(([path]) => chosen(path)).map(([, each]) => each.lines);
}

function sized(room: string, lines: readonly number[]): Room {
  const sorted = [...lines].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const sum = sorted.reduce((a, b) => a + b, 0);
  return { room, files: sorted.length, lines: sum, median: at(0.5), p90: at(0.9), max: sorted.at(-1) ?? 0 };
}

function loadedBy(path: string, facts: FileFacts, all: Facts): readonly string[] {
  const own = facts.loads.filter((from) => from.startsWith(".")).map((from) => normalize(join(dirname(path), from)));
  return [...new Set(own)].filter((target) => all.has(target));
}

/** An arrow that leads back into the chain it came from is left out: circles are counted by themselves. */
function longestChain(targets: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const below = (path: string): readonly string[] => {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, []);
    const chain = [path, ...longest((targets.get(path) ?? []).map(below))];
    known.set(path, chain);
    return chain;
  };
  return longest([...targets.keys()].map(below));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, each) => (each.length > best.length ? each : best), []);
}

/** Groups of files that reach one another, and files that load themselves (Tarjan). */
function circles(targets: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const low = (path: string): number => lowest.get(path) ?? 0;
  const visit = (path: string): void => {
    numbers.set(path, numbers.size);
    lowest.set(path, numbers.size - 1);
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!numbers.has(target)) visit(target);
      if (open.includes(target)) lowest.set(path, Math.min(low(path), low(target)));
    }
    if (low(path) !== numbers.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1 || (targets.get(path) ?? []).includes(path)) found.push(group.sort());
  };
  for (const path of targets.keys()) if (!numbers.has(path)) visit(path);
  return found;
}

function crowded(facts: Facts): readonly string[] {
  const all = [...facts].flatMap(([path, each]) =>
    each.functions
      .filter((one) => one.parameters >= MANY_PARAMETERS)
      .map((one) => ({ ...one, line: `${path}:${one.line} ${one.name} (${one.parameters})` })),
  );
  return all.sort((a, b) => b.parameters - a.parameters).map((one) => one.line);
}

function shared(facts: Facts): Readonly<Record<string, readonly string[]>> {
  const homes = new Map<string, string[]>();
  for (const [path, each] of facts) for (const name of each.types) homes.set(name, [...(homes.get(name) ?? []), path]);
  return Object.fromEntries([...homes].filter(([, paths]) => paths.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)));
}
