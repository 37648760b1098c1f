// Writes src/core/text/strip-table.generated.ts from the Unicode data of the Node that runs it (CHK-30).
// Run it with a Node whose process.versions.unicode is the pinned version; the drift test does the same in memory.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PINNED_UNICODE = "17.0";

const STRIPPED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
const LAST = 0x10ffff;
const LINE = 112;

/** Pairs of base-36 numbers: how many code points stay, then how many go, from U+0000 upwards. */
export function stripRuns(): readonly string[] {
  const runs: string[] = [];
  let stripped = false;
  let since = 0;
  for (let point = 0; point <= LAST; point++) {
    if (STRIPPED.test(String.fromCodePoint(point)) === stripped) continue;
    runs.push((point - since).toString(36));
    stripped = !stripped;
    since = point;
  }
  if (stripped) runs.push((LAST + 1 - since).toString(36));
  return runs;
}

export function stripTableSource(): string {
  const lines: string[] = [];
  let line = "";
  for (const run of stripRuns()) {
    if (line.length + run.length + 1 > LINE) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? run : `${line} ${run}`;
  }
  lines.push(line);
  return [
    "// Written by scripts/generate-strip-table.ts; do not edit. Code points that never reach a reader (CHK-30), pinned",
    "// to one Unicode version so that every Node gives the same bytes. Base 36: so many stay, then so many go, ...",
    `export const STRIP_UNICODE = "${PINNED_UNICODE}";`,
    "export const STRIP_RUNS: string = [",
    ...lines.map((each) => `  "${each}",`),
    '].join(" ");',
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.versions.unicode !== PINNED_UNICODE)
    throw new Error(`This Node has Unicode ${process.versions.unicode}; the table is pinned to ${PINNED_UNICODE}.`);
  writeFileSync(new URL("../src/core/text/strip-table.generated.ts", import.meta.url), stripTableSource());
}
