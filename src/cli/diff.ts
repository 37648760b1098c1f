// What will change, as a diff; loaded only where one is shown.
import { forTerminal } from "../text/sanitise.ts";
import type { Output } from "./output.ts";

/** How many lines it adds and removes. */
export interface DiffSize {
  readonly added: number;
  readonly removed: number;
}

export async function showDiff(out: Output, label: string, before: string, after: string): Promise<DiffSize> {
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch(label, label, before, after, "", "", { context: 2 });
  for (const hunk of patch.hunks) {
    for (const line of hunk.lines) out.note(`  ${painted(out, forTerminal(line))}`);
  }
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count("+"), removed: count("-") };
}

function painted(out: Output, line: string): string {
  if (line.startsWith("+")) return out.paint("green", line);
  return line.startsWith("-") ? out.paint("red", line) : out.paint("dim", line);
}
