// Factory Droid, the real and pinned program, from init to uninstall (AGT-32). `droid exec`, by which it is run here, sends no
// event for a prompt; a session in a terminal does, with the fields that test/unit/hosts/droid.test.ts pins.
import { dirname, join } from "node:path";
import { runDroid, writeDroidSettings } from "../support/droid.ts";
import type { FakeModel } from "../support/fake-model.ts";
import type { Step } from "../support/model-request.ts";
import { ACTS, agentActs, control, doctor, hostile, install, recall, uninstall } from "./acts.ts";
import { brief } from "./brief.ts";
import { type Host, onHost, settings, tryParts } from "./host.ts";
import type { Check, Part } from "./view.ts";

const shell = (command: string): Step => ({
  tool: "Execute",
  input: { command, summary: "s", riskLevelReason: "r", riskLevel: "low" },
});

const DROID = {
  agent: "droid",
  files: ({ home }: { readonly home: string }) => [join(home, ".factory/hooks.json"), join(home, ".factory/mcp.json")],
  answer: (stdout: string) => stdout.trim(),
  role: "user",
  shell,
  writes: (target: string, there: string): readonly Step[] => [
    { tool: "Create", input: { file_path: target, content: "planted" } },
    { tool: "Edit", input: { file_path: there, old_str: "old words", new_str: "new words" } },
    shell(`echo planted > '${target}'`),
    shell(`cd '${dirname(target)}' && echo planted > here.md`),
  ],
  denied: /belongs to Holdfast/,
  search: { tool: "holdfast___memory_search", input: { query: "pnpm" } },
  noPrompts: true as const,
  instructions: "AGENTS.md",
  resume: [],
};

export async function checkDroid(
  program: string,
  fake: FakeModel,
  check: Check,
  parts: readonly Part[],
  isShort: boolean,
): Promise<void> {
  const run = ({ home, project: cwd, path }: Host["box"], prompt: string, args?: readonly string[]) =>
    runDroid(prompt, { program, home, cwd, path, url: fake.url }, args);
  await onHost(DROID, fake, run, async (host) => {
    writeDroidSettings(host.box.home, fake.url);
    if (isShort) return brief(host, check);
    await control(host, check);
    const before = settings(host);
    await install(host, check);
    await doctor(host, check);
    await recall(host, check);
    await hostile(host, check);
    await agentActs(host, check);
    await tryParts(ACTS, parts, host, check);
    await uninstall(host, before, check);
  });
}
