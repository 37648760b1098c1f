// How a run over an organisation's stores ended, for people.
import type { MirrorRun } from "../../compose/joining.ts";
import { settingsWords } from "../../config/policy.ts";
import { isRefusal } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import type { Output } from "../output.ts";
import { clip, count, paragraph } from "../tell.ts";
import { showRun } from "./report.ts";

export function showMirrors(runs: readonly MirrorRun[], out: Output): number {
  let exit: number = EXIT.done;
  for (const { name, role, outcome, waits, isRevoked, policies = [] } of runs) {
    out.line();
    out.line(`${out.paint("bold", clip(name, out.columns))}  ${out.paint("dim", role)}`);
    if (isRefusal(outcome) || outcome.kind === "failed") {
      paragraph(out, outcome.message);
      if (isRefusal(outcome) && outcome.hint !== undefined) out.line(`  ${out.paint("cyan", outcome.hint)}`);
      exit = EXIT.findings;
      continue;
    }
    const isWaiting = waits !== undefined && outcome.refused.length > 0;
    showRun(isWaiting ? { ...outcome, refused: [] } : outcome, out);
    if (waits !== undefined) {
      const many = count(outcome.refused.length, "file waits", "files wait");
      const what = isWaiting ? `${many} here: what` : "What";
      paragraph(
        out,
        `${what} you confirm there counts for others once a reviewer approves this device. On their machine:`,
      );
      out.line(`  ${out.paint("cyan", `holdfast trust --in ${name} --add ${waits}`)}`);
    }
    if (isRevoked === true)
      paragraph(
        out,
        "This device was revoked there: what it signs counts on no other machine. Ask an admin of the organisation why.",
      );
    for (const policy of policies) {
      const { number, by, date, settings } = policy;
      paragraph(out, `policy ${number}, signed by ${by} on ${date}, holds here: ${settingsWords(settings)}`);
    }
    if (isWaiting) continue;
    if (outcome.held.length + outcome.refused.length > 0) exit = EXIT.findings;
  }
  return exit;
}
