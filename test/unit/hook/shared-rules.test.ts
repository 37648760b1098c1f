// RUL-1 in a shared store: a rule counts from signers that count here, and from nobody else.
// check:all: a team with its repositories, and a process of the built hook for each call.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { believe } from "../../../src/people/decide.ts";
import { initStore } from "../../../src/store/io/open-store.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { entryArguments, runProgram } from "../../support/hook-run.ts";
import { type Member, member } from "../../support/team.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
let ann: Member;
let bob: Member;
beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-team-`));
  ann = member(base, "ann");
  await ann.say("Use pnpm here, not npm", "terminal", ["deny command npm install", "instead use pnpm install"]);
  ann.commit("A shared store with a rule");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
  for (const { home } of [ann, bob])
    initStore(`${home}/.holdfast`, { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function send({ home, project, env }: Member, event: string, more: object, folder = ""): string {
  const stdin = {
    session_id: `s${folder.replaceAll("/", "-")}`,
    cwd: `${project}${folder}`,
    hook_event_name: event,
    ...more,
  };
  const places = { ...env, HOME: home };
  return runProgram([bundle.path, ...entryArguments(places)], JSON.stringify(stdin), places).out;
}

function answerTo(who: Member, command: string, folder = ""): string {
  send(who, "SessionStart", { source: "startup" }, folder);
  return send(who, "PreToolUse", { tool_name: "Bash", tool_input: { command } }, folder);
}

test("its signer's own machine is stopped, a stranger's is not until a person there trusts the signer", () => {
  expect(answerTo(ann, "npm install")).toContain('"permissionDecision":"deny"');
  expect(answerTo(bob, "npm install")).not.toContain("permissionDecision");
  const { id } = ann.device;
  const signer = { device: id, key: ann.key, name: "", fingerprint: "", standing: "unknown" } as never;
  expect(believe(bob.open(), signer, bob.act("cli")).kind).toBe("refusal");
  expect(answerTo(bob, "npm install")).not.toContain("permissionDecision");
  expect(believe(bob.open(), signer, bob.act()).kind).toBe("decided");
  expect(answerTo(bob, "npm install")).toContain("use pnpm install");
  expect(answerTo(bob, "pnpm install")).not.toContain("permissionDecision");
});

test("a rule of the shared store that an agent there wrote stops nobody, its own signer included", async () => {
  await ann.say("Never use make", "cli", ["deny command make"]);
  expect(answerTo(ann, "make all")).not.toContain("permissionDecision");
});

test("SYN-32: a package's memories and rules count in its folder, with those around it, and in no other", async () => {
  const inner = "01JCQ0Z8M4X5T6V7W8Y9ZABCDH";
  await ann.in("packages/api", inner).say("The api is built by make", "terminal", ["deny command yarn"]);
  mkdirSync(`${ann.project}/packages/web`);
  const start = (folder: string): string => send(ann, "SessionStart", { source: "startup" }, folder);
  expect(start("/packages/api")).toContain("The api is built by make");
  expect(start("/packages/api")).toContain("Use pnpm here");
  expect(start("/packages/web")).not.toContain("The api is built by make");
  expect(answerTo(ann, "yarn add x", "/packages/api")).toContain('"permissionDecision":"deny"');
  expect(answerTo(ann, "npm install", "/packages/api")).toContain('"permissionDecision":"deny"');
  expect(answerTo(ann, "yarn add x")).not.toContain("permissionDecision");
  expect(answerTo(ann, "rm -rf ../api", "/packages/api")).toContain('"permissionDecision":"deny"');
});
