// AGT-34: an installed entry is found in the settings as they stand, started as it stands there, and its answer is judged.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { HOSTS } from "../../../src/hosts/index.ts";
import { type Sample, samplesFor } from "../../../src/hosts/samples.ts";
import { probe } from "../../../src/install/io/probe.ts";
import { judged } from "../../../src/install/probed.ts";

const base = mkdtempSync(join(tmpdir(), "probe-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const hook = join(base, "holdfast", "hook.cjs");
mkdirSync(join(base, "holdfast"));
// Says what it was called with, and ends as it is told.
writeFileSync(
  hook,
  "console.log(JSON.stringify({ args: process.argv.slice(2) })); process.exit(Number(process.env.END ?? 0));",
);

const SAMPLE: Sample = { asks: "guard", what: "write", event: "PreToolUse", payload: {} };
const ask = async (hooks: unknown, event = "PreToolUse") => {
  const text = JSON.stringify({ hooks });
  const [done] = await probe({ text, hookPath: hook, args: [] }, [{ ...SAMPLE, event }], base);
  return { ...done, args: done?.out ? (JSON.parse(done.out) as { args: string[] }).args : undefined };
};

test("AGT-34: an entry without a shell, a line for one, a bare entry and one that waits for an event", async () => {
  const line = `node '${hook}' --host x`;
  const args = ["--state", expect.stringContaining("holdfast-probe-"), "--host", "x"];
  expect((await ask({ PreToolUse: [{ hooks: [{ command: "node", args: [hook, "--host", "x"] }] }] })).args).toEqual(
    args,
  );
  expect((await ask({ PreToolUse: [{ hooks: [{ bash: `${line} || true` }] }] })).args).toEqual(args);
  expect((await ask({ preToolUse: [{ command: "./mine.sh" }, { command: line }] }, "preToolUse")).args).toEqual(args);
  expect((await ask([{ trigger: "PreToolUse", action: { type: "command", command: line } }])).args).toEqual(args);
});

test("AGT-34: where the settings have none of ours for an event, that is told", async () => {
  const done = await ask({ Stop: [{ command: `node '${hook}'` }], PreToolUse: [{ command: "./mine.sh" }] });
  expect(done.problem).toContain("no entry of ours for PreToolUse");
});

test("AGT-34: a guard that is silent is an error, in whatever form it could have spoken", () => {
  const said = (out: string, code = 0) => judged({ sample: SAMPLE, code, out, err: "" }).health;
  expect([said(""), said('{"permission":"allow"}'), said("deny"), said("", 1)]).toEqual([
    "error",
    "error",
    "error",
    "error",
  ]);
  const forms = [
    '{"permission":"deny"}',
    '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
    '{"decision":"block"}',
  ];
  for (const form of [...forms, '{"cancel":true}', '{"deny":"no"}']) expect(said(form), form).toBe("ok");
  expect(said("", 2)).toBe("ok");
  const start = { ...SAMPLE, asks: "context" as const };
  expect(judged({ sample: start, code: 0, out: "", err: "" }).health).toBe("warning");
});

test("AGT-34: what a host is fed is what its own wire reads", () => {
  const at = { session: "s", cwd: "/w", file: "/w/x.md", prompt: "p", forbidden: "npm install" };
  for (const { name, wire } of HOSTS.flatMap((host) => [host, ...(host.guests ?? [])])) {
    const kinds = samplesFor(name, at).map(({ payload }) => wire.parseEvent(JSON.stringify(payload))?.kind);
    const tools = ["PreToolUse", "PreToolUse", "PreToolUse", "PreToolUse"];
    expect(kinds, name).toEqual(name === "cline" ? tools : ["SessionStart", "UserPromptSubmit", ...tools]);
  }
});
