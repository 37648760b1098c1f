// holdfast stats: which memories earn their place.

import { type Earning, type Stats, stats } from "../../health/stats.ts";
import type { ObservedMonth } from "../../observer/report.ts";
import { refuse } from "../../text/errors.ts";
import { EXIT } from "../exit.ts";
import { dollars } from "../observe-wording.ts";
import type { Output, Style } from "../output.ts";
import type { Commands, Ended, Invocation } from "../spec.ts";
import { clip, paragraph } from "../tell.ts";

const RECEIPTS = 500_000;
const LIMIT = 10;

type Group = readonly [standing: Earning, title: string, style: Style];

const GROUPS: readonly Group[] = [
  ["earns", "Earn their place: agents used them, and seldom had to be corrected", "green"],
  ["costs", "Cost more than they give: corrected as often as used, or shown in vain", "yellow"],
  ["quiet", "Shown, and no agent said whether it helped", "dim"],
  ["idle", "Shown to no agent", "dim"],
];

export const commands: Commands = {
  stats: {
    usage: "holdfast stats [--limit N]",
    about: ["Counted from the last 90 days on this machine. `used` and `wrong` are what agents said of a memory."],
    options: { limit: { type: "string", value: "N", help: "At most so many of each group (default 10)" } },
    names: [0, 0],
    drains: true,
    examples: ["holdfast stats", "holdfast stats --limit 50", "holdfast stats --json"],
    run,
  },
};

async function run({ bench, out, options }: Invocation): Promise<Ended> {
  const limit = options["limit"] === undefined ? LIMIT : Number(options["limit"]);
  if (!Number.isSafeInteger(limit) || limit < 1)
    return refuse("usage", "--limit is a whole number from 1.", "holdfast audit --stats --help");
  const found = stats(bench.stores(), bench.receipts(RECEIPTS), bench.act.now);
  const observed = (await bench.observer()).report(bench.act.now).month;
  if (out.options.json) out.json({ ...found, observer: observed });
  else print(found, limit, out);
  if (!out.options.json && observed.kept + observed.money > 0) {
    out.line();
    paragraph(out, observedText(observed));
  }
  return EXIT.done;
}

/** What the observer kept cost, each (OBS-9). */
function observedText({ kept, money, each }: ObservedMonth): string {
  const price = each === null ? "" : `, ${dollars(each)} each`;
  return `The observer this month: ${dollars(money)} for ${counted(kept, "new memor", "y", "ies")}${price}.`;
}

function print(found: Stats, limit: number, out: Output): void {
  const { rows, shown, tokens, sessions, since } = found;
  if (rows.length === 0) {
    out.note("There is no memory in use yet: holdfast add");
    return;
  }
  const whole =
    since === null
      ? "No agent was given anything in the last 90 days."
      : `Since ${since.slice(0, 10)}: ${counted(shown, "injection")} in ${counted(sessions, "session")}, about ${counted(tokens, "token")}.`;
  paragraph(out, whole);
  for (const group of GROUPS) printGroup(group, found, limit, out);
}

function printGroup([standing, title, style]: Group, found: Stats, limit: number, out: Output): void {
  const rows = found.rows.filter((row) => row.standing === standing);
  if (rows.length === 0) return;
  out.line();
  out.line(`${out.paint(style, title)} (${rows.length})`);
  const name = Math.max(12, out.columns - 42);
  out.line(out.paint("dim", `  ${"".padEnd(name)}  ${HEAD}`));
  for (const row of rows.slice(0, limit)) {
    const counts = [row.shown, row.used, row.corrected, row.tokens].map((n) => String(n).padStart(9)).join(" ");
    out.line(`  ${clip(row.name, name).padEnd(name)}  ${counts.slice(2)}`);
  }
  if (rows.length > limit) out.note(`  ${rows.length - limit} more: --limit ${rows.length}`);
}

function counted(n: number, word: string, one = "", many = "s"): string {
  return `${n} ${word}${n === 1 ? one : many}`;
}

const HEAD = ["shown", "used", "corrected", "tokens"]
  .map((word) => word.padStart(9))
  .join(" ")
  .slice(2);
