// RUL-1 in a shared store: a rule counts from signers that count here, and from nobody else.
// check:all: a team with its repositories, and a process of the built hook for each call.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
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

function answerTo({ home, project, env }: Member, command: string): string {
  const send = (event: string, more: object): string => {
    const stdin = { session_id: "s1", cwd: project, hook_event_name: event, ...more };
    const places = { ...env, HOME: home };
    return runProgram([bundle.path, ...entryArguments(places)], JSON.stringify(stdin), places).out;
  };
  send("SessionStart", { source: "startup" });
  return send("PreToolUse", { tool_name: "Bash", tool_input: { command } });
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
