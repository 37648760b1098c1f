// The table, and points 1 and 2: what is found, what a prompt brings, and what a session starts with.
import { QUESTIONS, session, type Week } from "./home.ts";

/** What the table had: of 30 searches, 30 prompts and 15 tasks. */
const BEFORE = { search: 20 / 30, prompt: 3 / 30, task: 2 / 15 };
const TASKS = 15;
/** Of the characters of a session start. */
const TEXT_SHARE = 0.6;

interface Hits {
  readonly hits: readonly { readonly stem: string }[];
}

export function recall(week: Week, every: number): void {
  const { check } = week;
  const questions = QUESTIONS.filter((_, at) => at % 2 === 0 && (at / 2) % every === 0);
  const files = week.files();
  const stemOf = (text: string): string | undefined =>
    [...files].find(([, file]) => file.includes(text))?.[0].replace(/\.md$/, "");
  const found = questions.filter(({ text, wants: [want = ""] }) => {
    const { hits } = JSON.parse(week.program("search", "--json", text)) as Hits;
    return hits.slice(0, 3).some(({ stem }) => stem === stemOf(want));
  });
  told(
    week,
    "search, the right one among the first three",
    found.length / questions.length,
    BEFORE.search,
    questions.length,
  );
  const brought = questions.filter(({ text, wants: [want = ""] }) =>
    week.program("search", "--as-prompt", text).includes(want),
  );
  told(
    week,
    "the same as prompts, by the prompt alone",
    brought.length / questions.length,
    BEFORE.prompt,
    questions.length,
  );
  const tasks = QUESTIONS.filter((_, at) => at % 2 === 1).slice(0, TASKS);
  const arrived = tasks.filter(({ text, wants: [want = ""] }, at) =>
    session(week, `task-${at}`, text).some((context) => context.includes(want)),
  );
  check(
    `table: ${arrived.length} of ${TASKS} tasks have their memory in the context (2 of 15 before)`,
    arrived.length === TASKS,
    tasks.filter((task) => !arrived.includes(task)),
  );
  rareWord(week);
  sessionStart(week);
}

function told({ check, missed }: Week, title: string, share: number, before: number, of: number): void {
  const found = Math.round(share * of);
  check(`table: ${title}: ${found} of ${of} (${Math.round(30 * before)} of 30 before)`, share > before, share);
  if (found < of) missed(`table: ${title}`, `${of - found} of ${of}`);
}

function rareWord({ check, program }: Week): void {
  const given = program("search", "--as-prompt", "upgrade wkhtmltopdf in the Dockerfile");
  check("1: a rare exact word brings its memory", given.includes("wkhtmltopdf stays at 0.12.5"), given);
  const silence = program("search", "--as-prompt", "write a poem about the weather in the mountains");
  const bars = [...silence.matchAll(/([\d.]+), asked ([\d.]+)/g)].map(([, value, bar]) => [Number(value), Number(bar)]);
  const isMissed = bars.some(([value = 0, bar = 0]) => value < bar);
  check("1: a silence names a bar that was missed", /nothing matches/.test(silence) || isMissed, silence);
}

function sessionStart(week: Week): void {
  const { check } = week;
  const rows = (
    JSON.parse(week.program("list", "--json")) as {
      memories: readonly { name: string; description: string; project: string | null; status: string }[];
    }
  ).memories;
  const here = rows.filter(
    ({ project, status }) => status === "active" && (project === null || project.endsWith("team/shop")),
  );
  const [start] = session(week, "whole-start", "hello");
  const lines = start.split("\n").filter((line) => /^m\w{3,6} /.test(line));
  const text = lines.map((line) => line.replace(/^m\w+ /, "")).join("").length;
  const share = text / start.length;
  check(
    `2: ${lines.length} of ${here.length} memories that apply here arrive at a session's start`,
    lines.length === here.length && lines.length >= 38,
    start,
  );
  check(
    `2: ${Math.round(100 * share)} % of its ${start.length} characters are text of memories (28 % before)`,
    share > TEXT_SHARE,
    start,
  );
  check("2: a global preference is among them", start.includes("Answer in whole sentences"), start);
  const sessions = new Set(
    (JSON.parse(week.program("why", "--all", "--json")) as { receipts: readonly { session: string }[] }).receipts.map(
      (each) => each.session,
    ),
  );
  check(`2: ${sessions.size} sessions were given something, at least 20`, sessions.size >= 20, sessions.size);
}
