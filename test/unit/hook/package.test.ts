// AGT-1b: what the hook says of the package that it was copied from, and what holds without it.
// check:all: processes of the built hook.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { type HookAnswer, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox, rootOf } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
let dist: string;
beforeEach(() => {
  base = makeBox("memory");
  dist = `${base}/lib/node_modules/holdfast/dist`;
  mkdirSync(dist, { recursive: true });
  plant(base, "feedback_pelican", { tier: "verified", id: idOf(1), body: "Restart the pelican with make restart." });
  note(dirname(bundle.path), { version: "0.2.0", digest: "a", from: dist });
  note(dist, { version: "0.2.0", digest: "a" });
});
afterEach(() => removeBox(base));

const note = (folder: string, set: object): void =>
  writeFileSync(join(folder, "agent-files.json"), JSON.stringify({ files: ["hook.cjs"], ...set }));
const send = (hook_event_name: string, session_id: string, more: object): HookAnswer =>
  runHook(bundle.path, { hook_event_name, session_id, cwd: base, ...more }, { base });
const started = (session: string): string => send("SessionStart", session, { source: "startup" }).out;
const asked = (session: string): string =>
  send("UserPromptSubmit", session, { prompt: "how is the pelican restarted?" }).out;

test("of the same set nothing is said; of a newer one at each start, until it is renewed", () => {
  expect(started("s1")).not.toContain("updated");
  note(dist, { version: "0.3.0", digest: "b" });
  for (const session of ["s2", "s3"]) expect(started(session)).toContain("Holdfast was updated");
  note(dist, { version: "0.1.0", digest: "c" });
  expect(started("s4")).not.toContain("updated");
});

test("uninstalled: said once, silent from then on, and the guard holds", () => {
  expect([started("s1"), asked("s1")].join()).toContain("pelican");
  rmSync(`${base}/lib/node_modules/holdfast`, { recursive: true });
  expect(started("s2")).toContain("Holdfast was uninstalled");
  expect([started("s3"), asked("s3"), asked("s1")]).toEqual(["", "", ""]);
  const write = { tool_name: "Write", tool_input: { file_path: `${rootOf(base)}/memories/x.md`, content: "x" } };
  expect(send("PreToolUse", "s3", write).out + send("PreToolUse", "s3", write).err).toContain("deny");
});
