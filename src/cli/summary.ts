// `holdfast` alone: where things stand, and the next commands (SUR-1).

import type { Workbench } from "../compose/command-line.ts";
import { activePause } from "../config/pause.ts";
import { list } from "../review/list.ts";
import { EXIT } from "./exit.ts";
import type { Output } from "./output.ts";
import { clip, projectWord } from "./tell.ts";

export function summary(bench: Workbench, out: Output): number {
  const { rows, broken, compared } = bench.hasStore()
    ? list(bench.stores(), {}, bench.act, { isOutdated: bench.isOutdated })
    : { rows: [], broken: [], compared: true };
  const used = rows.filter(({ status }) => status === "active");
  const away = rows.length - used.length;
  const count = (tier: string): number => used.filter((row) => row.tier === tier).length;
  const here = used.filter((row) => row.project !== null && row.project === bench.project?.id).length;
  const due = rows.filter((row) => row.due.length > 0).length;
  const paused = activePause(bench.pauses.read(), bench.project?.id, bench.act.now) !== undefined;
  if (out.options.json) {
    const tiers = {
      verified: count("verified"),
      inferred: count("inferred"),
      quarantined: count("quarantined"),
      unattested: count("unattested"),
    };
    out.json({
      version: bench.version,
      store: bench.hasStore() ? bench.here.places.store : null,
      tiers,
      away,
      due,
      "due-complete": compared,
      project: bench.project?.id ?? null,
      here,
      paused,
    });
    return EXIT.done;
  }
  out.line(`${out.paint("bold", "holdfast")} ${bench.version}`);
  if (!bench.hasStore()) {
    out.line("  No store yet.");
    commands(out, [["holdfast init", "make your store and connect your agents"]]);
    return EXIT.done;
  }
  const counts = `${count("verified")} verified, ${count("inferred")} inferred, ${count("quarantined")} quarantined`;
  out.line(
    `  ${counts}   ${out.paint("dim", clip(bench.here.places.store, Math.min(40, out.columns - counts.length - 5)))}`,
  );
  if (away > 0) out.line(`  ${away} more put away or retired   ${out.paint("dim", "holdfast list")}`);
  if (bench.project !== undefined)
    out.line(`  ${here} about this project   ${out.paint("dim", clip(projectWord(bench.project.id), 50))}`);
  if (due > 0) out.line(out.paint("yellow", `  ${due} wait${due === 1 ? "s" : ""} for you: holdfast review`));
  // A large store is not compared here: that nothing more waits is not known.
  if (!compared) out.line(`  Look-alikes are not looked for here   ${out.paint("dim", "holdfast review")}`);
  if (broken.length > 0) out.line(out.paint("red", `  ${broken.length} can't be read: holdfast doctor`));
  if (paused) out.line(out.paint("yellow", "  Paused: holdfast on"));
  commands(out, [
    ['holdfast add "..."', "remember something"],
    ["holdfast list", "what is remembered"],
    ["holdfast why", "what the agent was given"],
    ["holdfast doctor", "is everything in order?"],
    ["holdfast --help", "all commands"],
  ]);
  return EXIT.done;
}

function commands(out: Output, rows: readonly (readonly [string, string])[]): void {
  out.line();
  for (const [command, meaning] of rows) out.line(`  ${out.paint("cyan", command.padEnd(20))} ${meaning}`);
}
