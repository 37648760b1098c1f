// What will change, as a diff; loaded only where one is shown.
import { forTerminal } from "../core/text/sanitise.ts";
import type { Output } from "./output.ts";

export async function showDiff(out: Output, label: string, before: string, after: string): Promise<void> {
  const { structuredPatch } = await import("diff");
  const patch = structuredPatch(label, label, before, after, "", "", { context: 2 });
  for (const hunk of patch.hunks) {
    for (const line of hunk.lines) out.note(`  ${painted(out, forTerminal(line))}`);
  }
}

function painted(out: Output, line: string): string {
  if (line.startsWith("+")) return out.paint("green", line);
  return line.startsWith("-") ? out.paint("red", line) : out.paint("dim", line);
}
