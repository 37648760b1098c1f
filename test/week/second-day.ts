// Tuesday: memories typed in two projects, and sentences said to agents, which count the same day (points 3 and 10).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAID, session, TYPED, type Week } from "./home.ts";

/** Ways of saying it that no "remember" announces. */
const PLAIN = [
  "we don't use axios anymore",
  "I'd rather have small functions than comments",
  "No, we never mock the database.",
  "don't use default exports please",
];
const IN_TOOLS = ["The importer runs at two in the morning.", "Releases of the tools are made by hand."];
const DAYJS = "Dates are computed with dayjs, in UTC.";

export async function secondDay(week: Week): Promise<void> {
  const { world } = week;
  for (const text of TYPED) await added(week, `holdfast add "${text}"`);
  await added(week, `holdfast add --tags dates,time "${DAYJS}"`);
  await added(week, 'holdfast add --global --kind preference "Answer in whole sentences."');
  for (const text of IN_TOOLS) await added(week, `cd ${week.other}; holdfast add "${text}"`);
  await warned(week);
  await said(week);
  await world.ask("from now on prefer integers for money");
}

async function added({ world, check }: Week, command: string): Promise<void> {
  const run = await world.type(command);
  const scolded = /Why|How to apply/.test(run.transcript);
  if (run.code !== 0 || scolded) check("9: what README says to type is saved, without advice on form", false, run);
}

/** Point 10. */
async function warned(week: Week): Promise<void> {
  const { world, check } = week;
  const before = week.files().size;
  const opposite = await world.type('holdfast add "use npm here, not pnpm"');
  check(
    "10: the opposite is shown before it is saved, and Enter saves nothing",
    /against/.test(opposite.transcript) && week.files().size === before,
    opposite,
  );
  const same = await world.type('holdfast add "use pnpm here, not npm"');
  check(
    "10: the same again is known already, and no `_2`",
    /Already known/.test(same.transcript) && week.files().size === before,
    same,
  );
}

/** Point 3. */
async function said(week: Week): Promise<void> {
  const { world, check } = week;
  const sentences = [...SAID.map((text) => `Remember: ${text}`), ...PLAIN];
  const noted = sentences.map((prompt, at) => {
    record(week, `said-${at}`, prompt);
    week.event(`said-${at}`, "SessionStart", { source: "startup" });
    const { out } = week.event(`said-${at}`, "UserPromptSubmit", { prompt });
    week.event(`said-${at}`, "SessionEnd", { reason: "other" });
    return /Holdfast noted: /.test(out);
  });
  const heard = noted.filter(Boolean).length;
  check(
    `3: the agent's screen says what was noted, ${heard} of ${sentences.length} sentences`,
    heard === sentences.length,
    sentences.filter((_, at) => noted[at] !== true),
  );
  const review = await world.type("holdfast review", ...sentences.map(() => "c"));
  check(
    "3: all of it waits in review the same day, one key each",
    review.transcript.includes(`${sentences.length} confirmed`),
    review,
  );
  const [start] = session(week, "after-review", "hello");
  const given = SAID.filter((text) => start.includes(text.slice(0, 40))).length;
  check("3: the next session is given what was said", given === SAID.length, start);
}

/** The record that a session leaves, as Claude Code writes it. */
function record({ world }: Week, id: string, content: string): void {
  const line = {
    type: "user",
    message: { role: "user", content },
    timestamp: new Date().toISOString(),
    cwd: world.project,
    sessionId: id,
  };
  const path = join(world.home, ".claude", "projects", "-somewhere", `${id}.jsonl`);
  writeFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
