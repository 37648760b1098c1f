// Calls that nobody would make, and some that somebody would, held against many rules (RUL-7): none may fault, none may cost
// more processor time than a hook has, and twice the text may cost about twice the time.
import type { ToolCall } from "../../src/guard/world.ts";
import { type Chance, chance, below as number, pick } from "../support/acts.ts";
import { HOSTILE } from "../support/hostile-lines.ts";
import { decided, type Kept, keep, line, PROJECT } from "../support/rules.ts";
import { SIXTY } from "./sixty.ts";

const PROGRAMS =
  "npm yarn pnpm git rm docker kubectl terraform make cargo pip go sudo xargs env cat tee sed cp find".split(" ");
const MORE =
  "install ci push --force origin main -rf -r -f * ** ./a ../b src/a.ts migrations/1.sql .env $X $(ls) `id` 'q r' \"s $t\" > >> < 2>&1 | || && ; & ( ) { } [ ] ! # \\ \n <<EOF EOF -- - = , : @ ~ {a,b} \u0000 \u0001 é 😀 https://a.internal.example.com/x".split(
    " ",
  );
const TOOLS =
  "Bash Edit Write Read MultiEdit apply_patch run_shell_command shell mcp__github__delete_repo WebFetch Task ''".split(
    " ",
  );
const KEYS = "command cmd input path file_path notebook_path content new_string url patch edits text script".split(" ");
const SHAPES = Object.values(HOSTILE);

/** Rules enough that whatever is named has one: the sixty, and as many others. */
export function manyRules(count: number): readonly Kept[] {
  const next = chance(19);
  const more = Array.from({ length: count - SIXTY.length }, (_, at) => {
    const program = pick(PROGRAMS, next) ?? "npm";
    const kinds = [
      `deny command ${program} area${at} --force`,
      `ask command ${program} * x${at}`,
      `deny edit src/area${at}/**/*.ts with word${at}`,
      `remind read area${at}/*.md`,
      `deny fetch *.area${at}.example.org`,
      `ask mcp area${at}__delete_*`,
      `deny command ${program} -a${at} a*b*c*`,
    ];
    return [kinds[at % kinds.length] ?? "", "instead ask first"];
  });
  return [...SIXTY, ...more].map(keep);
}

export function fuzzedCall(next: Chance): ToolCall {
  const kind = number(10, next);
  if (kind === 0) return line((pick(SHAPES, next) ?? String)(number(30, next) ** 2 + 1));
  const text = (): string =>
    Array.from({ length: 1 + number(12, next) }, () => wordOf(next)).join(pick(["", " "], next));
  if (kind < 7) return line(`${pick(PROGRAMS, next)} ${text()}`);
  const input = Object.fromEntries(
    Array.from({ length: number(5, next) }, () => [pick(KEYS, next) ?? "", inputOf(next, text)]),
  );
  return { tool: pick(TOOLS, next) ?? "", input, cwd: PROJECT };
}

function wordOf(next: Chance): string {
  return pick(number(3, next) === 0 ? PROGRAMS : MORE, next) ?? "";
}

function inputOf(next: Chance, text: () => string): unknown {
  return pick(
    [text, text, text, () => 7, () => null, () => [text(), text()], () => [{ new_string: text() }]],
    next,
  )?.();
}

export interface Fuzzed {
  readonly calls: number;
  readonly stopped: number;
  readonly slowestMs: number;
  /** What went wrong, with the call. */
  readonly faults: readonly string[];
}

const TRIES = 7;

export function spent(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** One quick try is enough; a slow one may be the compiler's doing, and is judged by the quickest of some. */
function cost(work: () => unknown, most: number): number {
  const once = spent(work);
  return once <= most ? once : Math.min(once, ...Array.from({ length: TRIES }, () => spent(work)));
}

export function fuzz(count: number, seed: number, mostMs: number): Fuzzed {
  const kept = manyRules(500);
  const next = chance(seed);
  const faults: string[] = [];
  let [stopped, slowestMs] = [0, 0];
  for (let at = 0; at < count; at++) {
    const call = fuzzedCall(next);
    const told = (what: string): void => void faults.push(`${what}: ${JSON.stringify(call).slice(0, 200)}`);
    try {
      const ms = cost(() => {
        if (decided(kept, call) !== undefined) stopped++;
      }, mostMs);
      slowestMs = Math.max(slowestMs, ms);
      if (ms > mostMs) told(`${ms.toFixed(1)} ms`);
    } catch (error) {
      told(String(error));
    }
  }
  return { calls: count, stopped, slowestMs, faults };
}

export interface Growth {
  readonly shape: string;
  readonly ms: number;
  /** How many times as much twice the length costs. */
  readonly times: number;
}

/** Calls that grow: the shapes that hurt a reader of lines, and texts that hurt a matcher of words, paths and texts. */
const GROWING: Readonly<Record<string, (size: number) => ToolCall>> = {
  ...Object.fromEntries(
    Object.entries(HOSTILE).map(([name, shape]) => [name, (size: number) => line(`npm;${shape(size)}`)]),
  ),
  "a command that a rule names, again and again": (size) => line("git pull;".repeat(size / 9)),
  "words that a rule almost means": (size) => line(`psql ${"pro ".repeat(size / 4)}`),
  "options that a rule almost means": (size) => line(`rm ${"-i ".repeat(size / 3)}`),
  "wrappers with many options": (size) => line(`sudo ${"-u sudo ".repeat(size / 8)} rm x`),
  "one word of many pieces": (size) => line(`npm ${"ab".repeat(size / 2)}`),
  "a word of dots": (size) => line(`npm ${"a.".repeat(size / 2)}`),
  "a path of many folders": (size) => ({
    tool: "Write",
    input: { path: `src/${"a/".repeat(size / 2)}b.ts` },
    cwd: PROJECT,
  }),
  "a text that a rule almost means": (size) => ({
    tool: "Write",
    input: { file_path: "src/a.ts", content: "console.lo".repeat(size / 10) },
    cwd: PROJECT,
  }),
};

const SIZE = 30_000;

export function growths(): readonly Growth[] {
  const kept = manyRules(500);
  return Object.entries(GROWING).map(([shape, make]) => {
    const [one, two] = [make(SIZE), make(2 * SIZE)];
    const least = (call: ToolCall): number =>
      Math.min(...Array.from({ length: TRIES }, () => spent(() => decided(kept, call))));
    least(one);
    const ms = least(two);
    return { shape, ms, times: ms / least(one) };
  });
}
