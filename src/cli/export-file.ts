// The end of an export into a file that an agent reads: compared, shown, asked about, written.
import { writeExport, writeRules } from "../compose/exporting.ts";
import type { Refusal } from "../text/errors.ts";
import type { LeftOut } from "../transfer/export-rules.ts";
import type { Drift } from "../transfer/rules-block.ts";
import { EXIT, ended, isDeclined } from "./exit.ts";
import type { Output } from "./output.ts";
import type { Ended, Invocation } from "./spec.ts";
import { clip, count, showDiff } from "./tell.ts";

export interface ExportedFile {
  readonly path: string;
  /** Undefined where there is none. */
  readonly before: string | undefined;
  readonly after: string;
  readonly rules: number;
  /** More of it for --json. */
  readonly told: object;
  /** What differs, rule by rule, and what to run then. */
  readonly drift?: Drift;
  readonly form: string;
}

export async function putExport(call: Invocation, file: ExportedFile): Promise<Ended> {
  const { path, before, after, rules, told } = file;
  const { bench, out, options } = call;
  const isSame = after === (before ?? "");
  if (out.options.json) out.json({ path, outcome: isSame ? "same" : "differs", rules, ...told });
  if (isSame) {
    out.note(`${clip(path, 60)} is up to date (${count(rules, "rule", "rules")}).`);
    return EXIT.done;
  }
  // The file keeps its line ends; a terminal shows them as empty lines.
  const lines = (text: string): string => text.replaceAll("\r\n", "\n");
  await showDiff(out, path, lines(before ?? ""), lines(after));
  if (options["check"] === true) {
    tellDrift(out, file);
    return EXIT.findings;
  }
  if (await isDeclined(call, `Write ${clip(path, 50)}?`, { nothing: "Nothing was written." })) return EXIT.findings;
  const refused = writeRules(path, before, after);
  if (refused !== undefined) return ended(refused, out, bench, "reported");
  out.note(`${out.paint("green", "written")}  ${count(rules, "rule", "rules")}`);
  return EXIT.done;
}

function tellDrift(out: Output, { path, drift, form }: ExportedFile): void {
  const counts = drift === undefined ? "" : `: ${drift.missing.length} to add, ${drift.gone.length} to take out`;
  out.note(`${clip(path, 60)} differs from the memories${counts}.`);
  out.note(`Next: ${out.paint("cyan", `holdfast export ${form}`)}`);
}

export function tellLeftOut(out: Output, { leftOut }: { readonly leftOut: readonly LeftOut[] }): void {
  for (const { stem, why } of leftOut)
    out.note(`  ${out.paint("yellow", "left out")}  ${clip(stem, 40).padEnd(40)}  ${why}`);
}

/** Readable by its owner alone; what stands there is asked about. */
export async function putFile(
  { bench, options }: Pick<Invocation, "bench" | "options">,
  path: string,
  bytes: Uint8Array,
): Promise<"kept" | Refusal | undefined> {
  const written = writeExport(path, bytes, options["yes"] === true);
  if (written !== "exists") return written;
  if (!(await bench.ask(`${clip(path, 50)} is there already. Replace it?`, "no"))) return "kept";
  const over = writeExport(path, bytes, true);
  return over === "exists" ? "kept" : over;
}
