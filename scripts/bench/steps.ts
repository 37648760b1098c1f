// The programs that own the figures, in the order in which they run, and with which options in each form. Never two at
// once: most of them measure time.

export const FORMS = ["tiny", "short", "long"] as const;
export type Form = (typeof FORMS)[number];

export interface Step {
  readonly name: string;
  /** Of package.json; what a reader types. */
  readonly script: string;
  /** What that script runs, once dist/ is built. */
  readonly program: string;
  /** Undefined: left out in this form. */
  readonly options: Readonly<Record<Form, readonly string[] | undefined>>;
}

function step(name: string, script: string, program: string, options: Partial<Record<Form, string>>): Step {
  const split = (form: Form): readonly string[] | undefined => options[form]?.split(" ").filter((part) => part !== "");
  return { name, script, program, options: { tiny: split("tiny"), short: split("short"), long: split("long") } };
}

/** Tiny proves that gathering works and measures nothing worth reading. Its ranking needs no corpus of others. */
export const STEPS: readonly Step[] = [
  step("start", "bench:start", "test/start-bench/main.ts", {
    tiny: "--runs 2",
    short: "--runs 21",
    long: "--runs 101",
  }),
  step("hook", "bench:hook", "test/hook-bench/main.ts", {
    tiny: "--runs 1 --sizes 50",
    short: "--runs 9",
    long: "--runs 50",
  }),
  step("search", "bench:search", "test/bench/main.ts", { tiny: "--sizes 100", short: "", long: "--long" }),
  step("peers", "bench:peers", "eval/peers/main.ts", {
    tiny: "--sizes 50 --questions 2",
    short: "",
    long: "--sizes 1000,10000,100000 --questions 100",
  }),
  step("ranking", "eval:search", "eval/search/main.ts", {
    tiny: "--quick --peers --only own",
    short: "--quick --peers",
    long: "--peers",
  }),
  step("secrets", "eval:secrets", "eval/security/secrets/main.ts", { short: "", long: "" }),
  step("injection", "eval:injection", "eval/security/injection/main.ts", { short: "", long: "" }),
  step("cues", "eval:cues", "eval/cues/main.ts", { tiny: "", short: "", long: "" }),
  step("crash", "crash", "test/crash/main.ts", { short: "--kills 100", long: "--kills 1000" }),
  step("contend", "contend", "test/contend/main.ts", { short: "--writes 25", long: "" }),
  step("cost", "cost", "test/cost/main.ts", { tiny: "--rounds 5", short: "", long: "--rounds 400" }),
  step("sync", "bench:sync", "test/sync-bench/main.ts", { short: "--memories 1000 --runs 5", long: "" }),
];

export function commandOf({ script, options }: Step, form: Form): string {
  const chosen = options[form] ?? [];
  return `npm run ${script}${chosen.length === 0 ? "" : ` -- ${chosen.join(" ")}`}`;
}
