// What the built hook may cost, whatever an agent or a project sends it (AGT-3, AGT-4): processor time of the whole process.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { initStore } from "../../src/store/io/open-store.ts";
import { buildHook, type HookBundle } from "../support/hook-bundle.ts";
import { hookArguments, hookEnvironment } from "../support/hook-run.ts";
import { makeBox, removeBox, rootOf } from "../support/store-box.ts";
import type { Limit } from "./limits.ts";

const MOST_MS = 300;
const MANY = 100_000;
const METER = `process.on("exit", () => { const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(process.env.METER, String((user + system) / 1000)); });`;

export interface HookLimits {
  readonly limit: Limit;
  remove(): void;
}

export async function hookLimits(scratch: string): Promise<HookLimits> {
  const bundle: HookBundle = await buildHook();
  const base = makeBox("memory");
  const project = join(scratch, "project");
  large(project);
  const [meter, met] = [join(scratch, "meter.cjs"), join(scratch, "met")];
  writeFileSync(meter, METER);
  const run = (event: object): number => {
    const input = JSON.stringify({ session_id: "s1", cwd: base, ...event });
    const env = { ...hookEnvironment(base), METER: met };
    spawnSync(process.execPath, ["--require", meter, bundle.path, ...hookArguments(base)], { input, env });
    return Number(readFileSync(met, "utf8"));
  };
  const tool = (tool_name: string, tool_input: object): number =>
    run({ hook_event_name: "PreToolUse", tool_name, tool_input });
  const write = (file_path: string, content = "x"): number => tool("Write", { file_path, content });
  const inProject = (event: object): number => run({ cwd: project, ...event });
  const nested = `${"{a,".repeat(20_000)}b${"}".repeat(20_000)}`;
  const cases: Limit["cases"] = [
    [`a path of ${MANY} components`, () => write("/a".repeat(MANY))],
    [`a path of ${MANY} components in the store`, () => write(`${rootOf(base)}${"/a".repeat(MANY)}`)],
    [`a path that goes up ${MANY} times`, () => write(`${base}${"/a/..".repeat(MANY)}/.holdfast/a.md`)],
    [`${MANY} paths`, () => tool("Write", { files: Array.from({ length: MANY }, (_, n) => `/a/b${n}`) })],
    ["20 MiB to be written", () => write("/a", "x ".repeat(10 * 1024 * 1024))],
    ["20 MiB of a prompt", () => run({ hook_event_name: "UserPromptSubmit", prompt: "deploy it ".repeat(2_000_000) })],
    ["14 MiB of a line", () => tool("Bash", { command: `echo ${"x/y.z ".repeat(2_400_000)}` })],
    ["braces in braces", () => tool("Bash", { command: `rm ${nested}` })],
    ["braces in braces, few", () => tool("Bash", { command: `rm ${"{a,".repeat(400)}b${"}".repeat(400)}` })],
    [
      `a project of ${MANY} memories, its start`,
      () => inProject({ hook_event_name: "SessionStart", source: "startup" }),
    ],
    [
      `a project of ${MANY} memories, a prompt`,
      () => inProject({ hook_event_name: "UserPromptSubmit", prompt: "How do deploys go through the harbour?" }),
    ],
    [
      `a project of ${MANY} memories, a tool`,
      () => inProject({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "make deploy" } }),
    ],
  ];
  return {
    limit: { what: "AGT-3 the built hook, whatever it is sent", mostMs: MOST_MS, cases, isMeasured: true },
    remove: () => {
      bundle.remove();
      removeBox(base);
    },
  };
}

function large(project: string): void {
  const store = join(project, ".holdfast");
  mkdirSync(dirname(store), { recursive: true });
  spawnSync("git", ["init", "-q", project]);
  initStore(store, { scope: "shared", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" });
  const text = "---\nname: harbour\ndescription: Deploys go through the harbour\n---\nx\n";
  for (let n = 0; n < MANY; n++) writeFileSync(join(store, "memories", `project_note_${n}.md`), text);
}
