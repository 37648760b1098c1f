// The instruction files of test/unit/transfer/instructions, each in a project of its own: imported by a person who names it,
// read by the agent that loads it, and confirmed (IMP-4, IMP-5, ARR-3, ARR-4).
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { sentencesOf } from "../../src/text/segments.ts";
import type { HookBundle } from "../support/hook-bundle.ts";
import { entryArguments, runProgram } from "../support/hook-run.ts";
import { type Home, names } from "./world.ts";

const FOLDER = fileURLToPath(new URL("../unit/transfer/instructions/", import.meta.url));

export const FILES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => !name.endsWith(".txt"))
  .sort();

/** Where such a file lies, and which host loads it from there. */
const PLACES: readonly (readonly [end: RegExp, path: string, host: string | undefined])[] = [
  [/CLAUDE\.md$/, "CLAUDE.md", "claude"],
  [/AGENTS\.md$/, "AGENTS.md", "codex"],
  [/GEMINI\.md$/, "GEMINI.md", "gemini"],
  [/copilot-instructions\.md$/, ".github/copilot-instructions.md", "copilot"],
  [/\.mdc$/, ".cursor/rules/rules.mdc", undefined],
];

export interface Instructed {
  readonly file: string;
  readonly host: string | undefined;
  readonly project: string;
  readonly path: string;
  readonly session: string;
  readonly bodies: readonly string[];
  readonly isStable: boolean;
}

export async function imported(home: Home, file: string): Promise<Instructed> {
  const [, path = "", host] = PLACES.find(([end]) => end.test(file)) ?? [];
  const project = `${home.path}/${file.replace(/\W/g, "")}`;
  const target = `${project}/${path}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(`${FOLDER}${file}`));
  execFileSync("git", ["init", "-q", project]);
  const before = new Set(names(home));
  await home.run("person", "import", "markdown", target, "--apply", "--yes");
  const made = names(home).filter((name) => !before.has(name));
  await home.run("person", "import", "markdown", target, "--apply", "--yes");
  const bodies = made.map((name) => readFileSync(`${home.memories}/${name}`, "utf8").split("\n---\n")[1] ?? "");
  return {
    file,
    host,
    project,
    path: target,
    session: "first",
    bodies,
    isStable: names(home).length === before.size + made.length,
  };
}

/** How many of the memories an agent of this host is given in a session there: at its start, and asked about each of them. */
export function givenTo(home: Home, bundle: HookBundle, host: string, at: Instructed): number {
  const { project, bodies } = at;
  const env = { PATH: process.env.PATH ?? "", HOME: home.path };
  const session = `${at.session}-${project.split("/").at(-1)}`;
  const prompt = host === "gemini" ? "BeforeAgent" : "UserPromptSubmit";
  const send = (event: string, more: object): string => {
    const input = { session_id: session, cwd: project, hook_event_name: event, ...more };
    return runProgram([bundle.path, ...entryArguments(env, host)], JSON.stringify(input), env).out;
  };
  const start = send("SessionStart", { source: "startup" });
  const told = bodies.map((body) => send(prompt, { prompt: `What about this: ${body.trim()}` }));
  const given = [start, ...told].join("\n");
  return bodies.filter((body) => given.includes(wordsOf(body))).length;
}

/** As they stand in an answer, which is JSON with an escaped block in it. */
function wordsOf(body: string): string {
  const line =
    body
      .trim()
      .split("\n")
      .find((each) => !each.startsWith("#") && each.trim() !== "") ?? "";
  const [first] = sentencesOf(line);
  const text = line.slice(first?.start, first?.end).replace(/[.:]$/, "");
  return JSON.stringify(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")).slice(1, -1);
}
