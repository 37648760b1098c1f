// The commands of README's quick start, read from README itself, so that the page and the walk can't differ.
import { readFileSync } from "node:fs";

const SECTION = "## Five minutes";

/** Every line of every shell block of the section, in order. */
export function quickStart(readme: string): readonly string[] {
  const text = readFileSync(readme, "utf8");
  const start = text.indexOf(`\n${SECTION}\n`);
  if (start < 0) throw new Error(`README has no section "${SECTION}"`);
  const end = text.indexOf("\n## ", start + SECTION.length);
  const section = text.slice(start, end < 0 ? undefined : end);
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? "");
  return blocks.flatMap((block) => block.split("\n")).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
