// What 500 rules cost a call (RUL-7): the whole built hook on a store of 500 memories with a rule each, against the same store
// without any, in turns.
import { resolve } from "node:path";
import { median, runOnce } from "../hook-bench/process.ts";
import { type Build, buildIn, makeStore, type StoreBox } from "../hook-bench/store.ts";
import { entryArguments } from "../support/hook-run.ts";
import { manyRules } from "./fuzz.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const RULES = 500;

type Call = readonly [name: string, tool: string, input: Readonly<Record<string, string>>];

/** None of them is what a rule means: a stop is quick. The first two name programs that dozens of the rules are about. */
const CALLS: readonly Call[] = [
  ["tests", "Bash", { command: "npm run test -- --run" }],
  ["git", "Bash", { command: "git status --short && git diff --stat" }],
  ["list", "Bash", { command: "ls -la src" }],
  ["edit", "Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }],
];

export interface Cost {
  readonly call: string;
  /** The median with rules over the median without. */
  readonly ratio: number;
  readonly ms: number;
}

interface Side {
  readonly box: StoreBox;
  readonly build: Build;
  readonly times: Map<string, number[]>;
}

export function measureCost(rounds: number): readonly Cost[] {
  const rules = manyRules(RULES).map(({ source }) => source);
  const boxes = [makeStore(RULES, rules), makeStore(RULES)];
  try {
    const sides = boxes.map((box): Side => ({ box, build: buildIn(box, DIST, 0), times: new Map() }));
    // The first two rounds compile and fill what the others find.
    for (let round = -2; round < rounds; round++) {
      for (const call of CALLS)
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) time(side, call, round);
    }
    return CALLS.map(([call]) => {
      const [ruled = Number.NaN, bare = Number.NaN] = sides.map(({ times }) => median(times.get(call) ?? []));
      return { call, ratio: ruled / bare, ms: ruled };
    });
  } finally {
    for (const box of boxes) box.remove();
  }
}

function time({ box, build, times }: Side, [name, tool, input]: Call, round: number): void {
  const stdin = {
    session_id: `rules-${name}-${round + 2}`,
    transcript_path: "",
    cwd: box.project,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
  };
  const ran = runOnce([resolve(DIST, "hook.cjs"), ...entryArguments(build.env)], JSON.stringify(stdin), build.env);
  if (ran.code !== 0 || ran.out !== "") throw new Error(`${name}: ${ran.code} ${ran.out} ${ran.err}`);
  if (round >= 0) times.set(name, [...(times.get(name) ?? []), ran.ms]);
}
