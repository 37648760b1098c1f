// The lines of a run: each store's, and each size's over both halves of the questions.
import type { Figures } from "./floors.ts";
import type { World } from "./notes.ts";
import { type Rows, sumOf, type Tallies, type Tally } from "./tally.ts";

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : ((100 * part) / whole).toFixed(1));

export function say(world: World, tallies: Tallies): void {
  for (const [key, tally] of tallies) {
    const { asked, arrived, atStart, byPrompt, tokens } = tally;
    if (/\bact\b/.test(key)) {
      const share = `${key.startsWith("ordinary") ? "brought" : "arrived"}=${percent(arrived, asked)}`;
      console.log(
        `${world.name} "${key}" n=${asked} ${share} tokens-per-act=${(tokens / Math.max(1, asked)).toFixed(1)}`,
      );
      continue;
    }
    const work = `at-work=${percent(tally.arrivedAtWork, asked)} start-at-work=${percent(tally.atStartAtWork, asked)}`;
    const bare = `arrived=${percent(arrived, asked)} start=${percent(atStart, asked)}`;
    const shares = `${bare} ${work} prompt=${percent(byPrompt, asked)}`;
    const cost = `tokens-per-prompt=${(tokens / Math.max(1, asked)).toFixed(1)}`;
    const isAnswered = !/^(unanswerable|everyday)/.test(key);
    console.log(`${world.name} "${key}" n=${asked} ${isAnswered ? `${shares} ` : ""}${cost}`);
  }
}

const HALVES = ["development", "held-out"] as const;

/** Of each size and half of the questions: what arrived, and what silence cost. */
export function summary(rows: Rows, sizes: readonly number[]): readonly string[] {
  const lines = sizes.flatMap((size) =>
    HALVES.map((half) => {
      const shares = ["shared", "none-shared"].map((kind) => {
        const of = sumOf(rows, size, `${kind} ${half}`);
        const work = `at-work=${percent(of.arrivedAtWork, of.asked)}`;
        return `${kind} n=${of.asked} arrived=${percent(of.arrived, of.asked)} ${work} prompt=${percent(of.byPrompt, of.asked)}`;
      });
      const silent = sumOf(rows, size, `unanswerable ${half}`);
      return `size=${size} ${half}: ${shares.join("; ")}; unanswerable n=${silent.asked} tokens=${perPrompt(silent).toFixed(1)}`;
    }),
  );
  const acts = sizes.map((size) => sumOf(rows, size, "ordinary act")).filter(({ asked }) => asked > 0);
  const [brought, done] = acts.reduce(([b, n], each) => [b + each.arrived, n + each.asked], [0, 0]);
  return done === 0 ? lines : [...lines, `ordinary-acts n=${done} brought=${percent(brought, done)}`];
}

/** For the floors. */
export function figuresOf(rows: Rows, sizes: readonly number[]): Figures {
  const figures = new Map<string, number>();
  const put = (name: string, part: number, { asked }: Tally, of = 100): void => {
    if (asked > 0) figures.set(name, (of * part) / asked);
  };
  for (const size of sizes) {
    const [shared, none] = [sumOf(rows, size, "shared"), sumOf(rows, size, "none-shared")];
    put(`${size}: shared`, shared.arrived, shared);
    put(`${size}: none-shared`, none.arrived, none);
    put(`${size}: none-shared, at work`, none.arrivedAtWork, none);
    const [silent, everyday] = [sumOf(rows, size, "unanswerable"), sumOf(rows, size, "everyday")];
    put(`${size}: tokens of an unanswerable prompt`, silent.tokens, silent, 1);
    put(`${size}: tokens of an everyday prompt`, everyday.tokens, everyday, 1);
  }
  const newcomer = rows.find(([{ name }]) => name === "newcomer")?.[1].get("shared");
  if (newcomer !== undefined) put("newcomer: arrived", newcomer.arrived, newcomer);
  return figures;
}

function perPrompt({ tokens, asked }: Tally): number {
  return tokens / Math.max(1, asked);
}
