// The programs that own the figures, in the order in which they run, and with which options in each form. Never two at
// once: most of them measure time.

export const FORMS = ["tiny", "short", "long"] as const;
export type Form = (typeof FORMS)[number];

export interface Step {
  readonly name: string;
  /** Of proof.ts; what a reader types, and what is run once dist/ is built. */
  readonly proof: string;
  /** Undefined: left out in this form. */
  readonly options: Readonly<Record<Form, readonly string[] | undefined>>;
}

function step(name: string, proof: string, options: Partial<Record<Form, string>>): Step {
  const split = (form: Form): readonly string[] | undefined => options[form]?.split(" ").filter((part) => part !== "");
  return { name, proof, options: { tiny: split("tiny"), short: split("short"), long: split("long") } };
}

/** Tiny proves that gathering works and measures nothing worth reading. Its ranking needs no corpus of others. */
export const STEPS: readonly Step[] = [
  step("start", "bench:start", {
    tiny: "--runs 2",
    short: "--runs 21",
    long: "--runs 101",
  }),
  step("hook", "bench:hook", {
    tiny: "--runs 1 --sizes 50",
    short: "--runs 9",
    long: "--runs 50",
  }),
  step("search", "bench:search", { tiny: "--sizes 100", short: "", long: "--long" }),
  step("peers", "bench:peers", {
    tiny: "--sizes 50 --questions 2",
    short: "",
    long: "--sizes 1000,10000,100000 --questions 100",
  }),
  step("ranking", "eval:search", {
    tiny: "--quick --peers --only own",
    short: "--quick --peers",
    long: "--peers",
  }),
  step("secrets", "eval:secrets", { short: "", long: "" }),
  step("injection", "eval:injection", { short: "", long: "" }),
  step("cues", "eval:cues", { tiny: "", short: "", long: "" }),
  step("crash", "crash", { short: "--kills 100", long: "--kills 1000" }),
  step("contend", "contend", { short: "--writes 25", long: "" }),
  step("cost", "cost", { tiny: "--rounds 5", short: "", long: "--rounds 400" }),
  step("sync", "bench:sync", { short: "--memories 1000 --runs 5", long: "" }),
];

export function commandOf({ proof, options }: Step, form: Form): string {
  const chosen = options[form] ?? [];
  return `npm run proof ${proof}${chosen.length === 0 ? "" : ` -- ${chosen.join(" ")}`}`;
}
