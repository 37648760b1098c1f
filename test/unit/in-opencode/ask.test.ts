// A real process for each way in which a hook answers, or does not (AGT-3).
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AskedHook, ask } from "../../../src/in-opencode/ask.ts";

let base: string;
const PATH = process.env["PATH"] ?? "";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "ask-")));
});
afterEach(() => {
  process.env["PATH"] = PATH;
  rmSync(base, { recursive: true, force: true });
});

const ARGS = ["--home", "/home/u"];

function hook(code: string): AskedHook {
  const path = join(base, "hook.cjs");
  writeFileSync(path, code);
  return { hook: path, args: ARGS };
}

const ECHO = `let text = ""; process.stdin.on("data", (each) => { text += each; });
process.stdin.on("end", () => console.log(JSON.stringify({ context: text, message: process.argv.slice(2).join(" "), more: 1 })));`;

test("AGT-1: the event goes in, the host is named, and the texts come out", async () => {
  expect(await ask(hook(ECHO), { a: 1 })).toEqual({
    kind: "answer",
    context: '{"a":1}',
    message: "--host opencode --home /home/u",
  });
});

test("nothing said is an answer, and no text of another name can make it one", async () => {
  expect(await ask(hook(""), {})).toEqual({ kind: "answer" });
  expect(await ask(hook('console.log(JSON.stringify({ kind: "none", deny: "no" }))'), {})).toEqual({
    kind: "answer",
    deny: "no",
  });
});

test.each([
  ["process.exit(3)", /ended with 3/],
  ["console.log('no JSON')", /no JSON/],
  ["console.log('[]')", /no answer/],
  ["process.kill(process.pid, 'SIGKILL')", /ended with/],
])("AGT-3: no answer: %s", async (code, why) => {
  expect(await ask(hook(code), {})).toEqual({ kind: "none", why: expect.stringMatching(why) });
});

test("AGT-3: one that hangs is ended", async () => {
  const heard = await ask(hook("setInterval(() => 0, 1000)"), { long: "x".repeat(1_000_000) }, 300);
  expect(heard).toEqual({ kind: "none", why: expect.stringMatching(/within 300 ms/) });
});

test("AGT-1: without `node` on the PATH the one that ran install, and without a record the reason", async () => {
  const at = hook(ECHO);
  mkdirSync(join(base, "empty"));
  process.env["PATH"] = join(base, "empty");
  expect(await ask(at, {})).toEqual({ kind: "none", why: expect.stringMatching(/ENOENT/) });
  writeFileSync(join(base, "runtime.json"), JSON.stringify({ node: process.execPath }));
  expect(await ask(at, {})).toMatchObject({ kind: "answer", context: "{}" });
});

test("AGT-1: a `node` that a project brings along is not run, where the PATH names a folder from here", async () => {
  const evil = join(base, "project/bin");
  mkdirSync(evil, { recursive: true });
  writeFileSync(join(evil, "node"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  process.env["PATH"] = `${relative(process.cwd(), evil)}:${PATH}`;
  // As deep as no temporary folder and no checkout: the entry leads nowhere from there.
  const ours = join(base, ..."a/b/c/d/e/f/g/h".split("/"));
  mkdirSync(ours, { recursive: true });
  writeFileSync(join(ours, "hook.cjs"), ECHO);
  expect(await ask({ hook: join(ours, "hook.cjs"), args: [] }, {})).toMatchObject({ kind: "answer", context: "{}" });
});

test("AGT-4: an event that the hook would not read is no answer, so that the guard fails closed", async () => {
  const heard = await ask(hook(""), { long: "x".repeat(16 * 1024 * 1024) });
  expect(heard).toEqual({ kind: "none", why: expect.stringMatching(/too large/) });
});
