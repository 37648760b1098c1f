// Wednesday: the list, names, the screens and the cards (points 6, 7, 14 and 15).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startAsPerson } from "../support/person.ts";
import type { Week } from "./home.ts";
import { editor, openShell } from "./shell.ts";
import { linesOf } from "./tally.ts";

/** As long as a file's name may be without its ending. */
const LONGEST_NAME = 40;
const ROW = /^ {0,2}\d+ {2}(?:verified|inferred|quarantined|unconfirmed) /;

export async function inTheList(week: Week): Promise<void> {
  await browsing(week);
  await naming(week);
  await card(week);
  await wide(week);
}

async function browsing(week: Week): Promise<void> {
  const { world, check } = week;
  const rows = async (options: string): Promise<readonly string[]> =>
    linesOf((await world.type(`stty cols 80; holdfast list ${options}`)).transcript).filter((line) => ROW.test(line));
  const here = await rows("");
  const whole = linesOf((await world.type("stty cols 80; holdfast list")).transcript).filter(
    (line) => line.trim() !== "",
  );
  check("6: a memory is one line, but for one that counts the rest", whole.length === here.length + 1, whole.slice(-4));
  check(
    "6: in a project, what is of another is not mixed in",
    here.length >= 38 && !here.some((line) => /importer runs|\[project\]/.test(line)),
    here,
  );
  const slugs = here.filter((line) => /verified +[a-z]+(?:-[a-z]+){2,} /.test(line));
  check("6: a row says what it is about, not how a file was called", slugs.length === 0, slugs);
  const tools = await rows("--project tools");
  check("6: --project shows another", tools.length === 2 && tools.every((line) => line.includes("tools")), tools);
  check("6: --tag", (await rows("--tag dates")).length === 1);
  check("6: a word", (await rows("wkhtmltopdf")).length === 1);
  check(
    "6: --since",
    (await rows("--since 2000-01-01")).length === here.length && (await rows("--since 2100-01-01")).length === 0,
  );
  const row = async (columns: number): Promise<string> => {
    const { transcript } = await world.type(`stty cols ${columns}; holdfast list bastion`);
    return linesOf(transcript).find((line) => ROW.test(line)) ?? "";
  };
  const [narrow, broad] = [await row(80), await row(120)];
  check("6: a wide screen shows more of a name", broad.length > narrow.length && narrow.length <= 80, [narrow, broad]);
  await replacedOnes(week, rows);
  await page(week);
}

/** What another memory has replaced is out of sight until it is asked for. */
async function replacedOnes(
  { world, check }: Week,
  rows: (options: string) => Promise<readonly string[]>,
): Promise<void> {
  const before = (await rows("")).length;
  await world.type('holdfast add "use npm here, not pnpm"', "r");
  const [after, all] = [await rows("pnpm here"), await rows("--all pnpm here")];
  check("6: what was replaced is not listed", (await rows("")).length === before && after.length === 1, after);
  check("6: --all has it", all.length === 2 && all.some((line) => line.includes("superseded")), all);
  await world.type("holdfast undo");
  check(
    "6: and undo brings it back",
    (await rows("pnpm here")).some((line) => /use pnpm/i.test(line)),
  );
}

async function page({ world, check }: Week): Promise<void> {
  const command = startAsPerson(["/bin/bash", "-c", "holdfast ui"], { cwd: world.project, env: world.env });
  const link = await new Promise<string>((resolve) => {
    const look = (): void => resolve(/http:\/\/\S+/.exec(linesOf(command.transcript()).join("\n"))?.[0] ?? "");
    command.onOutput(() => /http:\/\/\S+\s/.test(command.transcript()) && look());
    setTimeout(look, 15_000);
  });
  const answer = link === "" ? undefined : await fetch(link, { redirect: "manual" });
  check("6: `holdfast ui` opens a page of everything", answer !== undefined && answer.status < 400, [
    link,
    answer?.status,
  ]);
  command.kill();
  await command.ended;
}

/** Point 7. */
async function naming(week: Week): Promise<void> {
  const { world, check } = week;
  const long = [...week.files().keys()].filter((name) => name.length > LONGEST_NAME + ".md".length);
  check(`7: no name is longer than ${LONGEST_NAME} characters`, long.length === 0, long);
  const edit = await world.type(`EDITOR=${editor(world, "s/with dayjs/only with dayjs/")} holdfast edit dayjs`);
  check(
    "7: `edit dayjs` takes the one match",
    edit.code === 0 && [...week.files().values()].some((text) => text.includes("only with dayjs")),
    edit,
  );
  const show = await world.type("holdfast list --tag dates; holdfast show 1");
  check(
    "7: rows have numbers",
    linesOf(show.transcript).some((line) => /^ +1 {2}/.test(line)),
    show,
  );
  check(
    "7: and a number names its memory",
    show.code === 0 && /1: Dates are/.test(linesOf(show.transcript).join("\n")),
    show,
  );
  const shell = await openShell(world);
  await shell.type("holdfast show feedback_prefer_s\t", /feedback_prefer_small_commits/);
  const seen = await shell.close();
  check("7: Tab completes a name", seen.includes("feedback_prefer_small_commits"), seen.slice(-600));
}

/** Point 15: what was signed and what stands there now, beside each other. */
async function card({ world, check }: Week): Promise<void> {
  const folder = join(world.home, ".holdfast", "memories");
  const file = readdirSync(folder).find((name) => name.includes("never_force_push")) ?? "";
  const signed = readFileSync(join(folder, file), "utf8");
  writeFileSync(join(folder, file), signed.replaceAll("Never force-push", "Always force-push"));
  const seen = await world.answer("holdfast review", [/ quit .* > $/, "q"]);
  const lines = linesOf(seen.transcript);
  const differs =
    lines.some((line) => /^ *[-−|].*Never/.test(line)) && lines.some((line) => /^ *[+|].*Always/.test(line));
  check("15: a card of changed words shows what was signed beside what stands there", differs, lines);
  writeFileSync(join(folder, file), signed);
}

/** Point 14: no line of the screens is wider than a terminal of 80, and they are short. */
async function wide({ world, check }: Week): Promise<void> {
  const at80 = async (command: string): Promise<readonly string[]> =>
    linesOf((await world.type(`stty cols 80; ${command}`)).transcript).filter((line) => line.trim() !== "");
  for (const command of [
    "holdfast",
    "holdfast --help",
    "holdfast add --help",
    "holdfast review --help",
    "holdfast list",
    "holdfast why",
    "holdfast doctor",
    "holdfast search dates",
    "holdfast audit",
  ]) {
    const lines = await at80(command);
    const wide = lines.filter((line) => line.length > 80);
    check(`14: \`${command}\` fits 80 columns`, lines.length > 0 && wide.length === 0, wide);
  }
  const doctor = await at80("holdfast doctor");
  check("14: doctor says what is in order in one line", doctor.length === 1, doctor);
  const why = await at80("holdfast why");
  const rows = why.filter((line) => ROW.test(line));
  check("14: why takes one line a memory", rows.length > 0 && why.length <= rows.length + 6, why);
}
