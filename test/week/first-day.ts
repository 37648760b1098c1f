// Monday: `init` on a machine with a past, and the first session (points 4, 5 and 14, and the time to the first value).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IN_CLAUDE_MD, IN_CLAUDES_FOLDER, TEAM_RULES, UNDERSCORED, type Week } from "./home.ts";
import { linesOf } from "./tally.ts";

const LIMIT_S = 90;
/** Claude's own notes, and three sentences of an earlier session. */
const FOUND = IN_CLAUDES_FOLDER.length + 1 + 3;
/** Until the first question: what was made, what will change. */
const INIT_LINES = 12;

/** Gives what `init` showed. */
export async function firstDay(week: Week): Promise<string> {
  const { world, check, say } = week;
  const began = performance.now();
  const init = await world.type(
    "stty cols 80; holdfast init",
    "y",
    "y",
    "all",
    ...Array.from({ length: FOUND }, () => "c"),
    "y",
  );
  check("4: init takes over what Claude was told before", init.transcript.includes(`${FOUND} confirmed`), init);
  check(
    "4: init offers to let the store take the place of Claude's own memory",
    /Use only the store\?/.test(init.transcript),
    init,
  );
  const first = await world.ask("What do I have to know here?");
  const seconds = (performance.now() - began) / 1000;
  say(
    `time-to-first-value=${seconds.toFixed(1)} s, from the start of \`holdfast init\` to a session that is given a memory`,
  );
  check(`table: the first value within ${LIMIT_S} s`, first.last.includes(UNDERSCORED) && seconds < LIMIT_S, seconds);
  const times = first.last.split(IN_CLAUDE_MD).length - 1;
  check("4: a rule of CLAUDE.md is in the request once", times === 1, times);
  const lines = linesOf(init.transcript);
  const asked = lines.findIndex((line) => line.includes("Apply this?"));
  check(
    `14: init shows at most ${INIT_LINES} lines before it asks`,
    asked >= 0 && asked < INIT_LINES,
    lines.slice(0, 20),
  );
  const wide = lines.filter((line) => line.length > 80 && !line.includes(world.home));
  check("14: init fits 80 columns, but for a long path", wide.length === 0, wide);
  await imported(week);
  return init.transcript;
}

/** Point 5: what comes in is what stood there, each rule by itself, and one file each. */
async function imported(week: Week): Promise<void> {
  const { world, check } = week;
  const underscored = [...week.files().values()].find((text) => text.includes("checkout_events")) ?? "";
  const [, description = ""] = /^description: (.*)$/m.exec(underscored) ?? [];
  check(
    "5: `checkout_events` is kept byte for byte, in the description too",
    description.includes(UNDERSCORED.replace(/\.$/, "")),
    underscored,
  );
  check("5: what was confirmed is one file each", week.files().size === FOUND, [...week.files().keys()]);
  const doubled = (): readonly string[] =>
    [...week.files().keys()].filter(
      (name) => /_\d+\.md$/.test(name) && week.files().has(name.replace(/_\d+\.md$/, ".md")),
    );
  check("5: no file is a `_2` twin", doubled().length === 0, doubled());
  const before = week.files().size;
  const folder = join(world.home, "old");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "AGENTS.md"),
    `# Me\n\n- I use fish shell and neovim.\n${TEAM_RULES.map((rule) => `- ${rule}\n`).join("")}`,
  );
  const run = await world.type(`holdfast import codex ${folder}/AGENTS.md --apply`, "all", "n");
  const came = [...week.files()].filter(
    ([, text]) => /fish shell/.test(text) || TEAM_RULES.some((rule) => text.includes(rule)),
  );
  check("5: four rules of an AGENTS.md are four memories", week.files().size === before + 4 && came.length === 4, [
    run,
    came,
  ]);
  const [, shell = ""] = came.find(([, text]) => text.includes("fish shell")) ?? [];
  check('5: "I use fish shell and neovim" is about the user', /^type: user$/m.test(shell), shell);
  const [, origin = ""] = /review --origin (\S+)/.exec(run.transcript) ?? [];
  const review = await world.type(`holdfast review --origin ${origin}`, "c", "c", "c", "c");
  check(
    "5: and confirming them leaves no twin",
    review.transcript.includes("4 confirmed") && doubled().length === 0 && week.files().size === before + 4,
    [review, [...week.files().keys()]],
  );
}
