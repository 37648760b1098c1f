// Thursday: what the reports say (points 9 and 11).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Week } from "./home.ts";
import { linesOf } from "./tally.ts";

/** Of the audit's screen, with 40 memories of one sentence. */
const AUDIT_LINES = 20;

export async function reports(week: Week): Promise<void> {
  const { world, check } = week;
  const short = await world.type('holdfast add "Reviews end with a summary."');
  check("9: `add` with a sentence gives no advice on form", !/Why:|How to apply/.test(short.transcript), short);
  await world.type('holdfast add "The tax table is src/tax/table.ts, made by scripts/tax.ts."');
  const audit = await world.type("holdfast audit --html");
  const lines = linesOf(audit.transcript).filter((line) => line.trim() !== "");
  check(`9: the audit's screen has ${lines.length} lines, at most ${AUDIT_LINES}`, lines.length <= AUDIT_LINES, lines);
  const folder = join(world.home, ".holdfast", "audit");
  const page = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".html")) ?? ""), "utf8");
  const rows = (page.match(/<td class="names">/g) ?? []).length;
  check(
    `9: the page lists ${rows} rows to look at, and no note on form among them`,
    rows > 0 && !/structure\//.test(page),
    rows,
  );
  check(
    "11: files that a text names and nobody has are found",
    /Broken references +look/.test(lines.join("\n")),
    lines,
  );
  const svg = /<svg[\s\S]*?<\/svg>/.exec(page)?.[0] ?? "";
  check(
    "11: the first day's chart draws nothing quarantined where nothing is",
    !svg.includes("--quarantined"),
    svg.slice(0, 1500),
  );
  await world.type("holdfast off force-push");
  await world.type('holdfast add "use npm here, not pnpm"', "r");
  const put = linesOf((await world.type("holdfast audit")).transcript).join("\n");
  const counted = (text: string): string => /\d+ verified, \d+ inferred, \d+ quarantined/.exec(text)?.[0] ?? "";
  const alone = linesOf((await world.type("holdfast")).transcript).join("\n");
  check(
    "11: `holdfast` and `holdfast audit` count alike, with one off and one replaced",
    counted(alone) !== "" && counted(alone) === counted(put) && alone.includes("1 more put away"),
    [alone, put],
  );
  await world.type("holdfast undo");
  const stats = linesOf((await world.type("holdfast audit --stats")).transcript);
  check("11: no heading of the counts reads as an order", !stats.some((line) => /^Don't/.test(line)), stats);
}
