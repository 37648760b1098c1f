// holdfast check

import type { Broken } from "../../app/catalogue.ts";
import { type Checkable, type CheckReport, checkAll, storedFiles } from "../../app/check.ts";
import { resolve } from "../../app/resolve.ts";
import { isRefusal, type Refusal, refuse } from "../../core/errors.ts";
import { forTerminalLine } from "../../core/text/sanitise.ts";
import { permission } from "../../core/trust/authority.ts";
import { ended } from "../ended.ts";
import { EXIT } from "../exit.ts";
import type { Invocation } from "../spec.ts";
import { clip } from "../tell.ts";
import { wrap } from "../wrap.ts";

export function run(call: Invocation): number {
  const { bench, out, names, options } = call;
  const items: Checkable[] =
    names.length === 0 || options["all"] === true ? [...storedFiles(bench.stores(), bench.act)] : [];
  for (const name of names) {
    const item = itemOf(call, name);
    if (isRefusal(item)) return ended(item, out, bench);
    items.push(item);
  }
  const report = checkAll(items);
  if (out.options.json) out.json(report);
  else print(call, report);
  if (report.fail > 0) return EXIT.findings;
  return report.warn > 0 ? EXIT.warnings : EXIT.done;
}

function print({ out }: Invocation, report: CheckReport): void {
  for (const file of report.files) {
    if (file.verdict === "PASS" && report.files.length > 1) continue;
    const style = file.verdict === "PASS" ? "green" : file.verdict === "WARN-SEMANTIC" ? "yellow" : "red";
    out.line(`${out.paint(style, file.verdict.padEnd(14))} ${clip(file.label, out.columns - 15)}`);
    for (const { line, hint, rule } of file.findings) {
      const [first = "", ...more] = wrap(`line ${line}: ${forTerminalLine(hint)} [${rule}]`, out.columns - 6);
      out.line(`    ${first}`);
      for (const part of more) out.line(`      ${part}`);
    }
  }
  out.line(`${report.pass} pass, ${report.warn} warn, ${report.fail} fail`);
}

/** A memory's name when there is such a memory, else a path. */
function itemOf({ bench }: Invocation, name: string): Checkable | Refusal {
  const found = bench.hasStore() ? resolve(bench.stores(), name) : undefined;
  const stored =
    found?.kind === "found"
      ? found.memory.stored
      : found?.kind === "found-broken"
        ? brokenFile(found.broken)
        : undefined;
  if (stored?.place === "quarantine" && permission("check", bench.act.channel) !== "full")
    return refuse("needs-person", `${name} is quarantined; what is in it is told only to a person.`);
  if (stored !== undefined)
    return { label: `${stored.place}/${stored.file}`, place: stored.place, file: stored.file, bytes: stored.bytes };
  const bytes = bench.readFile(name);
  if (!(bytes instanceof Uint8Array)) return found?.kind === "refusal" && bytes.code === "not-found" ? found : bytes;
  return { label: name, file: name.split(/[\\/]/).at(-1) ?? name, bytes };
}

function brokenFile({ stored, spot, reason }: Broken): Pick<Checkable, "bytes"> & Broken["spot"] {
  return stored ?? { ...spot, bytes: reason };
}
