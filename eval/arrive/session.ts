// A store on disk, and a session of an agent in it through the built hook: start, prompt, tool call.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { contextIn, hookEnvironment, runHook } from "../../test/support/hook-run.ts";
import { idOf, plant } from "../../test/support/memories.ts";
import { makeBox, removeBox } from "../../test/support/store-box.ts";
import type { Act, Note } from "./notes.ts";

/** Every second one was confirmed by a person; the others are an agent's notes. */
const CONFIRMED_EVERY = 2;
const DAYS = 28;
const LONGEST_DESCRIPTION = 256;

export interface Store {
  start(session: string): string;
  /** In a repository whose last commits have these subjects. */
  startAt(session: string, subjects: readonly string[]): string;
  prompt(session: string, text: string): string;
  act(session: string, act: Act): string;
  remove(): void;
}

export function storeOf(notes: readonly Note[], dist: string): Store {
  const base = makeBox("memory");
  for (const [at, note] of notes.entries()) plantNote(base, at, note);
  const project = `${base}/project`;
  mkdirSync(project, { recursive: true });
  const env = { ...hookEnvironment(base), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  // Leaves the index behind; it need not find anything.
  spawnSync(process.execPath, [resolve(dist, "cli.mjs"), "search", "anything"], { cwd: project, env, stdio: "ignore" });
  const tell = (session: string, name: string, more: object): string => {
    const event = { session_id: session, transcript_path: "", cwd: project, hook_event_name: name, ...more };
    return contextIn(runHook(resolve(dist, "hook.cjs"), event, { base }));
  };
  return {
    start: (session) => tell(session, "SessionStart", { source: "startup" }),
    startAt: (session, subjects) => {
      const cwd = `${base}/${session}`;
      commit(cwd, subjects, base);
      return tell(session, "SessionStart", { source: "startup", cwd });
    },
    prompt: (session, prompt) => tell(session, "UserPromptSubmit", { prompt }),
    act: (session, { tool, input }) => {
      const path = input["file_path"];
      const tool_input = path === undefined ? input : { ...input, file_path: `${project}/${path}` };
      return tell(session, "PreToolUse", { tool_name: tool, tool_input });
    },
    remove: () => removeBox(base),
  };
}

function commit(root: string, subjects: readonly string[], home: string): void {
  mkdirSync(root);
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const own = ["-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "commit.gpgSign=false"];
  const git = (...args: readonly string[]): void => {
    execFileSync("git", [...own, ...args], { cwd: root, env, stdio: "ignore" });
  };
  git("init", "-q", "-b", "work");
  for (const subject of subjects) git("commit", "-q", "--allow-empty", "-m", subject);
}

function plantNote(base: string, at: number, { name, text }: Note): void {
  const tier = at % CONFIRMED_EVERY === 0 ? "verified" : "inferred";
  const day = String(1 + (at % DAYS)).padStart(2, "0");
  const line = text.replaceAll(/\s+/g, " ");
  plant(base, `project_note_${at}`, {
    id: idOf(at + 1),
    tier,
    name: JSON.stringify(name.slice(0, 90)),
    description: JSON.stringify(line.slice(0, LONGEST_DESCRIPTION)),
    created: `2026-10-${day}T10:00:00Z`,
    body: text,
    ...(tier === "verified" ? { verified: `2026-10-${day}` } : {}),
  });
}
