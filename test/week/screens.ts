// The screens of a week as they stood, at 80 and 120 columns, as a page of the results: colours and what differs from run to
// run taken out, and of a long screen its beginning and its end.
import type { Week } from "./home.ts";
import { linesOf } from "./tally.ts";

const COMMANDS = [
  "holdfast",
  "holdfast list",
  "holdfast why",
  "holdfast search dates",
  "holdfast doctor",
  "holdfast audit",
  "holdfast --help",
  "holdfast review --help",
];
const COLUMNS = [80, 120];
/** Of a screen, at each end. */
const KEPT = 16;

export async function screensPage(week: Week, init: string): Promise<string> {
  const page = [
    "# The screens of a week",
    "",
    "What `npm run proof week -- --record docs/results/week.md` saw: a home with two projects, some 45 memories and 35 sessions.",
    "Places and ids are masked; of a long screen the middle is left out.",
    "",
    ...shown("holdfast init", 80, week, init),
  ];
  for (const columns of COLUMNS)
    for (const command of COMMANDS)
      page.push(
        ...shown(command, columns, week, (await week.world.type(`stty cols ${columns}; ${command}`)).transcript),
      );
  return `${page.join("\n").trimEnd()}\n`;
}

function shown(command: string, columns: number, week: Week, transcript: string): readonly string[] {
  const lines = masked(linesOf(transcript).join("\n"), week).replace(/^\n+/, "").trimEnd().split("\n");
  const left = lines.length - 2 * KEPT;
  const some = left <= 1 ? lines : [...lines.slice(0, KEPT), `(${left} more lines)`, ...lines.slice(-KEPT)];
  const text = some.map((line) => line.trimEnd()).join("\n");
  return [`## \`${command}\` at ${columns} columns`, "", "```text", text, "```", ""];
}

/** Where a run differs from the next: places and ids. The line of a row stays as long as it was. */
function masked(text: string, { world }: Week): string {
  return text
    .replaceAll(world.home, "~")
    .replace(/-tmp-agent-walk-\w+-first-project/g, "-home-me-shop")
    .replace(/\/tmp\/agent-walk-\w+\/first\//g, "~/")
    .replace(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g, "01J...")
    .replace(/ m[0-9a-z]{4}$/gm, " m....")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "...");
}
