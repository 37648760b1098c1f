// TRU-6, CHK-1: what fails the structure check is out of use at once, at every moment and every entrance, though nobody ran
// anything; a person is told why.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { examine } from "../../src/health/doctor/index.ts";
import { answer } from "../../src/hook/answer.ts";
import { openStore } from "../../src/index.ts";
import { readReceipts } from "../../src/recall/io/receipts.ts";
import { doctorOf } from "../support/doctor.ts";
import { boxEnv, connect, surroundings } from "../support/mcp.ts";
import { idOf } from "../support/memories.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";

const WORDS = "make pelican-restart";
const ASKED = "how do I restart the pelican service?";

interface Head {
  readonly [key: string]: string | undefined;
}

const GOOD: Head = {
  name: "Pelican service",
  description: "How the pelican service restarts",
  type: "project",
  kind: "runbook",
  id: idOf(1),
  "trust-level": "inferred",
  "created-at": "2026-05-01T10:00:00Z",
  paths: '["src/pelican/**"]',
};

const CASES: [rule: string, changes: Head, body?: string][] = [
  ["invalid-type", { type: "banana" }],
  ["missing-required-key", { name: undefined }],
  ["missing-required-key", { description: undefined }],
  ["invalid-name", { name: "x" }],
  ["invalid-description", { description: "pelican ".repeat(40) }],
  ["invalid-kind", { kind: "banana" }],
  ["invalid-date", { "created-at": "yesterday" }],
  ["not-a-text", { branch: "[a, b]" }],
  ["empty-body", {}, "\n \n"],
  ["conflict-markers", {}, `<<<<<<< mine\n${WORDS}\n=======\nother\n>>>>>>> theirs\n`],
];

let base: string;
let project: string;
beforeEach(() => {
  base = makeBox();
  project = `${base}/shop`;
  mkdirSync(`${project}/src/pelican`, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
});
afterEach(() => removeBox(base));

function write(changes: Head = {}, body = `The pelican service restarts with \`${WORDS}\`, never by hand.\n`): void {
  const head = Object.entries({ ...GOOD, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  );
  const text = ["---", ...head, "---", body].join("\n");
  writeFileSync(`${rootOf(base)}/memories/project_pelican_service.md`, text, { mode: 0o600 });
}

async function hook(event: string, more: object): Promise<string> {
  const about = { session_id: "s1", cwd: project, hook_event_name: event, ...more };
  return (await answer(["--host", "claude"], JSON.stringify(about), boxEnv(base))).out;
}

async function mcp(name: string, args: object): Promise<string> {
  const line = await connect(surroundings(base, { cwd: () => project }), "modern");
  const reply = await line.ask("tools/call", { name, arguments: args });
  await line.close();
  return JSON.stringify(reply.result);
}

/** Each in a session of its own, in this order: the index is there once a session has started. */
const ENTRANCES: Readonly<Record<string, () => Promise<string> | string>> = {
  "session start": () => hook("SessionStart", { source: "startup" }),
  "a prompt": () => hook("UserPromptSubmit", { session_id: "s2", prompt: ASKED }),
  "a tool on its file": () =>
    hook("PreToolUse", {
      session_id: "s3",
      tool_name: "Edit",
      tool_input: { file_path: `${project}/src/pelican/a.ts` },
    }),
  "a tool with its command": () =>
    hook("PreToolUse", { session_id: "s4", tool_name: "Bash", tool_input: { command: "restart pelican service" } }),
  "MCP search": () => mcp("memory_search", { query: "restart pelican" }),
  "MCP get": () => mcp("memory_get", { id: idOf(1) }),
  "the library": async () =>
    JSON.stringify(await openStore({ store: rootOf(base), cwd: project }).search("restart pelican")),
};

async function served(): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [name, ask] of Object.entries(ENTRANCES))
    if (/pelican-restart|pelican service/i.test(await ask())) told.push(name);
  return told;
}

test("a well-formed one is served, so that the others prove something", async () => {
  write();
  const told = await served();
  for (const name of ["session start", "a prompt", "a tool on its file", "MCP search", "MCP get"])
    expect(told).toContain(name);
});

describe.each(CASES)("CHK-1 TRU-6: %s", (rule, changes, body) => {
  test("is served nowhere, also where it was well-formed when the index was made", async () => {
    write();
    await served();
    write(changes, body);
    expect(await served()).toEqual([]);
  });

  test("why has the reason, doctor the rule", async () => {
    write(changes, body);
    await hook("SessionStart", { source: "startup" });
    const [receipt] = readReceipts(placesOf(base).state, { limit: 1 });
    expect(receipt?.withheld).toMatchObject([{ id: idOf(1), reason: "malformed" }]);
    const rows = examine(doctorOf(base, "terminal", new Date()));
    expect(rows.find(({ name }) => name === "checks")?.message).toContain(`structure/${rule}`);
  });
});

test("STO-12: a short body warns and is served", async () => {
  write({}, "Pelican: make pelican-restart\n");
  expect(await served()).toContain("session start");
});
