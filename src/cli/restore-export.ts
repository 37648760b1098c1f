// `holdfast import holdfast FILE`: an export brought back. Shown first, asked once, a result per file that is not as it was.

import { isRefusal } from "../text/errors.ts";
import { planRestoreExport, type RestoredFile, restoreExport } from "../transfer/restore-export.ts";
import { ended } from "./ended.ts";
import { EXIT } from "./exit.ts";
import type { Invocation } from "./spec.ts";
import { clip, count } from "./tell.ts";

const SHOWN = 20;
const WORDS: Readonly<Record<RestoredFile["outcome"], string>> = {
  added: "added",
  same: "the same",
  differs: "stands with another text",
  forgotten: "was forgotten here",
};

/** `file` is what stands behind the source word; without `execute` nothing is changed. */
export async function runRestoreExport(call: Invocation, file: string, execute: boolean): Promise<number> {
  const { bench, out } = call;
  const text = (await bench.exporting()).readExport(file);
  return isRefusal(text) ? ended(text, out, bench) : restoreText(call, text, execute);
}

export async function restoreText(
  { bench, out, options }: Invocation,
  text: string,
  execute: boolean,
): Promise<number> {
  const tools = await bench.exporting();
  const open = bench.storeOf("personal");
  const to = tools.files(open);
  const plan = planRestoreExport(open, to, text, bench.act);
  if (plan.kind === "refusal") return ended(plan, out, bench);
  const kept = plan.files.filter(({ outcome }) => outcome === "differs" || outcome === "forgotten");
  // What was said about a forgotten memory goes without saying.
  const told = kept.filter(({ path, outcome }) => outcome !== "forgotten" || !path.startsWith("attest/"));
  for (const { path, outcome } of told.slice(0, SHOWN))
    out.note(`  ${out.paint("yellow", "kept out")}  ${clip(path, 44).padEnd(44)}  ${WORDS[outcome]}`);
  for (const path of plan.secrets.slice(0, SHOWN)) out.note(`  ${out.paint("yellow", "secret")}    ${clip(path, 60)}`);
  out.note(
    `  ${count(plan.adding.length, "file", "files")} to add, ${plan.files.length - plan.adding.length - kept.length} are there already`,
  );
  if (!execute) {
    if (out.options.json) out.json({ outcome: "planned", files: plan.files, secrets: plan.secrets });
    out.note("Nothing was changed.");
    return kept.length === 0 ? EXIT.done : EXIT.findings;
  }
  const isIdle = plan.adding.length === 0 && plan.marker === undefined;
  if (!isIdle && options["yes"] !== true && !(await bench.ask("Bring it back?", "yes"))) {
    out.note("Nothing was changed.");
    return EXIT.findings;
  }
  const done = isIdle ? plan.files : await restoreExport(open, to, plan);
  if (isRefusal(done)) return ended(done, out, bench);
  if (out.options.json) out.json({ outcome: "restored", files: done, secrets: plan.secrets });
  out.note(
    `${out.paint("green", "restored")}  ${count(done.filter(({ outcome }) => outcome === "added").length, "file", "files")}`,
  );
  return kept.length === 0 ? EXIT.done : EXIT.findings;
}
