// The commands of README's quick start, read from README itself, so that the page and the walk can't differ.
import { readFileSync } from "node:fs";
import { commandsOf, readFences } from "../support/fences.ts";

const SECTION = "Five minutes";

/** Every line of every shell block of the section, in order. */
export function quickStart(readme: string): readonly string[] {
  const blocks = readFences(readFileSync(readme, "utf8")).filter(({ heading }) => heading === SECTION);
  if (blocks.length === 0) throw new Error(`README has no section "${SECTION}"`);
  return commandsOf(blocks);
}
