// A person at a console of Windows: cmd.exe on a pseudo-terminal, so that node.exe has a console on both sides and no agent among its
// ancestors (TRU-22). A console that Wine draws: words come with movements of the cursor, which are taken out here.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { startAsPerson } from "../support/person.ts";
import type { Machine } from "./machine.ts";
import { WINE } from "./wine.ts";

export interface Typed {
  readonly command: string;
  readonly text: string;
  readonly code: number;
}

/** What is typed at which question; each as often as it is asked. */
const ANSWERS: readonly (readonly [question: RegExp, keys: (match: RegExpExecArray) => string])[] = [
  [/Type "([^"]+)" to confirm: ?$/, (match) => `${match[1]}\r`],
  [/\? (?:y|remind) \/ (?:[a-z]+ \/ )?no: ?$/, () => "no\r"],
  [/Save it\? y\/n > ?$/, () => "y"],
  [/\[[yY]\/[nN]\]:? ?$/, () => "y\r"],
];
/** Longer than what is taken for typed ahead. */
const READING_MS = 1200;
const AGAIN_MS = 6000;
const LIMIT_MS = 420_000;

/** All commands in one console, one after another, each as the machine's own person. */
export async function type(
  steps: readonly (readonly [machine: Machine, command: string])[],
): Promise<readonly Typed[]> {
  const [first] = steps[0] ?? [];
  if (first === undefined) return [];
  const { box } = first.windows;
  writeFileSync(
    join(box, "typed.cmd"),
    steps.flatMap(([machine, command], at) => script(machine, command, at)).join("\r\n"),
  );
  const person = startAsPerson([WINE, "cmd.exe", "/d", "/c", "C:\\box\\typed.cmd"], {
    cwd: box,
    env: {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      HOME: process.env.HOME ?? "/root",
      TERM: "xterm",
      HOLDFAST_WINDOWS_BOX: box,
      HOLDFAST_CI_CACHE: process.env.HOLDFAST_CI_CACHE ?? "",
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? "",
    },
  });
  let answered = "";
  const look = setInterval(() => {
    const text = plain(person.transcript());
    const asked = ANSWERS.map(([question, keys]) => ({ match: question.exec(text), keys })).find(
      ({ match }) => match !== null,
    );
    if (asked?.match == null || answered === text) return;
    answered = text;
    const { keys, match } = asked;
    setTimeout(() => person.type(keys(match)), READING_MS);
    setTimeout(() => {
      if (answered === text) answered = "";
    }, AGAIN_MS);
  }, 200);
  const limit = setTimeout(() => person.kill(), LIMIT_MS);
  await person.ended;
  clearInterval(look);
  clearTimeout(limit);
  return read(
    plain(person.transcript()),
    steps.map(([, command]) => command),
  );
}

function script({ env, project }: Machine, command: string, at: number): readonly string[] {
  const variables = Object.entries(env).map(([name, value]) => `set ${name}=${value}`);
  return [
    "@echo off",
    ...variables,
    `cd /d ${project}`,
    `echo @@${at}`,
    `call ${command}`,
    "echo @@code=%ERRORLEVEL%",
    "",
  ];
}

function read(text: string, commands: readonly string[]): readonly Typed[] {
  return commands.map((command, at) => {
    const [, after = ""] = text.split(new RegExp(`@@${at}\\s*\\n`));
    const end = /@@code=(\d+)/.exec(after);
    return { command, text: after.slice(0, end?.index), code: end === null ? -1 : Number(end[1]) };
  });
}

function plain(transcript: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's own.
  const moved = transcript.replace(/\u001b\[(\d*)C/g, (_, count: string) =>
    " ".repeat(Number(count === "" ? 1 : count)),
  );
  return stripVTControlCharacters(moved);
}
