// A hook that does not end stops a session, and a guard that is late has refused nothing (AGT-3, AGT-4). Each of these was
// made to keep the hook busy; what they may cost is `npm run proof limits`.
// check:all: processes of the built hook, some of which run into its time box.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOSTS } from "../../src/hosts/index.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { buildHook, type HookBundle } from "../support/hook-bundle.ts";
import { hookArguments, hookEnvironment, runHook } from "../support/hook-run.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";

let bundle: HookBundle;
let base: string;
beforeAll(async () => {
  bundle = await buildHook();
});
afterAll(() => bundle.remove());
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const LARGE = 17 * 1024 * 1024;
const IN_SESSION = { session_id: "s1", cwd: "/" };
const prompt = (text: string): object => ({ ...IN_SESSION, hook_event_name: "UserPromptSubmit", prompt: text });
const tool = (name: string, input: object): object => ({
  ...IN_SESSION,
  hook_event_name: "PreToolUse",
  tool_name: name,
  tool_input: input,
});
const asked = (event: object): string => {
  const { status, out, err } = runHook(bundle.path, event, { base });
  expect([status, err]).toEqual([0, ""]);
  return out;
};

describe("AGT-3 AGT-4: work that never ends", () => {
  const withPart = (name: string, code: string, act: () => void): void => {
    const part = join(bundle.path, "..", `${name}.cjs`);
    renameSync(part, `${part}.kept`);
    writeFileSync(part, code);
    try {
      act();
    } finally {
      renameSync(`${part}.kept`, part);
    }
  };
  const notices = (): string => `${base}/state/holdfast/notices.jsonl`;

  test.each([
    ["a loop", "for (;;);"],
    ["a loop behind a wait", "await null; for (;;);"],
    ["a pattern that looks for ever", "/^(a+)+$/.test('a'.repeat(60) + 'b');"],
  ])("%s ends in silence, and the next start is told", (_name, work) => {
    withPart("hook-prompt", `exports.onPrompt = async () => { ${work} };`, () =>
      expect(asked(prompt("What do we deploy with?"))).toBe(""),
    );
    expect(readFileSync(notices(), "utf8")).toContain("took too long");
  });

  test("a fault on the way is no fault of the process", () => {
    withPart("hook-prompt", "exports.onPrompt = async () => { await null; throw new Error('inner'); };", () =>
      expect(asked(prompt("What do we deploy with?"))).toBe(""),
    );
    expect(readFileSync(notices(), "utf8")).toContain("an inner fault");
  });

  test("a guard that does not come to an end refuses what names ours, and nothing else", () => {
    withPart("hook-tool", "exports.onTool = async () => { for (;;); };", () => {
      expect(asked(tool("Write", { file_path: "/home/x/.holdfast/memories/a.md", content: "" }))).toContain('"deny"');
      expect(asked(tool("Bash", { command: "npm test" }))).toBe("");
    });
  });
});

describe("AGT-4: more input than is read", () => {
  test.each(HOSTS.map(({ name }) => name))("%s: a tool call is refused, a prompt goes on", (host) => {
    const call = { ...tool("Write", { file_path: "/a", content: "x".repeat(LARGE) }) };
    const event = host === "gemini" ? { ...call, hook_event_name: "BeforeTool" } : call;
    const { status, out, err } = runHook(bundle.path, event, { base, host });
    const no = expect.stringMatching(/("deny"|"cancel":true).*too large to be judged/);
    // Kiro takes a refusal by how the hook ends, and its words from stderr.
    if (host === "kiro") expect([status, out, err]).toEqual([2, "", expect.stringContaining("too large to be judged")]);
    else expect([status, out]).toEqual([0, no]);
    const asking = prompt(`"hook_event_name":"PreToolUse" ${"x".repeat(LARGE)}`);
    const named = host === "gemini" ? { ...asking, hook_event_name: "BeforeAgent" } : asking;
    expect(runHook(bundle.path, named, { base, host }).out).toBe("");
  });

  test("is refused in time, whether or not the host ever comes to an end of it", async () => {
    const child = spawn(process.execPath, [bundle.path, ...hookArguments(base)], { env: hookEnvironment(base) });
    child.stdin.on("error", () => undefined);
    child.stdin.write(JSON.stringify(tool("Write", { file_path: "/a", content: "x".repeat(LARGE) })));
    let out = "";
    child.stdout.on("data", (piece: Buffer) => {
      out += piece.toString();
    });
    const [code] = (await once(child, "close")) as [number];
    expect([code, out]).toEqual([0, expect.stringContaining("too large to be judged")]);
  });
});

describe("AGT-4: arguments made to be slow", () => {
  const DEEP = 100_000;

  test("a path of 100,000 components is refused where it names ours, and passed over elsewhere", () => {
    const write = (file_path: string): string => asked(tool("Write", { file_path, content: "x" }));
    expect(write("/a".repeat(DEEP))).toBe("");
    expect(write(`${rootOf(base)}${"/a".repeat(DEEP)}`)).toContain('"deny"');
    expect(write(`/home/x/.holdfast/memories${"/a/..".repeat(DEEP)}/a.md`)).toContain('"deny"');
  });

  test("a line or a patch that no program could be given is refused", () => {
    const files = "*** Update File: a/b\n@@\n-x\n+y\n".repeat(50_000);
    const patch = `*** Begin Patch\n${files}*** End Patch`;
    expect(asked(tool("apply_patch", { input: patch }))).toContain("too long or too nested to be judged");
    expect(asked(tool("Bash", { command: `echo ${"x/y.z ".repeat(200_000)}` }))).toContain(
      "too long or too nested to be judged",
    );
  });

  test("braces in braces hide no name that stands there", () => {
    const nested = `${"{a,".repeat(20_000)}b${"}".repeat(20_000)}`;
    expect(asked(tool("Bash", { command: `rm ${nested} ~/.holdfast/memories` }))).toContain('"deny"');
    expect(asked(tool("Bash", { command: `rm ${nested}` }))).toBe("");
  });
});

describe("CFG-1: a project's store of too many files", () => {
  const SHARED = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF";
  const shared = (count: number): string => {
    const project = `${base}/project`;
    execFileSync("git", ["init", "-q", project]);
    initStore(`${project}/.holdfast`, { scope: "shared", storeId: SHARED });
    for (let n = 0; n < count; n++) {
      const text = `---\nname: note ${n}\ndescription: Deploys of zanzibar go through harbour number ${n}\n---\nx\n`;
      writeFileSync(`${project}/.holdfast/memories/project_note_${n}.md`, text);
    }
    return project;
  };
  const start = (cwd: string): string =>
    asked({ session_id: "s1", cwd, hook_event_name: "SessionStart", source: "startup" });

  test("is not looked at, and the person is told", () => {
    const project = shared(501);
    expect(start(project)).toContain("holds more than 500 files");
    asked({ session_id: "s1", cwd: project, hook_event_name: "UserPromptSubmit", prompt: "zanzibar harbour deploys" });
    const kept = readdirSync(`${base}/cache/holdfast`, { recursive: true });
    expect(kept.filter((name) => String(name).includes(SHARED))).toEqual([]);
  });

  test("of as many as it may hold is", () => {
    expect(start(shared(500))).not.toContain("holds more than");
  });
});
